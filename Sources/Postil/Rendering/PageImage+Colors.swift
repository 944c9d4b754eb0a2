import PostilModel
import PostilRender

extension PageImage {
  /// The image in other colors. Transparent pixels stay as transparent as they are.
  ///
  /// - Throws: ``PDFError`` with code `.renderFailed` if there is not enough memory.
  /// - Complexity: O(pixels); O(1) for the original colors.
  func with(_ colors: PageLook.Colors, pool: PixelBufferPool?) throws -> PageImage {
    guard colors != .original else { return self }
    let copy = try PixelBuffer(copying: self, pool: pool)
    for index in copy.bytes.bindMemory(to: UInt32.self).indices {
      let pixels = copy.bytes.assumingMemoryBound(to: UInt32.self)
      pixels[index] = colors == .gray ? Self.gray(pixels[index]) : Self.inverted(pixels[index])
    }
    return PageImage(copy)
  }

  /// A pixel as bright as it was (ITU-R BT.709), in gray.
  private static func gray(_ pixel: UInt32) -> UInt32 {
    let (red, green, blue) = (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
    let gray = (red * 13_933 + green * 46_871 + blue * 4_732 + 32_768) >> 16
    return pixel & 0xFF00_0000 | gray << 16 | gray << 8 | gray
  }

  /// A pixel as light as it was dark, with the same hue and saturation. Colors are multiplied by alpha, so that is the lightest.
  private static func inverted(_ pixel: UInt32) -> UInt32 {
    let (alpha, red, green, blue) = (pixel >> 24, pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
    let way = Int(alpha) - Int(max(red, green, blue)) - Int(min(red, green, blue))
    func moved(_ part: UInt32) -> UInt32 { UInt32(clamping: min(max(Int(part) + way, 0), Int(alpha))) }
    return alpha << 24 | moved(red) << 16 | moved(green) << 8 | moved(blue)
  }
}
