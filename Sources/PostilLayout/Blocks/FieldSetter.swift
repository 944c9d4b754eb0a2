import PostilFile
import PostilGraphics
import PostilModel

/// Sets a field: its label, and its widgets as items that are added to pages when they are painted.
struct FieldSetter {
  private let field: Field
  private let setter: BlockSetter
  private let style: FieldStyle
  /// Whether its label is written from right to left: then it is mirrored.
  private let isRightToLeft: Bool
  private var size: Double { style.font.size }

  private static let gap = 6.0

  init(_ field: Field, _ style: FieldStyle, _ setter: BlockSetter) {
    (self.field, self.style, self.setter) = (field, style, setter)
    let letter = field.label.string.unicodeScalars.first { $0.properties.isAlphabetic }
    isRightToLeft = letter?.isRightToLeft ?? setter.session.isRightToLeft
  }

  func set() throws {
    try setter.session.add(field: field.name)
    let widget = try Widget(self)
    let isShown = field.labelPlace != .hidden
    let group = TagScope("Div", in: setter.scope)
    let inner = isShown ? setter.nested(group) : setter
    try setter.add(space: style.space)
    switch field.kind {
    case .checkBox: try setButton(0, field.label, isShown: isShown, widget, inner)
    case .radioButtons:
      if isShown { try setLabel(inner) }
      for (index, option) in field.options.enumerated() {
        try setButton(
          index, Inline(option.label), isShown: true, widget, inner,
          keepsWithNext: index < field.options.count - 1)
      }
    default: try setBox(widget, inner)
    }
    if isShown { try setter.close(group) }
    try setter.add(space: style.space)
  }

  /// What all widgets of the field have.
  private struct Widget {
    let field: NewFormField
    let font: SystemFont
    /// What buttons are read aloud as.
    let alternatives: [String]

    init(_ setter: FieldSetter) throws {
      field = try setter.newField()
      font = try setter.font(for: field)
      let name = field.alternateName ?? field.name
      let isRadio = setter.field.kind == .radioButtons
      alternatives = isRadio ? setter.field.options.map { "\(name): \($0.label)" } : []
    }

    /// Adds a place where the field is shown to the page.
    func add(_ index: Int, _ canvas: PageCanvas, _ rect: PageRect, in scope: TagScope) {
      // Of what is repeated on each page the first is the field.
      guard canvas.artifact == nil else { return }
      let form = TagScope("Form", in: scope)
      if alternatives.indices.contains(index) { form.properties.alternative = alternatives[index] }
      let value = field.widgets.indices.contains(index) ? field.widgets[index].value : nil
      canvas.composer.addWidget(of: field, in: font, rect, value: value, form.element(canvas.composer))
      form.close(canvas.composer)
    }
  }

  // MARK: - The field

  /// The field, checked as one that is added to a document.
  private func newField() throws -> NewFormField {
    let toolTip = field.toolTip ?? field.label.line
    guard !toolTip.allSatisfy(\.isWhitespace) else {
      throw PDFError(
        .invalidArgument, "The field '\(field.name)' says nothing to who does not see it: give it a label.")
    }
    guard (1...1000).contains(field.lines) else {
      throw PDFError(
        .invalidArgument, "The field '\(field.name)' has 1 to 1,000 lines, not \(field.lines).")
    }
    guard field.kind != .radioButtons || !field.options.isEmpty else {
      throw PDFError(.invalidArgument, "The field '\(field.name)' has no options: give at least one.")
    }
    let rect = PageRect(x: 0, y: 0, width: 10, height: 10)
    let isRadio = field.kind == .radioButtons
    let widgets = (0..<(isRadio ? field.options.count : 1)).map { index in
      NewFormField.Widget(on: PageID(number: 0), in: rect, value: isRadio ? field.options[index].value : nil)
    }
    var look = FormFieldLook(size: size, color: style.color, background: style.background)
    if field.kind.isButton { look.size = 0 }
    if isRightToLeft { look.alignment = .right }
    look.border = style.border.map { FormFieldLook.Border(color: $0, width: style.borderWidth) }
    var new = NewFormField(
      field.kind, named: field.name, widgets: widgets, options: isRadio ? [] : field.options,
      value: field.value,
      flags: field.flags, maximumLength: field.maximumLength, look: look)
    new.alternateName = toolTip
    return try new.validated()
  }

  /// The font of values, in which the value that there is can be shown.
  private func font(for new: NewFormField) throws -> SystemFont {
    let value: [String] =
      switch new.value {
      case .text(let text)?: [text]
      case .choices(let values)?: values
      case .checked?, nil: []
      }
    let texts = (new.kind.isButton ? [] : value) + new.options.map(\.label)
    for text in texts where !text.isEmpty {
      _ = try ShapedText([StyledSpan(text, font: style.font)], width: nil, setter.fonts)
    }
    // Fonts whose glyphs have numbers instead of names (of Chinese, Japanese and Korean, mostly) are not for fields: another one is, and
    // what that lacks is set in the field's own.
    var first: SystemFont?
    for family in [style.font.family, "sans-serif", "DejaVu Sans", "Liberation Sans", "serif"] {
      var font = style.font
      font.family = family
      let shaped = try? ShapedText([StyledSpan("0", font: font)], width: nil, setter.fonts)
      guard let program = shaped?.lines.first?.runs.first?.program else { continue }
      if program.isForFields { return program }
      first = first ?? program
    }
    guard let first else {
      throw PDFError(.missingGlyphs, "There is no font for the field '\(new.name)': install one.")
    }
    guard setter.session.conformance.isEmpty else {
      throw PDFError(
        .unsupported,
        "Programs cannot write in the font \(first.name), and \(setter.session.conformance.names) has only embedded fonts: install another, as DejaVu Sans."
      )
    }
    return first
  }

  // MARK: - Labels

  private var labelStyle: ParagraphStyle {
    var look = setter.style.body
    (look.alignment, look.spaceBefore, look.spaceAfter) = (.natural, 0, 2)
    (look.firstLineIndent, look.leftInset, look.keepsWithNext) = (0, 0, true)
    return look
  }

  private func setLabel(_ inner: BlockSetter) throws {
    try inner.setParagraph(field.label, labelStyle, tag: "P")
  }

  /// A label that stands beside a widget.
  private struct SideLabel {
    let text: SetText
    let scope: TagScope
    var height: Double { (0..<text.lineCount).reduce(0) { $0 + text.height(of: $1) } }

    func draw(_ canvas: PageCanvas, _ x: Double, _ top: Double) throws {
      let links = SetText.Links()
      var top = top
      for line in 0..<text.lineCount {
        try text.draw(line, canvas, x, top, scope, links)
        top -= text.height(of: line)
      }
      links.close(canvas.composer)
      scope.close(canvas.composer)
    }
  }

  private func sideLabel(_ label: Inline, width: Double, _ inner: BlockSetter) throws -> SideLabel {
    guard width >= 1, width.isFinite else {
      throw PDFError(.invalidArgument, "The label of the field '\(field.name)' has no room: make it smaller.")
    }
    let scope = TagScope("P", in: inner.scope)
    return SideLabel(text: try inner.text(label, labelStyle, width: width, scope), scope: scope)
  }

  // MARK: - Widgets

  private func setButton(
    _ index: Int, _ label: Inline, isShown: Bool, _ widget: Widget, _ inner: BlockSetter,
    keepsWithNext: Bool = false
  ) throws {
    let side = size * 1.15
    let (room, x) = (inner.width, inner.x)
    guard room >= side else { throw tooWide(side, room) }
    let text = isShown ? try sideLabel(label, width: room - side - Self.gap, inner) : nil
    let first = text.map { $0.text.baseline(of: 0) } ?? size
    // In the middle of the letters of the first line.
    let above = max(first - size * 0.36 - side / 2, 0)
    let item = LayoutItem(height: max(text?.height ?? 0, above + side))
    (item.name, item.baseline, item.keepsWithNext) = ("A field", first, keepsWithNext)
    (item.spaceAfter, item.footnotes) = (2, Self.footnotes(text))
    let scope = inner.scope
    let isMirrored = isRightToLeft
    item.draw = { canvas, frame, top in
      let left = frame + x + (isMirrored ? room - side : 0)
      widget.add(
        index, canvas, PageRect(x: left, y: top - above - side, width: side, height: side), in: scope)
      try text?.draw(canvas, frame + x + (isMirrored ? 0 : side + Self.gap), top)
    }
    try inner.target.add(item)
  }

  private func setBox(_ widget: Widget, _ inner: BlockSetter) throws {
    var (room, left) = (inner.width, inner.x)
    var label: SideLabel?
    switch field.labelPlace {
    case .above: try setLabel(inner)
    case .beside(let column):
      label = try sideLabel(field.label, width: column, inner)
      room -= column + Self.gap
      if !isRightToLeft { left += column + Self.gap }
    case .hidden: break
    }
    let width = field.width ?? room
    guard width.isFinite, width >= 4, width <= room + 0.01 else { throw tooWide(width, room) }
    if isRightToLeft { left += room - width }
    let lines = field.kind == .listBox ? min(field.lines, max(field.options.count, 1)) : field.lines
    // Fonts of the system have up to 1.4 sizes from one line to the next.
    let height = Double(lines) * size * (field.kind == .listBox ? 1.15 : 1.4) + 4
    let item = LayoutItem(height: max(height, label?.height ?? 0))
    (item.name, item.footnotes) = ("A field", Self.footnotes(label))
    // That of the value, which stands in the middle of the first line.
    let baseline = 2 + size * 1.06
    item.baseline = baseline
    let labelTop = label.map { max(baseline - $0.text.baseline(of: 0), 0) } ?? 0
    item.height = max(height, labelTop + (label?.height ?? 0))
    let scope = inner.scope
    let labelLeft = inner.x + (isRightToLeft ? room + Self.gap : 0)
    item.draw = { canvas, x, top in
      try label?.draw(canvas, x + labelLeft, top - labelTop)
      widget.add(
        0, canvas, PageRect(x: x + left, y: top - height, width: width, height: height), in: scope)
    }
    try inner.target.add(item)
  }

  private static func footnotes(_ label: SideLabel?) -> [ItemStack] {
    label.map { label in (0..<label.text.lineCount).flatMap { label.text.footnotes(of: $0) } } ?? []
  }

  private func tooWide(_ width: Double, _ room: Double) -> PDFError {
    PDFError(
      .invalidArgument,
      "The field '\(field.name)' is \(width) points wide, and there is room for \(Int(max(room, 0))): give it another width."
    )
  }
}
