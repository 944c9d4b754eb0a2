import PostilModel

/// The size of an image in pixels, within what cairo and the memory can hold.
package struct ImageSize: Sendable, Hashable {
  /// Cairo counts the pixels of a side in 16 bits.
  package static let maximumSide = 32_767
  /// The most memory that one image may take.
  package static let maximumByteCount = 1 << 30

  package let width: Int
  package let height: Int
  package var bytesPerRow: Int { width * 4 }
  package var byteCount: Int { bytesPerRow * height }

  /// The size of a page that is `width` × `height` points, at `scale` pixels a point; a part of a
  /// pixel counts as a whole one.
  ///
  /// - Throws: ``PDFError`` with code `.renderFailed` if the page has no size, or `.invalidArgument`, which names the largest scale
  ///   that works.
  package init(width: Double, height: Double, scale: Double) throws {
    guard width > 0, height > 0, width.isFinite, height.isFinite else {
      throw PDFError(.renderFailed, "The page has no size that could be shown.")
    }
    guard scale > 0, scale.isFinite else {
      throw PDFError(
        .invalidArgument,
        "A page cannot be rendered at scale \(scale): give a number above 0, such as 1 for 72 dpi.")
    }
    // Checked before the conversion, which would trap on numbers that no Int holds.
    let largest = Self.largestScale(width: width, height: height)
    guard scale <= largest else { throw Self.tooLarge(scale: scale, largest: largest) }
    self.width = Self.pixels(width * scale)
    self.height = Self.pixels(height * scale)
  }

  /// A size in whole pixels.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if it is empty or too large.
  package init(pixelWidth width: Int, height: Int) throws {
    let sides = 1...Self.maximumSide
    guard sides.contains(width), sides.contains(height), width * height <= Self.maximumByteCount / 4 else {
      throw PDFError(
        .invalidArgument, "An image cannot have \(width) × \(height) pixels: ask for a part of it instead.")
    }
    self.width = width
    self.height = height
  }

  /// Rounds up, ignoring errors of rounding.
  private static func pixels(_ length: Double) -> Int {
    min(max(Int((length - 1e-6).rounded(.up)), 1), maximumSide)
  }

  private static func largestScale(width: Double, height: Double) -> Double {
    let area = Double(maximumByteCount / 4)
    return min(Double(maximumSide) / max(width, height), (area / (width * height)).squareRoot())
  }

  private static func tooLarge(scale: Double, largest: Double) -> PDFError {
    let step = largest >= 1 ? 100.0 : 100_000.0
    return PDFError(
      .invalidArgument,
      "At scale \(scale) the image would be too large (over \(maximumSide) pixels a side, or over "
        + "\(maximumByteCount >> 30) GB): this page can be rendered at scales up to "
        + "\((largest * step).rounded(.down) / step).")
  }
}
