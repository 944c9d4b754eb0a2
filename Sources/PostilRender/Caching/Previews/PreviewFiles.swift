import Foundation
import PostilModel

/// The files of previews: a folder for each document, readable for their owner alone. What is not named
/// as ours is not touched.
struct PreviewFiles: Sendable {
  let root: URL

  /// `$XDG_CACHE_HOME/postil/previews`, or `~/.cache/postil/previews`.
  static var standardRoot: URL {
    let variable = ProcessInfo.processInfo.environment["XDG_CACHE_HOME"] ?? ""
    // The specification has it ignored if it is not absolute.
    let caches =
      variable.hasPrefix("/")
      ? URL(fileURLWithPath: variable, isDirectory: true)
      : FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".cache")
    return caches.appendingPathComponent("postil/previews")
  }

  func path(of document: PreviewDocument) -> String { root.path + "/" + document.folderName }

  func path(of key: PreviewKey, of document: PreviewDocument) -> String {
    path(of: document) + "/" + key.fileName
  }

  // MARK: - Reading

  /// The bytes of a file and when it was last used; `nil` if it cannot be read.
  func read(_ path: String) -> (bytes: [UInt8], use: Date)? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    // A preview too large is no preview, but it is found to be none, and removed.
    let size = min(max(Int(status.st_size), 0), PreviewCoder.maximumByteCount + 1)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = Self.fill(UnsafeMutableRawBufferPointer(buffer), from: file)
    }
    return (bytes, Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec)))
  }

  private static func fill(_ buffer: UnsafeMutableRawBufferPointer, from file: Int32) -> Int {
    var count = 0
    while count < buffer.count, let start = buffer.baseAddress {
      let more = Glibc.read(file, start + count, buffer.count - count)
      if more < 0, errno == EINTR { continue }
      guard more > 0 else { break }
      count += more
    }
    return count
  }

  // MARK: - Writing

  /// Writes a file under another name and renames it: nobody ever sees half of one.
  ///
  /// - Throws: ``PDFError`` with code `.cannotWrite` or `.diskFull`.
  func write(_ bytes: [UInt8], _ key: PreviewKey, of document: PreviewDocument) throws {
    let folder = path(of: document)
    let draft = folder + "/" + Self.draftPrefix + UUID().uuidString
    var file = Self.create(draft)
    if file < 0, errno == ENOENT {
      try makeFolder(document)
      file = Self.create(draft)
    }
    guard file >= 0 else { throw error(errno) }
    let code = bytes.withUnsafeBytes { $0.write(to: file) }
    close(file)
    if code == 0, rename(draft, path(of: key, of: document)) == 0 { return }
    let failure = error(code == 0 ? errno : code)
    unlink(draft)
    throw failure
  }

  /// Makes the folder of a document, and those above it.
  func makeFolder(_ document: PreviewDocument) throws {
    let path = path(of: document)
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue { return }
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch let failure {
      throw PDFError(
        .cannotWrite, Self.advice, url: root, underlying: (failure as NSError).localizedDescription)
    }
  }

  /// Notes that a file is being used.
  func touch(_ path: String) { utimensat(AT_FDCWD, path, nil, 0) }

  func remove(_ path: String) { unlink(path) }

  /// Gives a file a second name; on file systems that have but one for each, its only one.
  func link(_ old: String, _ new: String) {
    guard Glibc.link(old, new) != 0, errno != EEXIST, errno != ENOENT else { return }
    rename(old, new)
  }

  static let draftPrefix = ".draft-"
  private static let advice =
    "Previews cannot be kept: check that the folder for them may be written to and that there is space."

  private static func create(_ path: String) -> Int32 {
    open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
  }

  func error(_ code: Int32) -> PDFError {
    PDFError(
      code == ENOSPC || code == EDQUOT ? .diskFull : .cannotWrite, Self.advice, url: root,
      underlying: String(cString: strerror(code)))
  }
}
