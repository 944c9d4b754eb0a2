public import Foundation
import PostilRenderProtocol
public import PostilModel
import PostilSystem

extension PageImage {
  /// The image as a PNG file: gray if it has no color, with alpha if pixels are transparent. Compression is fast rather than
  /// small.
  ///
  /// - Parameter resolution: Pixels an inch, as the file says; `nil`: it does not say.
  /// - Throws: ``PDFError`` with code `.renderFailed` if there is not enough memory.
  /// - Complexity: O(pixels).
  public func pngData(resolution: Double? = nil) throws(PDFError) -> Data {
    do {
      return Data(
        try withPixels { try PNGEncoder.file($0, width: width, height: height, resolution: resolution) })
    } catch {
      throw PDFError(.renderFailed, "The image cannot be written as PNG.", underlying: "\(error)")
    }
  }

  /// Writes the image to a PNG file, replacing an existing one atomically. Devices and pipes are written to directly.
  ///
  /// - Throws: ``PDFError`` with code `.cannotWrite` or `.diskFull`, or as ``pngData(resolution:)``.
  public func write(to url: URL) throws(PDFError) { try ExportedFile.write(pngData(), to: url) }
}
