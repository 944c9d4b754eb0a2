import Foundation

/// Folders for what tests leave behind. They are to be removed by whoever made them; those of a process that crashed
/// before it could are removed by the next one.
package enum TemporaryFolder {
  private static let prefix = "postil-tests-"
  private static let parent = FileManager.default.temporaryDirectory

  private static let sweeping: Void = sweep()

  /// Removes what is left of processes that run no longer.
  package static func sweep() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? [] {
      guard let process = owner(of: name), !isRunning(process) else { continue }
      try? FileManager.default.removeItem(at: parent.appending(path: name))
    }
  }

  /// Makes an empty folder.
  package static func make() throws -> URL {
    _ = sweeping
    let name = "\(prefix)\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)"
    let folder = parent.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// The process that a folder was made by; `nil` if it is none of these.
  package static func owner(of name: String) -> Int32? {
    guard name.hasPrefix(prefix) else { return nil }
    return name.dropFirst(prefix.count).split(separator: "-").first.flatMap { Int32($0) }
  }

  private static func isRunning(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno != ESRCH }
}
