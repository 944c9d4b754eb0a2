import PostilModel

extension RectangleContent: AnnotationCodec {
  static let ownedKeys: [PDFName] = ["RD"]

  init?(_ source: AnnotationSource, _ style: inout StrokeStyle) {
    guard let outline = source.outline(style) else { return nil }
    self.init(outline)
  }

  func write(to dictionary: inout PDFDictionary, _ style: StrokeStyle) {
    dictionary["RD"] = .outlineDistances(style)
  }
}

extension AnnotationSource {
  /// The rectangle along which the pen of a square or a circle runs: `/Rect` less `/RD`, or less half the
  /// pen's width.
  func outline(_ style: StrokeStyle) -> PageRect? {
    guard let rect else { return nil }
    guard let insets = numbers("RD"), insets.count == 4, insets.allSatisfy({ $0 >= 0 }),
      insets[0] + insets[2] <= rect.width, insets[1] + insets[3] <= rect.height
    else { return rect.insetBy(style.lineWidth / 2) }
    return PageRect(
      corner: PagePoint(x: rect.minX + insets[0], y: rect.minY + insets[1]),
      corner: PagePoint(x: rect.maxX - insets[2], y: rect.maxY - insets[3]))
  }
}

extension PDFObject {
  /// The distances from `/Rect` to the outline of a square or a circle (`/RD`).
  static func outlineDistances(_ style: StrokeStyle) -> PDFObject? {
    let inset = style.lineWidth / 2
    return inset > 0 ? .coordinates([inset, inset, inset, inset]) : nil
  }
}
