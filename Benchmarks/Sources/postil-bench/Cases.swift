import Foundation

/// What was measured, by name: times end in `_ms` or `_ns`, sizes in `_bytes`.
typealias Figures = [String: Double]

enum Cases {
  /// The cases, by the names that the runner calls them. Each gets the file to work on, if there is one.
  static let all: [String: @Sendable (URL?) throws -> Figures] = [
    "ink-atomic": { try SaveCases.ink(try file($0), .atomicCopy) },
    "ink-in-place": { try SaveCases.ink(try file($0), .inPlace) },
    "move-atomic": { try SaveCases.move(try file($0), .atomicCopy) },
    "move-in-place": { try SaveCases.move(try file($0), .inPlace) },
    "memory": { try MemoryCase.open(try file($0)) },
    "freehand": { _ in FreehandCase.run() },
    "undo": { try UndoCase.run($0) },
  ]

  private static func file(_ url: URL?) throws -> URL {
    guard let url else { throw CocoaError(.fileNoSuchFile) }
    return url
  }
}

extension Duration {
  var nanoseconds: Double { Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9 }
  var milliseconds: Double { nanoseconds / 1e6 }
}
