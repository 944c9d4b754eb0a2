import Foundation

/// A folder that goes away with the value.
public final class TemporaryFolder: Sendable {
  /// The folder.
  public let url: URL

  /// Makes an empty folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("postil-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The place of a file in the folder.
  public func file(_ name: String) -> URL { url.appendingPathComponent(name) }
}
