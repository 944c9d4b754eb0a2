public import PostilModel

extension Annotation {
  /// A free text that is tall enough for its text, and, if it is a typewriter's, as wide as its longest line: the upper
  /// left corner, as the reader sees it, stays. It never becomes smaller; other kinds stay as they are.
  ///
  /// ```swift
  /// annotation.content.freeText?.text += " and more"
  /// try document.replace(annotation.grownToText(), on: page.id)
  /// ```
  ///
  /// - Throws: ``PDFError`` with code `.missingGlyphs` or `.invalidArgument`, as
  ///   ``Appearance/Text/measured(in:)``.
  public func grownToText() throws(PDFError) -> Annotation {
    guard var content = content.freeText else { return self }
    let frame = UprightFrame(content.textFrame(lineWidth: style.lineWidth), content.rotation)
    let text = content.paintedText(style.color)
    var width = 0.0
    // A thousandth more, since coordinates are rounded in a file, and a line must not be broken there that is not here.
    if case .typewriter = content.form { width = max(0, try text.measured().width + 0.01 - frame.width) }
    let height = max(0, try text.measured(in: frame.width + width).height - frame.height)
    guard width > 0 || height > 0 else { return self }
    content.rect = UprightFrame(content.rect, content.rotation).insetBy(right: -width, bottom: -height)
    var copy = self
    copy.content = .freeText(content)
    return copy
  }
}
