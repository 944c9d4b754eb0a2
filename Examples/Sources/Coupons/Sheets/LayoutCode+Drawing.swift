import Postil

extension LayoutCode {
  /// The smallest module that printers and cameras can be relied on to tell from the next, in points.
  private static let leastModule = 0.5

  /// A QR code as paths, as large as fits the middle of a rectangle with its quiet zone, in tenths of a point a module: whole
  /// numbers make short paths.
  ///
  /// - Throws: ``CouponError`` if the text is too long, or the rectangle too small.
  func annotations(_ text: String, in rect: PageRect, on page: ShownPage) throws -> [Annotation] {
    let symbol = try QRSymbol(text, level: level)
    let count = symbol.width + 2 * QRSymbol.quietZone
    let module = (min(rect.width, rect.height) / Double(count) * 10).rounded(.down) / 10
    guard module >= Self.leastModule else {
      throw CouponError(
        "A QR code of \(symbol.width) × \(symbol.width) modules needs a rectangle of "
          + "\(Double(count) * Self.leastModule) points: make it larger, or the text shorter.")
    }
    let size = Double(count) * module
    let left = (rect.center.x - size / 2).rounded()
    let top = (rect.center.y + size / 2).rounded()
    let zone = Double(QRSymbol.quietZone) * module
    let areas = symbol.outlines.map { outline in
      outline.map { corner in
        page.point(
          x: left + zone + Double(corner.column) * module, y: top - zone - Double(corner.row) * module)
      }
    }
    let paper = background.map { color in
      Annotation(
        .rectangle(page.rect(PageRect(x: left, y: top - size, width: size, height: size))),
        style: AnnotationStyle(fill: color, lineWidth: 0))
    }
    return (paper.map { [$0] } ?? [])
      + [Annotation(.ink([], areas: areas), style: AnnotationStyle(fill: color, lineWidth: 0))]
  }
}
