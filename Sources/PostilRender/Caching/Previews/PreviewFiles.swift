import Foundation
import PostilModel
import PostilSystem

/// The files of previews: a folder for each document, readable for their owner alone. Other files are not touched.
struct PreviewFiles: Sendable {
  let root: URL

  /// `$XDG_CACHE_HOME/postil/previews`, or `~/.cache/postil/previews`.
  static var standardRoot: URL { UserFolders().cache.appendingPathComponent("postil/previews") }

  func path(of document: PreviewDocument) -> String { root.path + "/" + document.folderName }

  func path(of key: PreviewFileKey, of document: PreviewDocument) -> String {
    path(of: document) + "/" + key.fileName
  }

  // MARK: - Reading

  /// The bytes of a file and when it was last used; `nil` if it cannot be read.
  func read(_ path: String) -> (bytes: [UInt8], use: Date)? {
    let file = FileIO.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard let status = FileStatus(descriptor: file), status.isRegular else { return nil }
    // One byte more than a preview can have: such a file is found to be damaged, and removed.
    let size = min(max(status.identity.size, 0), PreviewCoder.maximumByteCount + 1)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = FileIO.read(into: UnsafeMutableRawBufferPointer(buffer), from: file).count
    }
    return (bytes, status.modified)
  }

  // MARK: - Writing

  /// Writes a file in one step.
  ///
  /// - Throws: ``PDFError`` with code `.cannotWrite` or `.diskFull`.
  func write(_ bytes: [UInt8], _ key: PreviewFileKey, of document: PreviewDocument) throws {
    try makeFolder(document)
    do {
      let file = try AtomicFile(target: URL(fileURLWithPath: path(of: key, of: document)), kind: .cache)
      try file.write(bytes)
      _ = try file.commit()
    } catch let error as PDFError {
      throw PDFError(error.code, Self.advice, url: root, underlying: error.underlying)
    }
  }

  /// Makes the folder of a document, and those above it.
  func makeFolder(_ document: PreviewDocument) throws {
    do {
      try FileIO.makePrivateFolder(path(of: document))
    } catch {
      throw PDFError(
        .cannotWrite, Self.advice, url: root, underlying: (error as NSError).localizedDescription)
    }
  }

  /// Updates the time of use of a file.
  func touch(_ path: String) { utimensat(AT_FDCWD, path, nil, 0) }

  func remove(_ path: String) { unlink(path) }

  /// Hard-links a file; renames it on file systems without hard links.
  func link(_ old: String, _ new: String) {
    let code = FileIO.link(old, new)
    if code != 0, code != EEXIST, code != ENOENT { rename(old, new) }
  }

  private static let advice =
    "Previews cannot be saved: check that the folder for them may be written to and that there is space."
}
