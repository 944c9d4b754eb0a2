public import Foundation
public import PostilModel
import PostilJPEGBridge

extension PageImage {
  /// The image as a JPEG file: gray if it has no color. What is transparent lies on white.
  ///
  /// - Parameters:
  ///   - quality: From 0, small, to 1, fine.
  ///   - resolution: Pixels an inch, as the file says; 1 to 65,535.
  /// - Throws: ``PDFError`` with code `.renderFailed` if there is not enough memory.
  /// - Complexity: O(pixels).
  public func jpegData(quality: Double = 0.9, resolution: Double = 72) throws(PDFError) -> Data {
    var length = 0
    var message = [CChar](repeating: 0, count: 200)
    let percent = quality.isFinite ? Int32(min(max(quality * 100, 1), 100)) : 90
    let density = resolution.isFinite ? Int32(min(max(resolution.rounded(), 1), 65_535)) : 72
    let isGray = isGray
    let file = withPixels { pixels in
      postil_jpeg_file(
        pixels.bindMemory(to: UInt32.self).baseAddress, Int32(width), Int32(height), isGray ? 1 : 0, percent,
        density,
        &length, &message)
    }
    guard let file else {
      throw PDFError(
        .renderFailed, "The image cannot be written as JPEG.",
        underlying: String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    return Data(bytesNoCopy: file, count: length, deallocator: .free)
  }

  /// The image as a TIFF file: gray if it has no color, with alpha if pixels are transparent.
  ///
  /// - Parameter resolution: Pixels an inch, as the file says.
  /// - Throws: ``PDFError`` with code `.renderFailed` if there is not enough memory.
  /// - Complexity: O(pixels).
  public func tiffData(resolution: Double = 72) throws(PDFError) -> Data {
    var encoder = TIFFEncoder()
    try encoder.append(self, resolution: resolution)
    return Data(encoder.finished())
  }

  /// Whether all pixels are gray, seen on white.
  private var isGray: Bool {
    withPixels { $0.bindMemory(to: UInt32.self).allSatisfy { ($0 >> 8 ^ $0) & 0xFFFF == 0 } }
  }
}
