package import Foundation
package import PostilModel

/// Files with pictures.
package enum ExportedFile {
  /// Writes a file, replacing an existing one atomically. Devices and pipes are written to directly.
  ///
  /// - Throws: ``PDFError`` with code `.cannotWrite` or `.diskFull`.
  package static func write(_ data: Data, to url: URL) throws(PDFError) {
    do {
      // A rename would replace a device or a pipe by a file.
      if let status = FileStatus(path: url.path), !status.isRegular, !status.isFolder {
        let file = FileIO.open(url.path, O_WRONLY)
        guard file >= 0 else { throw SystemError.writing(errno) }
        defer { close(file) }
        try FileIO.write(data, to: file)
      } else {
        let file = try AtomicFile(target: url, kind: .export)
        try file.write(data)
        _ = try file.commit()
      }
    } catch {
      throw
        (error as? PDFError ?? PDFError(.cannotWrite, "The file cannot be written.", underlying: "\(error)"))
        .about(url)
    }
  }
}
