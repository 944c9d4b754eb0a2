public import Foundation
import PNGCoding
import PostilModel
import PostilSystem

extension PageImage {
  /// The image as a PNG file: with colours alone if no pixel is transparent, else with alpha. Compression is fast rather
  /// than small.
  ///
  /// - Throws: ``PDFError`` with code `.renderFailed` if there is not enough memory.
  /// - Complexity: O(pixels).
  public func pngData() throws -> Data {
    do {
      return Data(try withPixels { try PNGEncoder.file($0, width: width, height: height) })
    } catch {
      throw PDFError(.renderFailed, "The image cannot be written as PNG.", underlying: "\(error)")
    }
  }

  /// Writes the image to a PNG file, replacing an existing one atomically. Devices and pipes are written to directly.
  ///
  /// - Throws: ``PDFError`` with code `.cannotWrite` or `.diskFull`, or as ``pngData()``.
  public func write(to url: URL) throws { try PictureFile.write(pngData(), to: url) }
}

/// Files with pictures.
package enum PictureFile {
  /// Writes a file, replacing an existing one atomically. Devices and pipes are written to directly.
  ///
  /// - Throws: ``PDFError`` with code `.cannotWrite` or `.diskFull`.
  package static func write(_ data: Data, to url: URL) throws {
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
    } catch let error as PDFError {
      throw error.about(url)
    }
  }
}
