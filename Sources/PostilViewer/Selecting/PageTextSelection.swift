import Observation

/// The text that is selected on a page, to be copied or marked.
///
/// A view reports pointer events (``press(at:by:extending:)``, ``drag(to:)``, ``release()``), and paints ``quads(on:)``.
/// Coordinates are those of the view, in its units, unless stated otherwise.
@MainActor @Observable public final class PageTextSelection {
  /// The page; `nil` if nothing is selected.
  public private(set) var page: PageID?
  /// What is selected; `nil` if nothing is.
  public private(set) var selection: TextSelection?

  /// The start and the present end of a drag, in page space.
  private struct Drag {
    var page: PageID
    var start: PagePoint
    var end: PagePoint
    var unit: TextUnit
  }

  @ObservationIgnored private var drag: Drag?
  /// The last drag, which a press with Shift extends.
  @ObservationIgnored private var last: Drag?
  private let editor: DocumentEditor
  private let viewer: PageViewer
  private let contents: PageContents
  private let palette: ToolPalette

  init(_ editor: DocumentEditor, _ viewer: PageViewer, _ contents: PageContents, _ palette: ToolPalette) {
    (self.editor, self.viewer, self.contents, self.palette) = (editor, viewer, contents, palette)
  }

  /// Whether nothing is selected.
  public var isEmpty: Bool { selection == nil }
  /// The selected text; empty if there is none.
  public var string: String { selection?.string ?? "" }
  /// Whether a drag is in progress.
  public private(set) var isDragging = false

  /// What is selected of a page, in page space: a quadrilateral for each line.
  public func quads(on page: PageID) -> [PageQuad] { self.page == page ? selection?.quads ?? [] : [] }

  /// Hit test: whether there is text at a point of the view. `nil` until the text of the page has been read, which this call
  /// starts.
  public func isText(at point: ViewPoint) -> Bool? {
    guard let place = viewer.place(at: point) else { return false }
    guard let text = contents.text(of: place.page) else {
      contents.readText(of: place.page)
      return nil
    }
    return text.isLine(at: place.point)
  }

  /// Presses the pointer on text.
  ///
  /// - Parameters:
  ///   - point: Where. It need not be on text.
  ///   - unit: The unit of the selection: characters for a single press, words for a double one, lines for a triple one.
  ///   - isExtending: Whether the selection grows or shrinks to the point, as while Shift is held.
  /// - Returns: Whether there is a page at the point.
  @discardableResult
  public func press(at point: ViewPoint, by unit: TextUnit = .character, extending isExtending: Bool = false)
    -> Bool
  {
    guard let place = viewer.place(at: point) else { return false }
    if isExtending, var drag = last, drag.page == place.page {
      drag.end = place.point
      self.drag = drag
    } else {
      clear()
      drag = Drag(page: place.page, start: place.point, end: place.point, unit: unit)
    }
    isDragging = true
    update()
    return true
  }

  /// Moves the pointer that was pressed, also beside the page.
  public func drag(to point: ViewPoint) {
    guard let page = drag?.page, let place = viewer.point(at: point, on: page) else { return }
    drag?.end = place
    update()
  }

  /// Releases the pointer; the selection stays.
  public func release() { isDragging = false }

  /// Selects all text of the current page.
  public func selectAll() {
    guard let page = viewer.viewport.currentPage else { return }
    clear()
    let reading = contents.readText(of: page)
    Task { [weak self] in
      guard let text = await reading.value, let self, self.editor.pages.contains(page) else {
        return
      }
      self.selection = text.selection(of: 0..<text.count)
      self.page = self.selection == nil ? nil : page
    }
  }

  /// Selects a range of a page's text, in Unicode scalars; nothing if nothing in it shows.
  func select(_ range: Range<Int>, of text: PageText, on page: PageID) {
    (drag, last, isDragging) = (nil, nil, false)
    let new = text.selection(of: range)
    if let start = new.flatMap({ text.boxes[$0.range].first }),
      let end = new.flatMap({ text.boxes[$0.range].last })
    {
      // A press with Shift goes on from there.
      last = Drag(
        page: page, start: PagePoint(middleOf: start), end: PagePoint(middleOf: end), unit: .character)
    }
    guard new != selection || (new != nil && page != self.page) else { return }
    (self.page, selection) = (new == nil ? nil : page, new)
  }

  /// Selects nothing.
  public func clear() {
    (drag, last, isDragging) = (nil, nil, false)
    if selection != nil { (page, selection) = (nil, nil) }
  }

  /// Marks the selected text in the style of the palette's tool of that type, and clears the selection.
  public func mark(as type: TextMarkupType) {
    guard let page, let selection else { return }
    let tool = ToolID(rawValue: type.rawValue)
    let style = palette.tool(tool) == nil ? .textMarkup(type) : palette.style(for: tool)
    let annotation = Annotation(marking: selection, as: type, style: style)
    clear()
    editor.enqueue(.editing) { try $0.document.add(annotation, to: page) }
  }

  /// Marks the selected text for redaction in the style of the palette's tool, and clears the selection.
  public func markForRedaction() {
    guard let page, let selection else { return }
    let mark = palette.redactionMark(selection.quads)
    clear()
    editor.enqueue(.editing) { try $0.document.add(mark, to: page) }
  }

  /// Adds links over the selected text, one for each line, and clears the selection.
  public func link(to target: LinkTarget) {
    guard let page, let selection else { return }
    clear()
    editor.enqueue(.editing) {
      try $0.document.add(selection.rects.map { Annotation(.link($0, to: target)) }, to: page)
    }
  }

  /// Updates the selection to the drag, once the text has been read.
  private func update() {
    guard let drag else { return }
    guard let text = contents.text(of: drag.page) else {
      let reading = contents.readText(of: drag.page)
      Task { [weak self] in
        if await reading.value != nil { self?.update() }
      }
      return
    }
    last = drag
    let new = text.selection(from: drag.start, to: drag.end, by: drag.unit)
    guard new != selection else { return }
    (page, selection) = (new == nil ? nil : drag.page, new)
  }

  /// Clears the selection if its page was removed.
  func pagesChanged(_ pages: [PageID]) {
    if let page, !pages.contains(page) { clear() }
  }
}

extension PagePoint {
  fileprivate init(middleOf box: SIMD4<Float>) {
    self.init(x: Double(box.x + box.z) / 2, y: Double(box.y + box.w) / 2)
  }
}
