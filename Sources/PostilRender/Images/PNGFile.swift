package import Foundation
package import PostilModel

/// Samples of any kind that PNG has, as a file.
package enum PNGFile {
  /// What the samples of a picture are.
  package enum Colors: Sendable {
    case gray, rgb, grayAndAlpha, rgbAndAlpha
    /// Places in a table of red, green and blue.
    case palette([UInt8])
  }

  /// - Parameters:
  ///   - samples: Row by row from top to bottom, each beginning at a byte; of 16 bits the higher byte first.
  ///   - depth: Bits of a sample, such as PNG has them with these colors.
  ///   - profile: An ICC profile of the colors; empty for none.
  /// - Throws: ``PDFError`` with code `.renderFailed` if they are not as many as they must be, or there is not enough memory.
  /// - Complexity: O(bytes).
  package static func data(
    _ samples: [UInt8], width: Int, height: Int, depth: Int, _ colors: Colors, profile: [UInt8]
  ) throws(PDFError) -> Data {
    let (kind, palette): (PNGEncoder.Colors, [UInt8]) =
      switch colors {
      case .gray: (.gray, [])
      case .rgb: (.rgb, [])
      case .grayAndAlpha: (.grayAndAlpha, [])
      case .rgbAndAlpha: (.rgbAndAlpha, [])
      case .palette(let palette): (.palette, palette)
      }
    do {
      return Data(
        try samples.withUnsafeBytes {
          try PNGEncoder.file(
            $0, width: width, height: height, depth: depth, kind, palette: palette, profile: profile)
        })
    } catch {
      throw PDFError(.renderFailed, "The image cannot be written as PNG.", underlying: "\(error)")
    }
  }
}
