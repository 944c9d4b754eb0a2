import Foundation

/// A folder of its own for one test, removed with the value.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package init() throws {
    url = Self.shared.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  package func file(_ name: String, _ data: Data) throws -> URL {
    let file = url.appendingPathComponent(name)
    try data.write(to: file)
    return file
  }

  /// The names of the files in it, also of hidden ones.
  package var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }

  private static let prefix = "postil-tests-"

  /// Where those of this process are. What is still being written when a test ends comes after its folder went, so all
  /// of it goes when the process ends, and what a crashed one left goes with the next.
  private static let shared: URL = {
    sweep()
    atexit { try? FileManager.default.removeItem(at: TemporaryFolder.shared) }
    return parent.appendingPathComponent("\(prefix)\(ProcessInfo.processInfo.processIdentifier)")
  }()

  private static var parent: URL { FileManager.default.temporaryDirectory }

  private static func sweep() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? [] {
      guard name.hasPrefix(prefix), let process = pid_t(name.dropFirst(prefix.count)) else { continue }
      let isGone = kill(process, 0) != 0 && errno == ESRCH
      if isGone { try? FileManager.default.removeItem(at: parent.appendingPathComponent(name)) }
    }
  }
}
