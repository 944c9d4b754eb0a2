import Foundation

/// What tells whether a file is still the one that was opened.
struct FileIdentity: Hashable {
  let device: UInt
  let inode: UInt
  let size: Int
  let modifiedSeconds: Int
  let modifiedNanoseconds: Int
  let mode: UInt32
  let owner: UInt32
  let group: UInt32

  var isRegular: Bool { mode & S_IFMT == S_IFREG }

  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
    size = Int(status.st_size)
    modifiedSeconds = status.st_mtim.tv_sec
    modifiedNanoseconds = status.st_mtim.tv_nsec
    mode = status.st_mode
    owner = status.st_uid
    group = status.st_gid
  }

  /// What the content can be told by.
  var text: String { "\(device) \(inode) \(size) \(modifiedSeconds).\(modifiedNanoseconds)" }

  /// Whether the content is the same as far as the file system tells.
  func isUnchanged(_ other: FileIdentity) -> Bool {
    device == other.device && inode == other.inode && size == other.size
      && modifiedSeconds == other.modifiedSeconds && modifiedNanoseconds == other.modifiedNanoseconds
  }
}
