import Postil

extension LayoutText {
  /// How much smaller a text is made in one step, in points.
  private static let step = 0.5

  /// A text as large as fits a rectangle.
  ///
  /// - Throws: ``CouponError`` if it does not fit at the least size; `PDFError` if no font has a character of it.
  func annotation(_ text: String, in rect: PageRect, on page: ShownPage) throws -> Annotation {
    var font = font
    while true {
      let height = try height(of: text, font, width: rect.width)
      if height <= rect.height {
        let place = PageRect(
          x: rect.minX, y: rect.maxY - height - space(rect.height - height), width: rect.width, height: height
        )
        return free(text, font, in: page.rect(place), page.rotation)
      }
      guard font.size > leastSize else {
        throw CouponError(
          "'\(text.shortened)' does not fit its rectangle of \(rect.width) × \(rect.height) points in the least "
            + "size, \(leastSize) points.")
      }
      font.size = max(font.size - Self.step, leastSize)
    }
  }

  /// How tall a box of a width has to be for a text: what a free text on an upright page grows to.
  private func height(of text: String, _ font: TextFont, width: Double) throws -> Double {
    let line = PageRect(x: 0, y: 0, width: width, height: 1)
    return try free(text, font, in: line, .none).grownToText().frame.height
  }

  private func space(_ left: Double) -> Double {
    switch vertical {
    case .top: 0
    case .middle: left / 2
    case .bottom: left
    }
  }

  private func free(_ text: String, _ font: TextFont, in rect: PageRect, _ rotation: PageRotation)
    -> Annotation
  {
    Annotation(
      .freeText(text, in: rect, font: font, alignment: alignment, rotation: rotation),
      style: AnnotationStyle(color: color, lineWidth: 0))
  }
}

extension String {
  /// The first characters, for a message.
  fileprivate var shortened: String { count > 40 ? prefix(40) + "…" : self }
}
