import CCairo
public import Foundation
import PostilModel
import PostilSystem

extension PageImage {
  /// The image as a PNG file.
  ///
  /// - Throws: ``PDFError`` with code `.renderFailed` if there is not enough memory.
  public func pngData() throws -> Data {
    let png = PNGBytes()
    let status = withSurface { surface in
      cairo_surface_write_to_png_stream(
        surface,
        { closure, bytes, count in
          guard let closure, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
          let png = Unmanaged<PNGBytes>.fromOpaque(closure).takeUnretainedValue()
          png.data.append(bytes, count: Int(count))
          return CAIRO_STATUS_SUCCESS
        }, Unmanaged.passUnretained(png).toOpaque())
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw PDFError(
        .renderFailed, "The image cannot be written as PNG.", underlying: CairoStatus.text(status))
    }
    return png.data
  }

  /// Writes the image to a PNG file, replacing an existing one atomically. Devices and pipes are written to directly.
  ///
  /// - Throws: ``PDFError`` with code `.cannotWrite` or `.diskFull`, or as ``pngData()``.
  public func write(to url: URL) throws {
    let data = try pngData()
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

  /// Cairo's view of the pixels, for reading.
  private func withSurface(_ body: (OpaquePointer?) -> cairo_status_t) -> cairo_status_t {
    withExtendedLifetime(buffer) {
      let surface = buffer.makeSurface()
      defer { cairo_surface_destroy(surface) }
      return body(surface)
    }
  }
}

/// Collects what cairo writes.
private final class PNGBytes {
  var data = Data()
}
