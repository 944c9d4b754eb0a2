import Foundation

/// What tells whether a file is still the one that it was.
struct FileFacts: Equatable, Sendable {
  /// What happened to a file.
  enum Change: Sendable {
    case deleted, changed
  }

  private let inode: UInt64?
  private let size: UInt64?
  private let modificationDate: Date?

  /// The facts of a file; `nil` if there is none.
  init?(_ url: URL) {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path) else { return nil }
    inode = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value
    size = (attributes[.size] as? NSNumber)?.uint64Value
    modificationDate = attributes[.modificationDate] as? Date
  }
}
