import Foundation
import PostilTestSupport
@testable import PostilViewer

/// Folders for one test.
struct StorageSample {
  let folder: TemporaryFolder
  let folders: ViewerFolders

  init() throws {
    folder = try TemporaryFolder()
    folders = ViewerFolders(
      configuration: folder.url.appending(path: "settings/postil"),
      state: folder.url.appending(path: "state/postil"))
  }

  /// Stores that write at once.
  var settings: SettingsStore { SettingsStore(folders: folders, delay: .zero) }
  var positions: ReadingPositions { ReadingPositions(folders: folders, delay: .zero) }

  func put(_ text: String, at url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// What was put aside of a file.
  func damaged(_ url: URL) -> String? {
    try? String(contentsOf: URL(fileURLWithPath: url.path + ".damaged"), encoding: .utf8)
  }

  /// Puts a link that leads to itself in a file's place: nobody may read it, not even who may read everything.
  func putLoop(at url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: url.path, withDestinationPath: url.lastPathComponent)
  }

  func json(at url: URL) throws -> [String: Any]? {
    try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any]
  }

  func mode(of url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }

  /// What is not JSON of ours.
  static let foreign = [
    "", "{", "[]", "3", "null", "\"text\"", "{\"palette\": }", "\u{0}\u{1}", "%PDF-1.7",
    "{\"palette\": [1, 2]}",
    "{\"positions\": {\"a\": 1}}", "{\"positions\": [3, \"x\", null, {\"path\": 3}, {}]}",
    String(repeating: "[", count: 200_000), String(repeating: "{\"a\":", count: 5000),
    "{\"palette\":" + String(repeating: "[", count: 505) + String(repeating: "]", count: 505) + "}",
    "{\"palette\":" + String(repeating: "[", count: 50_000) + String(repeating: "]", count: 50_000) + "}",
  ]
}
