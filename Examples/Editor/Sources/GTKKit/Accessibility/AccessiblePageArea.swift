import CGTK

/// A widget that paints nothing and tells assistive technology of what its parent paints there.
///
/// Items cost little until somebody asks for them. Before GTK 4.14 nothing is told.
public final class AccessiblePageArea: CustomWidget {
  /// Whether anything is told.
  public static var isSupported: Bool { cgtk_tells_trees() != 0 }

  /// Makes a widget with items, which stay as they are.
  public init(_ items: [AccessibleItem], name: String) {
    super.init(css: "pagearea", role: .page)
    setAccessibleLabel(name)
    canBeTargeted = false
    guard Self.isSupported else { return }
    for item in items { add(item, below: nil) }
  }

  override public func snapshot(_ snapshot: Snapshot) {}

  private func add(_ item: AccessibleItem, below above: UnsafeMutableRawPointer?) {
    let node = item.name.withCString { name in
      item.detail.withCString { detail in
        var facts = CGTKNodeFacts()
        (facts.name, facts.detail) = (name, detail)
        facts.level = Int32(clamping: item.level)
        facts.checked = item.isChecked.map { $0 ? 1 : 0 } ?? -1
        facts.read_only = item.isReadOnly ? 1 : 0
        facts.required = item.isRequired ? 1 : 0
        facts.missing = item.isMissing ? 1 : 0
        facts.multiline = item.isMultiline ? 1 : 0
        (facts.x, facts.y) = (Float(item.frame.x), Float(item.frame.y))
        (facts.width, facts.height) = (Float(item.frame.width), Float(item.frame.height))
        return cgtk_add_node(widget, above, item.role.gtk, item.text == nil ? 0 : 1, &facts)
      }
    }
    guard let node else { return }
    if let text = item.text { cgtk_set_text(node, widget, text) }
    for child in item.children { add(child, below: node) }
  }
}

extension CustomWidget {
  /// Gives a widget with the role of a document a text with a caret, for assistive technology.
  ///
  /// - Parameter area: The widget that the boxes of the text are parts of; `nil` if there is none.
  public func setAccessibleText(_ text: AccessibleText, in area: Widget?) {
    guard role == .document else { return }
    cgtk_set_text(widget, area?.widget, text)
  }

  /// Sets where the caret of that text is, and what of it is selected, in Unicode scalars.
  public func setAccessibleCaret(_ caret: Int, selection: Range<Int> = 0..<0) {
    guard role == .document else { return }
    cgtk_set_caret(
      widget, guint(clamping: caret), guint(clamping: selection.lowerBound),
      guint(clamping: selection.upperBound))
  }
}

private func cgtk_set_text(
  _ object: UnsafeMutableRawPointer, _ area: UnsafeMutablePointer<GtkWidget>?, _ text: AccessibleText
) {
  let count = text.string.unicodeScalars.count
  let hasBoxes = text.boxes.count == count * 4
  // A zero within a text would end it there.
  let string = text.string.contains("\0") ? text.string.replacing("\0", with: " ") : text.string
  text.boxes.withUnsafeBufferPointer { boxes in
    CGTK.cgtk_set_text(object, area, string, guint(clamping: count), hasBoxes ? boxes.baseAddress : nil)
  }
}
