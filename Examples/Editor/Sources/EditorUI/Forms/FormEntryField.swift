import GTKKit
import Postil
import PostilViewer

/// What a form field is edited with, in its place on the page: a line of text, several, or a list.
final class FormEntryField: CustomWidget {
  /// The width of the button that opens a list or a calendar, in units.
  private static let buttonWidth = 26.0
  /// The smallest list, in units.
  private static let leastList = (width: 90.0, height: 56.0)
  /// The narrowest text, in units: that of a field may run upwards.
  private static let leastWidth = 40.0
  /// The smallest text that can be read while it is typed, in units.
  private static let leastSize = 7.0
  /// The room for a cursor behind a text, in units.
  private static let cursorRoom = 4.0
  private static let cellLine = RGBA(0, 0, 0, 0.25)

  let line = TextField()
  let paragraph = TextView()
  let options: OptionList
  let opener = Button(icon: "pan-down-symbolic", name: tr("Open the list"))
  private let scrolled: ScrolledWindow
  private let session: ViewerSession
  private var filling: FormFilling { session.formFilling }
  private let keys = KeyController()
  /// The place that is edited, and how.
  private var shown: (widget: FormWidget, kind: FormEntry.Kind)?
  private var isShowing = false
  /// How far the text of a comb is from its left edge, in units.
  private var combStart = 0.0
  /// How often what was entered had been refused when that was last looked at.
  private var refusals = 0
  /// Whether all of the text is selected when editing begins, so that typing replaces it.
  var selectsAll = true
  /// Called when editing has ended, if the keyboard focus is still here.
  var onEnd: () -> Void = {}

  init(_ session: ViewerSession) {
    self.session = session
    options = OptionList(session.formFilling)
    scrolled = ScrolledWindow(paragraph)
    super.init(css: "formentry")
    for (name, widget) in [("form.line", line), ("form.paragraph", paragraph), ("form.opener", opener)]
      as [(String, Widget)]
    {
      WidgetNames.name(widget, name)
    }
    WidgetNames.name(options, "form.options")
    line.setClass("formline")
    paragraph.setClass("pagetext")
    (paragraph.wraps, paragraph.acceptsTab) = (true, false)
    opener.isFocusable = false
    opener.setClass("flat")
    for child in [line, scrolled, options, opener] as [Widget] { add(child) }
    isVisible = false
    connect()
  }

  private func connect() {
    line.onChange { [unowned self] in typed(line.text) }
    paragraph.onChange { [unowned self] in typed(paragraph.text) }
    opener.onClick { [unowned self] in filling.setListOpen(filling.entry?.isListOpen != true) }
    // Before the text gets them.
    keys.phase = .capture
    keys.onPress { [unowned self] in pressed($0) }
    add(keys)
    observe { [unowned self] in follow() }
  }

  // MARK: - Typing

  private func typed(_ text: String) {
    guard !isShowing else { return }
    filling.text = text
    showText()
  }

  /// Shows the text as the field takes it. The cursor stays behind what was typed.
  private func showText() {
    guard let entry = filling.entry else { return }
    isShowing = true
    defer { isShowing = false }
    if entry.kind == .paragraph {
      paragraph.text = entry.text
    } else if line.text != entry.text {
      let place = line.cursor - (line.text.unicodeScalars.count - entry.text.unicodeScalars.count)
      line.text = entry.text
      line.cursor = max(place, 0)
    }
  }

  /// Has GTK leave out what is too long, as part of the step that undo takes back. With GTK 4.18 only what a person does is such a step,
  /// not a shorter text that is set afterwards.
  private func limitLength(_ entry: FormEntry) {
    isShowing = true
    defer { isShowing = false }
    let most = entry.kind == .editableComboBox ? 0 : entry.field.maximumLength ?? 0
    line.maximumLength = entry.text.unicodeScalars.count > most ? 0 : most
  }

  private func pressed(_ key: Int) -> Bool {
    guard let entry = filling.entry else { return false }
    let modifiers = keys.modifiers
    switch key {
    case KeyController.key("Tab") where modifiers.isDisjoint(with: [.control, .alt]):
      selectsAll = true
      return filling.focusNext(1)
    case KeyController.key("ISO_Left_Tab"):
      selectsAll = true
      return filling.focusNext(-1)
    case KeyController.key("Escape"): filling.cancel()
    case KeyController.key("Return"), KeyController.key("KP_Enter"):
      // In several lines it begins another one.
      if entry.kind == .paragraph, !modifiers.contains(.control) { return false }
      filling.commit()
    case KeyController.key("space") where entry.kind == .listBox: options.chooseFocused()
    case KeyController.key("F4") where entry.hasList: filling.setListOpen(true)
    case KeyController.key("Down") where entry.hasList: filling.setListOpen(true)
    default: return false
    }
    return true
  }

  /// Takes back or repeats the last change of the text.
  func undo() { if filling.entry?.kind == .paragraph { paragraph.undo() } else { line.undo() } }
  func redo() { if filling.entry?.kind == .paragraph { paragraph.redo() } else { line.redo() } }

  // MARK: - Following

  private func follow() {
    guard let entry = filling.entry, entry.kind != .comboBox else {
      (shown, refusals) = (nil, filling.refusalCount)
      guard isVisible else { return }
      let hadFocus = containsFocus
      isVisible = false
      if hadFocus { onEnd() }
      return
    }
    let name = entry.field.alternateName ?? entry.field.name
    for widget in [paragraph, options.list] as [Widget] { widget.setAccessibleLabel(name) }
    line.nameInside(name)
    line.isVisible = entry.isTyped && entry.kind != .paragraph
    scrolled.isVisible = entry.kind == .paragraph
    options.isVisible = entry.kind == .listBox
    opener.isVisible = entry.hasList
    opener.rename(entry.kind == .date ? tr("Open the calendar") : tr("Open the list"), "F4")
    line.hidesText = entry.kind == .password
    setLook(entry)
    limitLength(entry)
    showText()
    if entry.kind == .listBox { options.show(entry) }
    let isOther = shown.map { $0 != (entry.widget, entry.kind) } ?? true
    shown = (entry.widget, entry.kind)
    // What is not mapped does not stop its cursor when it is selected, and GTK warns.
    isChildVisible = filling.frame != nil
    isVisible = true
    if isOther {
      takeKeyboard(entry)
    } else if filling.refusalCount != refusals {
      takeKeyboardBack()
    }
    refusals = filling.refusalCount
    parent?.queueAllocate()
    queueDraw()
  }

  private func setLook(_ entry: FormEntry) {
    let size = max(entry.fontSize * filling.scale, Self.leastSize)
    let (font, color) = (entry.font, RGBA(entry.color))
    let alignment = entry.alignment == .center ? 0.5 : entry.alignment == .right ? 1.0 : 0
    if entry.kind == .paragraph {
      paragraph.setLook(
        family: font.family, size: size, isBold: font.isBold, isItalic: font.isItalic, color)
      paragraph.textAlignment = alignment
    } else {
      let cell = cellWidth(entry)
      let spacing = cell.map { spaces(of: entry, size: size, cell: $0) } ?? []
      // Pango leaves the space before the first character of a line out.
      combStart = (spacing.first ?? cell ?? 0) / 2
      line.setLook(
        family: font.family, size: size, isBold: font.isBold, isItalic: font.isItalic, color, spacing: spacing
      )
      line.textAlignment = cell == nil ? alignment : 0
    }
  }

  // MARK: - Cells

  /// The width of a cell, in units; `nil` if the field has none.
  private func cellWidth(_ entry: FormEntry) -> Double? {
    guard let cells = entry.cells, cells > 0 else { return nil }
    return entry.widget.rect.width * filling.scale / Double(cells)
  }

  /// The space around each character that puts it into the middle of its cell.
  private func spaces(of entry: FormEntry, size: Double, cell: Double) -> [Double] {
    var font = entry.font
    font.size = min(max(size, TextFont.sizes.lowerBound), TextFont.sizes.upperBound)
    var known: [Character: Double] = [:]
    return line.text.map { character in
      if let known = known[character] { return known }
      // A space alone has no width; between others it has.
      let isSpace = character.isWhitespace
      let measured = try? Appearance.Text(isSpace ? "|\(character)|" : String(character), font: font)
        .measured()
      let beside = isSpace ? (try? Appearance.Text("||", font: font).measured())?.width ?? 0 : 0
      let space = cell - ((measured?.width ?? cell) - beside) * size / font.size
      known[character] = space
      return space
    }
  }

  /// Moves the keyboard focus back to what the field is edited with, with the text as it was selected.
  func takeKeyboardBack() {
    guard let entry = filling.entry, isVisible, isChildVisible, !containsFocus else { return }
    selectsAll = false
    takeKeyboard(entry)
  }

  /// Moves the keyboard focus to what the field is edited with.
  func takeKeyboard() { if let entry = filling.entry { takeKeyboard(entry) } }

  private func takeKeyboard(_ entry: FormEntry) {
    switch entry.kind {
    case .listBox: options.takeKeyboard()
    case .paragraph:
      paragraph.forgetUndo()
      paragraph.grabFocus()
      if selectsAll { paragraph.selectAll() } else { paragraph.moveToEnd() }
    case .text, .password, .date, .editableComboBox:
      line.forgetUndo()
      line.grabFocus()
      if selectsAll { line.selectAll() } else { line.cursor = -1 }
    case .comboBox: break
    }
    selectsAll = true
  }

  // MARK: - Place

  /// Its frame in a canvas of a size; `nil` if there is nothing to edit, or its page is not in view.
  func frame(in width: Double, _ height: Double) -> Rect? {
    guard let entry = filling.entry, entry.kind != .comboBox, var frame = filling.frame.map({ Rect($0) })
    else {
      return nil
    }
    if entry.kind == .listBox {
      frame.width = max(frame.width, Self.leastList.width)
      frame.height = max(frame.height, Self.leastList.height)
    } else {
      frame.width = max(frame.width, Self.leastWidth)
      frame.height = max(frame.height, max(entry.fontSize * filling.scale, Self.leastSize) * 1.2)
      if entry.hasList { frame.width += Self.buttonWidth }
    }
    // The button stays in view.
    if frame.x + frame.width > width { frame.width = max(width - frame.x, Self.buttonWidth * 2) }
    return frame
  }

  override func measure(_ orientation: Orientation, for other: Double?) -> (minimum: Int, natural: Int) {
    (1, 1)
  }

  override func layout(width: Double, height: Double) {
    guard let entry = filling.entry else { return }
    let all = Rect(width: width, height: height)
    if options.isVisible { place(options, at: all) }
    let inset = min(entry.inset * filling.scale, width / 4, height / 4)
    var text = all
    if opener.isVisible {
      text.width = max(width - Self.buttonWidth, 1)
      place(opener, at: Rect(x: text.width, y: 0, width: Self.buttonWidth, height: height))
    }
    if scrolled.isVisible { place(scrolled, at: text.insetBy(inset)) }
    if line.isVisible {
      // The cursor behind the last cell does not scroll the others.
      let isComb = cellWidth(entry) != nil
      let start = isComb ? combStart : inset
      let end = isComb ? -Self.cursorRoom : inset
      // In more height than that of the text GTK puts the baseline into the middle, since the style sheet's font has no height.
      let lineHeight = Double(line.preferredSize(.vertical).natural)
      place(
        line,
        at: Rect(
          x: text.x + start, y: ((height - lineHeight) / 2).rounded(),
          width: max(text.width - start - end, 1),
          height: lineHeight))
    }
  }

  override func snapshot(_ snapshot: Snapshot) {
    snapshot.clipped(to: bounds) {
      snapshot.fill(bounds, RGBA(1, 1, 1))
      if let entry = filling.entry, let cell = cellWidth(entry) {
        for index in 1..<max(entry.cells ?? 1, 1) {
          snapshot.fill(
            Rect(x: cell * Double(index) - 0.5, y: 0, width: 1, height: bounds.height), Self.cellLine)
        }
      }
      snapshotChildren(snapshot)
    }
    snapshot.frame(bounds.insetBy(-1), width: 2, accent, radius: 1)
  }
}
