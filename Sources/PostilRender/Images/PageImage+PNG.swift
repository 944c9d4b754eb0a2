import CCairo
public import Foundation
import PostilModel

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

  /// Writes the image to a PNG file. What was there is replaced in one step, and stays if this fails. A
  /// device or a pipe is written to as it is.
  ///
  /// - Throws: ``PDFError`` with code `.cannotWrite` or `.diskFull`, or as ``pngData()``.
  public func write(to url: URL) throws {
    let data = try pngData()
    do {
      let path = url.resolvingSymlinksInPath().path
      let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      try data.write(to: url, options: type == nil || type == .typeRegular ? .atomic : [])
    } catch {
      let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
      throw PDFError(
        isFull ? .diskFull : .cannotWrite,
        isFull
          ? "There is no space left for the image: make space, or write to another disk."
          : "The image cannot be written: check that the folder exists and may be written to.",
        url: url, underlying: (error as NSError).localizedDescription)
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

/// Grows as cairo writes.
private final class PNGBytes {
  var data = Data()
}
