/// Pointer gestures.
extension AnnotationSelection {
  /// What is at a point of the view.
  public enum Target: Sendable, Hashable {
    /// A handle of the selection.
    case handle(SelectionHandle)
    /// An annotation.
    case annotation(AnnotationID, page: PageID)
    /// Nothing that could be selected.
    case nothing
  }

  /// Hit test: what a press at a point would act on.
  public func target(at point: ViewPoint) -> Target {
    if let handle = handle(at: point) { return .handle(handle) }
    guard let place = viewer.place(at: point) else { return .nothing }
    let found = hits(at: place.point, on: place.page)
    // Prefer a selected annotation to one above it.
    let chosen = found.first { contains($0.id, on: place.page) } ?? found.first
    return chosen.map { .annotation($0.id, page: place.page) } ?? .nothing
  }

  /// The annotations at a point of a page that can be selected, topmost first.
  private func hits(at point: PagePoint, on page: PageID) -> [Annotation] {
    let tolerance = Self.hitTolerance / max(viewer.viewport.zoom, 0.01)
    return contents.annotations(at: point, tolerance: tolerance, on: page).filter(\.isSelectable)
  }

  /// Presses the pointer.
  ///
  /// - Parameters:
  ///   - point: Where.
  ///   - isExtending: Whether the selection is kept, as while Shift is held: a click then adds an annotation or removes it.
  ///   - isBelow: Whether the annotation below the selected one is selected, as while Alt is held.
  /// - Returns: Whether an annotation or a handle was hit. If not, ``beginRubberBand(at:extending:)`` selects with a rectangle.
  @discardableResult
  public func press(at point: ViewPoint, extending isExtending: Bool = false, below isBelow: Bool = false)
    -> Bool
  {
    cancelGesture()
    if !isExtending, !isBelow, let handle = handle(at: point) {
      gesture = .pressed(point, handle.grip, click: nil)
      return true
    }
    guard let place = viewer.place(at: point) else { return false }
    let found = hits(at: place.point, on: place.page)
    guard let top = found.first else { return false }
    if isBelow {
      let selected = found.firstIndex { contains($0.id, on: place.page) }
      select([found[selected.map { ($0 + 1) % found.count } ?? 0].id], on: place.page)
      gesture = .pressed(point, .whole, click: nil)
      return true
    }
    let chosen = found.first { contains($0.id, on: place.page) } ?? top
    if isExtending {
      toggle(chosen.id, on: place.page)
    } else if contains(chosen.id, on: place.page) {
      gesture = .pressed(point, .whole, click: chosen.id)
    } else {
      select([chosen.id], on: place.page)
      gesture = .pressed(point, .whole, click: nil)
    }
    return true
  }

  /// Presses the pointer on the rectangle around all that is selected, between the strokes of handwriting, say: a drag moves it.
  ///
  /// - Returns: Whether the point is in that rectangle.
  @discardableResult
  public func pressWithin(_ point: ViewPoint) -> Bool {
    cancelGesture()
    guard isWithin(point) else { return false }
    gesture = .pressed(point, .whole, click: nil)
    return true
  }

  /// Hit test: whether a point of the view is in the rectangle around all that is selected.
  public func isWithin(_ point: ViewPoint) -> Bool {
    guard let page, !ids.isEmpty, let place = viewer.place(at: point), place.page == page else {
      return false
    }
    return PageRect.union(of: annotations.map(\.bounds)).contains(place.point)
  }

  /// Begins a rectangle that selects what lies in it.
  ///
  /// - Returns: Whether there is a page at the point.
  @discardableResult
  public func beginRubberBand(at point: ViewPoint, extending isExtending: Bool = false) -> Bool {
    cancelGesture()
    if !isExtending { clear() }
    guard let page = viewer.place(at: point)?.page else { return false }
    gesture = .rubberBand(point, page, kept: self.page == page ? ids : [])
    return true
  }

  /// Begins a loop that selects what lies within it for the most part, when it is released; a click selects what it hits.
  ///
  /// - Returns: Whether there is a page at the point.
  @discardableResult
  public func beginLasso(at point: ViewPoint, extending isExtending: Bool = false) -> Bool {
    cancelGesture()
    if !isExtending { clear() }
    guard let page = viewer.place(at: point)?.page else { return false }
    lasso = [point]
    gesture = .lasso(page, kept: self.page == page ? ids : [])
    return true
  }

  /// Moves the pointer that was pressed.
  ///
  /// - Parameters:
  ///   - point: Where it is.
  ///   - isConstrained: Whether moves keep to one axis and sizes to their aspect, as while Shift is held.
  public func drag(to point: ViewPoint, constrained isConstrained: Bool = false) {
    switch gesture {
    case .pressed(let start, let grip, _):
      guard start.distance(to: point) > Self.clickDistance else { return }
      guard begin(grip, at: start) else { return gesture = nil }
      gesture = .transforming
      drag(to: point, constrained: isConstrained)
    case .transforming:
      drawing.isConstrained = isConstrained
      drawing.move(to: PenPoint(point))
    case .rubberBand(let start, let page, let kept):
      let rect = ViewRect(from: start, to: point)
      rubberBand = rect
      let found =
        viewer.pageRect(rect, on: page).map { contents.annotations(in: $0, on: page) } ?? []
      let known = Set(kept)
      let new = found.filter { $0.isSelectable && !known.contains($0.id) }.map(\.id)
      select(kept + new, on: page)
    case .lasso:
      guard let last = lasso.last, last.distance(to: point) >= Self.lassoStep else { return }
      lasso.append(point)
    case nil: return
    }
  }

  /// Points of a loop are at least this far apart, in units of the view.
  private static let lassoStep = 2.0

  private func select(in loop: [ViewPoint], on page: PageID, kept: [AnnotationID]) {
    let area = LassoArea(loop.compactMap { viewer.point(at: $0, on: page) })
    guard area.bounds != nil else { return }
    let known = Set(kept)
    let new = contents.annotations(of: page).filter {
      $0.isSelectable && !known.contains($0.id) && area.holds($0)
    }
    select(kept + new.map(\.id), on: page)
  }

  /// Selects the topmost annotation at the start of a loop that is none, or lets go of it.
  private func selectTopmost(on page: PageID, kept: [AnnotationID]) {
    guard let start = lasso.first, let place = viewer.point(at: start, on: page),
      let top = hits(at: place, on: page).first?.id
    else { return }
    select(kept.contains(top) ? kept.filter { $0 != top } : kept + [top], on: page)
  }

  /// Releases the pointer.
  public func release() {
    defer { (gesture, rubberBand, lasso) = (nil, nil, []) }
    switch gesture {
    case .lasso(let page, let kept):
      if lasso.count > 2 {
        select(in: lasso, on: page, kept: kept)
      } else {
        selectTopmost(on: page, kept: kept)
      }
    case .pressed(_, _, let click?): if let page { select([click], on: page) }
    case .transforming: finish()
    case .pressed, .rubberBand, nil: return
    }
  }

  /// Cancels the gesture: dragged annotations return to their places.
  public func cancelGesture() {
    if case .transforming = gesture { drawing.cancel() }
    (gesture, rubberBand, lasso) = (nil, nil, [])
  }

  /// Whether the pointer drags something.
  public var isDragging: Bool {
    if case .transforming = gesture { true } else { rubberBand != nil || !lasso.isEmpty }
  }

  private func toggle(_ id: AnnotationID, on page: PageID) {
    guard self.page == page else { return select([id], on: page) }
    select(ids.contains(id) ? ids.filter { $0 != id } : ids + [id], on: page)
  }

  private func begin(_ grip: TransformTool.Grip, at point: ViewPoint) -> Bool {
    guard let page, let transform = viewer.transform(of: page), let place = viewer.point(at: point, on: page)
    else { return false }
    var chosen = annotations
    // Replies and parts move along.
    if grip == .whole { chosen += related }
    let tool = TransformTool(chosen, by: grip)
    guard !tool.originals.isEmpty else { return false }
    editor.endEditRun()
    drawing.begin(tool, at: place, on: page, transform)
    return true
  }

  /// The replies to the selected annotations, and their parts.
  var related: [Annotation] {
    guard let page else { return [] }
    let all = contents.annotations(of: page)
    let along = AnnotationList(all).related(to: Set(ids))
    return along.isEmpty ? [] : all.filter { along.contains($0.id) }
  }

  private func finish() {
    guard let page, let tool = drawing.live?.tool as? TransformTool else { return }
    contents.update(tool.annotations.map(\.withRoomForText), on: page)
    drawing.complete(named: tool.editName ?? "") { changes in
      changes.map { $0.annotation.map { .replace($0.withRoomForText) } ?? $0 }
    }
  }
}

extension Annotation {
  /// The annotation; free text that became too narrow for its text is made taller.
  fileprivate var withRoomForText: Annotation { (try? grownToText()) ?? self }
}
