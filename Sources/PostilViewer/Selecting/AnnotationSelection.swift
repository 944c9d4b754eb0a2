import Observation

/// The annotations that are selected, on one page: by clicks, by a rectangle, by the keyboard. With the mouse they are moved
/// and resized, with ``commands`` everything else is done.
///
/// A view hands over what the pointer does (``press(at:extending:below:)``, ``drag(to:constrained:)``, ``release()``), paints ``frames``,
/// ``handles`` and ``rubberBand``, and the picture of a drag as any drawing in progress (``DrawingController/live``). All
/// coordinates are those of the view, in its units, unless something else is said.
@MainActor @Observable public final class AnnotationSelection {
  /// How far from an annotation is still a hit, in units of the view.
  public nonisolated static let reach = 4.0
  /// How far from the middle of a handle is still a hit, in units of the view.
  public nonisolated static let handleReach = 9.0
  /// A pointer that goes no farther than that has clicked and not dragged, in units of the view.
  public nonisolated static let clickDistance = 4.0

  /// The page that they are on; `nil` if nothing is selected.
  public internal(set) var page: PageID?
  /// Which ones, in the order in which they were selected.
  public internal(set) var ids: [AnnotationID] = []
  /// The rectangle that is being drawn around what is to be selected.
  public internal(set) var rubberBand: ViewRect?

  /// What a press has begun.
  enum Gesture {
    /// A drag that has not gone far yet. A click selects what `click` says.
    case pressed(ViewPoint, TransformTool.Grip, click: AnnotationID?)
    /// Annotations follow the pointer.
    case transforming
    /// A rectangle is drawn; what was selected before is kept.
    case rubberBand(ViewPoint, PageID, kept: [AnnotationID])
  }

  @ObservationIgnored var gesture: Gesture?
  /// What was pasted last, and how often.
  @ObservationIgnored var lastPaste: (copied: CopiedAnnotations, count: Int)?
  @ObservationIgnored weak var session: ViewerSession?

  init() {}

  /// Whether nothing is selected.
  public var isEmpty: Bool { ids.isEmpty }

  /// The selected annotations as they are, or as they become while they are dragged, bottom first.
  public var annotations: [Annotation] {
    guard let page, let session, !ids.isEmpty else { return [] }
    let chosen = Set(ids)
    let all = session.contents.annotations(of: page).filter { chosen.contains($0.id) }
    guard let tool = session.drawing.live?.tool as? TransformTool else { return all }
    let moved = Dictionary(tool.annotations.map { ($0.id, $0) }) { first, _ in first }
    return all.map { moved[$0.id] ?? $0 }
  }

  /// Whether an annotation is selected.
  public func contains(_ id: AnnotationID, on page: PageID) -> Bool { self.page == page && ids.contains(id) }

  /// Selects annotations of a page, and no others. Those that are not there are left out as soon as that is known.
  public func select(_ ids: [AnnotationID], on page: PageID) {
    guard self.page != page || self.ids != ids else { return }
    session?.endEditRun()
    self.ids = ids
    self.page = ids.isEmpty ? nil : page
    selectionChanged()
  }

  /// Selects nothing.
  public func clear() {
    gesture = nil
    rubberBand = nil
    guard let page else { return }
    select([], on: page)
  }

  /// Selects all annotations of the current page that are shown.
  public func selectAll() {
    guard let session, let page = page ?? session.viewport.currentPage else { return }
    select(session.contents.annotations(of: page).filter(\.isSelectable).map(\.id), on: page)
  }

  /// Selects the annotation after the one that was selected last, or the one before it, in the order in which they lie above
  /// each other; on the current page if nothing is selected.
  public func selectNext(_ distance: Int = 1) {
    guard let session, let page = page ?? session.viewport.currentPage else { return }
    let all = session.contents.annotations(of: page).filter(\.isSelectable).map(\.id)
    guard !all.isEmpty else { return }
    let now = ids.last.flatMap(all.firstIndex) ?? (distance > 0 ? -1 : 0)
    select([all[((now + distance) % all.count + all.count) % all.count]], on: page)
  }

  /// Takes those out that are not on the page any more.
  func pageWasRead(_ page: PageID) {
    guard self.page == page, let session, session.contents.isKnown(page) else { return }
    let present = Set(session.contents.annotations(of: page).map(\.id))
    let kept = ids.filter(present.contains)
    if kept != ids { select(kept, on: page) } else { selectionChanged() }
  }

  /// Leaves pages that are gone.
  func pagesChanged(_ pages: [PageID]) {
    if let page, !pages.contains(page) { clear() }
  }

  private func selectionChanged() { session?.palette.showStyle(styled?.style) }

  /// The topmost of the selected annotations that can have another style.
  var styled: Annotation? { annotations.last { $0.capabilities.contains(.restyled) } }

  func reset() {
    (gesture, rubberBand, lastPaste) = (nil, nil, nil)
    (page, ids) = (nil, [])
    selectionChanged()
  }
}

extension Annotation {
  /// Whether somebody can take hold of it: it is shown, and no field of a form.
  var isSelectable: Bool { isShown && subtype != "Widget" }
}
