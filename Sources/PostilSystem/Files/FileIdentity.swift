package import Foundation

/// What tells a file, with the content it has, from others: any of it changes when another program writes to the file
/// or replaces it.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
  /// In bytes.
  package let size: Int
  package let modifiedSeconds: Int
  package let modifiedNanoseconds: Int

  /// The identity of an open file; `nil` if the descriptor is not one.
  package init?(descriptor: Int32) {
    guard let status = FileStatus(descriptor: descriptor) else { return nil }
    self = status.identity
  }

  /// The identity of a file, or of that to which a link leads; `nil` if there is none.
  package init?(path: String) {
    guard let status = FileStatus(path: path) else { return nil }
    self = status.identity
  }

  /// The identity of a file, or of that to which a link leads; `nil` if there is none.
  package init?(_ url: URL) { self.init(path: url.withPath.path) }

  fileprivate init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int(status.st_size)
    modifiedSeconds = status.st_mtim.tv_sec
    modifiedNanoseconds = status.st_mtim.tv_nsec
  }

  /// Whether both are the same file, whatever is in it.
  package func isSameFile(as other: FileIdentity) -> Bool { device == other.device && inode == other.inode }

  /// The identity as text, for keys of caches.
  package var text: String { "\(device) \(inode) \(size) \(modifiedSeconds).\(modifiedNanoseconds)" }
}

/// What `stat` tells of a file.
package struct FileStatus: Sendable {
  package let identity: FileIdentity
  /// Type and permissions.
  package let mode: UInt32
  package let owner: UInt32
  package let group: UInt32

  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// - Parameter followsLinks: Whether a symbolic link stands for the file to which it leads.
  package init?(path: String, followsLinks: Bool = true) {
    var status = stat()
    guard SystemPath.with(path, { followsLinks ? stat($0, &status) : lstat($0, &status) }) == 0 else {
      return nil
    }
    self.init(status)
  }

  private init(_ status: stat) {
    identity = FileIdentity(status)
    mode = status.st_mode
    owner = status.st_uid
    group = status.st_gid
  }

  package var isRegular: Bool { mode & S_IFMT == S_IFREG }
  package var isFolder: Bool { mode & S_IFMT == S_IFDIR }

  /// When the content was last changed.
  package var modified: Date {
    Date(
      timeIntervalSince1970: Double(identity.modifiedSeconds) + Double(identity.modifiedNanoseconds) / 1e9)
  }
}
