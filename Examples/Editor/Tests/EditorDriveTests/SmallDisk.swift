import EditorDriver
import XCTest

/// A disk in memory.
struct SmallDisk {
  let folder: URL

  /// Mounts it. Skips the test where that is not allowed.
  init(at folder: URL, kilobytes: Int) throws {
    self.folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    do {
      try Programs.run("mount", ["-t", "tmpfs", "-o", "size=\(kilobytes)k", "none", folder.path])
    } catch {
      throw XCTSkip("Nothing can be mounted here, so no disk can be full: \(error)")
    }
  }

  /// Leaves no room.
  func fill() throws {
    let file = folder.appending(path: "rest")
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    while (try? handle.write(contentsOf: Data(count: 1024))) != nil {}
    try? handle.close()
  }

  func remove() { _ = try? Programs.run("umount", ["-l", folder.path]) }
}
