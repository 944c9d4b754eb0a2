/// A text that was entered into a form field, painted over the page until its tiles show it.
struct EnteredText: DrawingTool {
  var style = AnnotationStyle()
  private let appearance: Appearance

  /// `nil` for what is not shown as text, or cannot be set.
  init?(_ entry: FormEntry) {
    guard entry.kind != .listBox, !entry.isTurned else { return nil }
    let box = entry.widget.rect.insetBy(entry.inset / 2)
    var font = entry.font
    font.size = entry.fontSize
    func text(_ string: String, _ alignment: TextAlignment) -> Appearance.Text {
      Appearance.Text(string, font: font, color: entry.color, alignment: alignment)
    }
    var items = [Appearance.Item(path: .rectangle(box), fill: .white)]
    let shown = entry.shownText
    if let cells = entry.field.combCells {
      let width = entry.widget.rect.width / Double(cells)
      for (index, character) in shown.prefix(cells).enumerated() where character != " " {
        let cell = PageRect(
          x: entry.widget.rect.minX + width * Double(index), y: box.minY, width: width, height: box.height)
        guard let item = Self.line(text(String(character), .center), in: cell) else { return nil }
        items.append(item)
      }
    } else if entry.kind == .paragraph {
      items.append(.text(text(shown, entry.alignment), in: entry.widget.rect.insetBy(entry.inset)))
    } else if !shown.isEmpty {
      let frame = PageRect(
        x: entry.widget.rect.minX + entry.inset, y: box.minY,
        width: max(entry.widget.rect.width - 2 * entry.inset, 1), height: box.height)
      guard let item = Self.line(text(shown, entry.alignment), in: frame) else { return nil }
      items.append(item)
    }
    appearance = Appearance(items: items, box: box)
  }

  /// A line in the middle of a height.
  private static func line(_ text: Appearance.Text, in frame: PageRect) -> Appearance.Item? {
    guard let measured = try? text.measured() else { return nil }
    // As wide as the line at least: it is cut off, not broken.
    let place = PageRect(
      x: frame.minX, y: frame.minY - (measured.height - frame.height) / 2,
      width: max(frame.width, measured.width + 1), height: measured.height)
    return .text(text, in: place)
  }

  // What is painted does not change.
  var isDrawing: Bool { true }
  mutating func begin(at point: PagePoint) -> PageRect { .zero }
  mutating func move(to point: PagePoint) -> PageRect { .zero }
  func draw() -> Appearance { appearance }
  mutating func finish() -> [AnnotationChange] { [] }
  mutating func cancel() -> PageRect { .zero }
}

extension FormEntry {
  /// The text as the field shows it, about.
  fileprivate var shownText: String {
    kind == .password ? String(repeating: "*", count: text.count) : FormFormat.shown(text, field)
  }
}
