import Observation

/// The selected annotations, all on one page. They are selected by clicks, a rectangle or the keyboard, and moved and resized
/// by dragging; ``commands`` lists what else can be done with them.
///
/// A view reports pointer events (``press(at:extending:below:)``, ``drag(to:constrained:)``, ``release()``), and paints
/// ``frames``, ``handles``, ``rubberBand``, and during a drag ``DrawingController/live``. Coordinates are those of the view, in
/// its units, unless stated otherwise.
@MainActor @Observable public final class AnnotationSelection {
  /// The hit tolerance around an annotation, in units of the view.
  public nonisolated static let hitTolerance = 4.0
  /// The hit tolerance around the middle of a handle, in units of the view.
  public nonisolated static let handleHitTolerance = 9.0
  /// The farthest that the pointer moves in a click, in units of the view; beyond that it drags.
  public nonisolated static let clickDistance = 4.0

  /// The page that they are on; `nil` if nothing is selected.
  public internal(set) var page: PageID?
  /// The selected annotations, in the order in which they were selected.
  public internal(set) var ids: [AnnotationID] = []
  /// The selection rectangle that is being dragged; `nil` if none is.
  public internal(set) var rubberBand: ViewRect?
  /// The loop that is being drawn around annotations, closed by the line from its end to its start; empty if none is.
  public internal(set) var lasso: [ViewPoint] = []

  /// A gesture in progress.
  enum Gesture {
    /// Pressed, and not moved beyond the distance of a click; a release selects `click`.
    case pressed(ViewPoint, TransformTool.Grip, click: AnnotationID?)
    /// Moving or resizing annotations.
    case transforming
    /// Dragging a selection rectangle; `kept` stays selected.
    case rubberBand(ViewPoint, PageID, kept: [AnnotationID])
    /// Drawing a loop; `kept` stays selected.
    case lasso(PageID, kept: [AnnotationID])
  }

  @ObservationIgnored var gesture: Gesture?
  /// The copies that were pasted last, and how often.
  @ObservationIgnored var lastPaste: (copied: CopiedAnnotations, count: Int)?
  let editor: DocumentEditor
  let viewer: PageViewer
  let contents: PageContents
  let drawing: DrawingController
  private let palette: ToolPalette

  init(
    _ editor: DocumentEditor, _ viewer: PageViewer, _ contents: PageContents, _ drawing: DrawingController,
    _ palette: ToolPalette
  ) {
    (self.editor, self.viewer, self.contents) = (editor, viewer, contents)
    (self.drawing, self.palette) = (drawing, palette)
    contents.onRead = { [weak self] in self?.pageWasRead($0) }
    palette.onRestyle = { [weak self] in self?.restyle(from: $0, to: $1) }
    palette.onChangeFont = { [weak self] in self?.changeFont(from: $0, to: $1) }
  }

  /// Whether nothing is selected.
  public var isEmpty: Bool { ids.isEmpty }

  /// The selected annotations as they are, or as they become while they are dragged, bottom first.
  public var annotations: [Annotation] {
    guard let page, !ids.isEmpty else { return [] }
    let chosen = Set(ids)
    let all = contents.annotations(of: page).filter { chosen.contains($0.id) }
    guard let tool = drawing.live?.tool as? TransformTool else { return all }
    let moved = Dictionary(tool.annotations.map { ($0.id, $0) }) { first, _ in first }
    return all.map { moved[$0.id] ?? $0 }
  }

  /// Whether an annotation is selected.
  public func contains(_ id: AnnotationID, on page: PageID) -> Bool { self.page == page && ids.contains(id) }

  /// Selects annotations of a page, and no others. Unknown ones are deselected once the page has been read.
  public func select(_ ids: [AnnotationID], on page: PageID) {
    guard self.page != page || self.ids != ids else { return }
    editor.endEditRun()
    self.ids = ids
    self.page = ids.isEmpty ? nil : page
    selectionChanged()
  }

  /// Selects nothing.
  public func clear() {
    (gesture, rubberBand, lasso) = (nil, nil, [])
    guard let page else { return }
    select([], on: page)
  }

  /// Selects all shown annotations of the page with the selection, or of the current page if nothing is selected.
  public func selectAll() {
    guard let page = page ?? viewer.viewport.currentPage else { return }
    select(contents.annotations(of: page).filter(\.isSelectable).map(\.id), on: page)
  }

  /// Selects the next annotation in z-order after the one that was selected last, wrapping around; on the current page if
  /// nothing is selected.
  ///
  /// - Parameter distance: How many annotations to go on; back if it is negative.
  public func selectNext(_ distance: Int = 1) {
    guard let page = page ?? viewer.viewport.currentPage else { return }
    let all = contents.annotations(of: page).filter(\.isSelectable).map(\.id)
    guard !all.isEmpty else { return }
    let now = ids.last.flatMap(all.firstIndex) ?? (distance > 0 ? -1 : 0)
    select([all[((now + distance) % all.count + all.count) % all.count]], on: page)
  }

  /// Deselects annotations that are not on the page any more.
  private func pageWasRead(_ page: PageID) {
    guard self.page == page, contents.isKnown(page) else { return }
    let present = Set(contents.annotations(of: page).map(\.id))
    let kept = ids.filter(present.contains)
    if kept != ids { select(kept, on: page) } else { selectionChanged() }
  }

  /// Clears the selection if its page was removed.
  func pagesChanged(_ pages: [PageID]) {
    if let page, !pages.contains(page) { clear() }
  }

  private func selectionChanged() {
    let restyled = annotations.filter { $0.capabilities.contains(.restyled) }
    let text = restyled.last { $0.content.freeText != nil }?.content.freeText
    palette.showStyle(restyled.last?.style, font: text?.font)
  }

  func reset() {
    (gesture, rubberBand, lasso, lastPaste) = (nil, nil, [], nil)
    (page, ids) = (nil, [])
    selectionChanged()
  }
}

extension Annotation {
  /// Whether it can be selected: it is shown, and not a form field.
  var isSelectable: Bool { isShown && subtype != "Widget" }
}
