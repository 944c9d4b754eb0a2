package import Foundation
package import PostilModel

/// A file that is made of a document: a picture, a text. It comes into being as a whole, when it is committed; devices and pipes are
/// written to directly.
package final class ExportedFile {
  private enum Target {
    case file(AtomicFile)
    case device(Int32)
  }

  private let target: Target
  private let url: URL

  /// - Throws: ``PDFError`` with code `.cannotWrite` or `.diskFull`.
  package init(_ url: URL) throws(PDFError) {
    let url = url.withPath
    self.url = url
    do {
      // A rename would replace a device or a pipe by a file.
      if let status = FileStatus(path: url.path), !status.isRegular, !status.isFolder {
        let file = FileIO.open(url.path, O_WRONLY)
        guard file >= 0 else { throw SystemError.writing(errno) }
        target = .device(file)
      } else {
        target = .file(try AtomicFile(target: url, kind: .export))
      }
    } catch {
      throw Self.failure(error, url)
    }
  }

  deinit {
    if case .device(let file) = target { close(file) }
  }

  /// Adds bytes.
  ///
  /// - Throws: ``PDFError`` with code `.cannotWrite` or `.diskFull`.
  package func write(_ data: Data) throws(PDFError) {
    do {
      switch target {
      case .file(let file): try file.write(data)
      case .device(let file): try FileIO.write(data, to: file)
      }
    } catch {
      throw Self.failure(error, url)
    }
  }

  /// Puts the file in the place of the one that is there. Without this that stays.
  ///
  /// - Throws: As ``write(_:)``.
  package func commit() throws(PDFError) {
    guard case .file(let file) = target else { return }
    do { _ = try file.commit() } catch { throw Self.failure(error, url) }
  }

  /// Writes a file, replacing an existing one.
  ///
  /// - Throws: ``PDFError`` with code `.cannotWrite` or `.diskFull`.
  package static func write(_ data: Data, to url: URL) throws(PDFError) {
    let file = try ExportedFile(url)
    try file.write(data)
    try file.commit()
  }

  private static func failure(_ error: any Error, _ url: URL) -> PDFError {
    (error as? PDFError ?? PDFError(.cannotWrite, "The file cannot be written.", underlying: "\(error)"))
      .about(url)
  }
}
