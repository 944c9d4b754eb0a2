import Observation

/// Draws on pages with the palette's current tool, and commits the result to the document.
///
/// A view calls ``begin(at:with:)``, ``move(to:)``, and ``finish()`` or ``cancel()``, and paints ``live`` and
/// ``settling`` over the pages' pictures. What is drawn shows at once; when it is finished it is committed in the
/// background, and stays in ``settling`` until the tiles show it, so that nothing flickers.
///
/// A tool with ``PostilTools/DrawingTool/commitsWhileDrawing``, such as an eraser, edits the document while it moves, in one group
/// of edits: the tiles show the changes during the stroke, and cancelling the stroke reverts them. If other code undoes or
/// redoes in the document meanwhile, the stroke ends, and its changes until then are one step of undo.
@MainActor @Observable public final class DrawingController {
  /// What is being drawn.
  public private(set) var live: LiveDrawing?
  /// What was drawn and is not in the tiles yet.
  public private(set) var settling: [LiveDrawing] = []
  /// Whether shapes are held to squares, circles and multiples of 45 degrees, as while Shift is held.
  public var isConstrained = false { didSet { constrain() } }

  /// A ruler that lies on a page, along which freehand strokes run that begin near it; `nil` for none. It is not a part of the document.
  public var ruler: PageRuler?
  @ObservationIgnored var rulerDrag: RulerDrag?

  @ObservationIgnored private var holding = HoldDetector()
  @ObservationIgnored private var drawingCount = 0
  @ObservationIgnored private var run: PiecewiseRun?
  /// The pending read of the page's text for the current drawing; `nil` once the tool has the text.
  @ObservationIgnored private var reading: Reading?
  private let editor: DocumentEditor
  let viewer: PageViewer
  private let contents: PageContents
  private let palette: ToolPalette
  private let textEntry: AnnotationTextEntry

  init(
    _ editor: DocumentEditor, _ viewer: PageViewer, _ contents: PageContents, _ palette: ToolPalette,
    _ textEntry: AnnotationTextEntry
  ) {
    (self.editor, self.viewer, self.contents) = (editor, viewer, contents)
    (self.palette, self.textEntry) = (palette, textEntry)
    viewer.pageDisplay.onComplete = { [weak self] in self?.pageIsComplete($0, $1) }
  }

  /// Whether something is being drawn.
  public var isDrawing: Bool { live != nil }

  /// Whether the current stroke edits the page while it moves.
  public var isCommitting: Bool { live != nil && run != nil }

  /// Starts a drawing at a point, and cancels one in progress. If a drawing that is made point by point is in progress on the
  /// same page, adds the point to it instead.
  ///
  /// - Parameters:
  ///   - point: Where the pen is.
  ///   - other: Another tool of the palette to draw with, such as the eraser for the other end of a pen; `nil` for the current one.
  /// - Returns: Whether the point was used: `false` without a document, without a tool that draws, or outside of the pages.
  @discardableResult
  public func begin(at point: PenPoint, with other: ToolID? = nil) -> Bool {
    if other == nil, let isTaken = addPoint(at: point) { return isTaken }
    cancel()
    let chosen = other.flatMap(palette.tool) ?? palette.currentTool
    guard let chosen, !chosen.selects, let place = viewer.place(at: point.position) else { return false }
    var tool = palette.makeTool(chosen)
    drawingCount += 1
    // A tool that edits the page while it moves gets the annotations on the document actor; this copy of it only shows its
    // position.
    let annotations =
      tool.needs.contains(.annotations) && !tool.commitsWhileDrawing
      ? contents.annotations(of: place.page) : []
    let page = ToolPage(rotation: place.transform.rotation, annotations: annotations)
    if tool.commitsWhileDrawing {
      run = PiecewiseRun(editor, tool, on: place.page) { [weak self] in self?.strokeDidEnd($0) }
    }
    tool.prepare(for: page)
    if let ruler = ruler(on: place.page), var pen = tool as? FreehandTool {
      pen.ruler = ruler
      tool = pen
    }
    live = LiveDrawing(id: drawingCount, page: place.page, tool: tool, transform: place.transform)
    constrain()
    let sample = point.sample(place.point)
    live?.tool.begin(at: sample)
    if let time = point.time { holding.begin(at: point.position, time: time) }
    readText(page)
    run?.move(to: sample)
    return true
  }

  /// Begins to draw with a tool that is not the palette's.
  func begin(_ tool: any DrawingTool, at point: PagePoint, on page: PageID, _ transform: PageTransform) {
    cancel()
    reading = nil
    drawingCount += 1
    live = LiveDrawing(id: drawingCount, page: page, tool: tool, transform: transform)
    constrain()
    live?.tool.begin(at: point)
  }

  /// Ends the drawing.
  ///
  /// - Parameters:
  ///   - name: The name of the step of undo, in English.
  ///   - adapt: Converts the changes of the tool to those that are committed.
  func complete(named name: String, _ adapt: ([AnnotationChange]) -> [AnnotationChange]) {
    guard var drawing = live else { return }
    let finished = drawing
    live = nil
    let changes = adapt(drawing.tool.finish())
    guard !changes.isEmpty else { return }
    settling.append(finished)
    commit([DrawingStep(changes, name: name)], of: finished)
  }

  /// Moves the pen, also off the page.
  ///
  /// - Returns: The rectangle of the view that looks different now, in units of the view; `nil` if none does.
  @discardableResult
  public func move(to point: PenPoint) -> ViewRect? {
    guard let live, let place = viewer.point(at: point.position, on: live.page) else { return nil }
    if let time = point.time { holding.move(to: point.position, time: time) }
    let box = self.live?.tool.move(to: point.sample(place)) ?? .zero
    run?.move(to: point.sample(place))
    return box.isEmpty ? nil : viewer.viewRect(box, on: live.page)
  }

  /// Goes on to a time while the pen may be still: a tool that does something when it is held, as freehand makes shapes, does that now.
  /// Views call this in each frame of a drawing.
  ///
  /// - Parameter time: The time by the clock of the points, in seconds.
  /// - Returns: Whether something looks different.
  @discardableResult
  public func advance(to time: Double) -> Bool {
    guard var tool = live?.tool as? any HoldableTool, holding.isHeld(at: time), tool.hold() != nil else {
      return false
    }
    live?.tool = tool
    return true
  }

  /// Adds a point to a drawing that is made point by point; `nil` if there is none, or it is on another page.
  private func addPoint(at point: PenPoint) -> Bool? {
    guard let live, var tool = live.tool as? any MultipointTool,
      let (page, place, _) = viewer.place(at: point.position), page == live.page
    else { return nil }
    tool.addPoint(at: place)
    self.live?.tool = tool
    return true
  }

  /// Lifts the pen, and commits the drawing as one edit if it changes anything. A drawing that is made point by point continues
  /// until it has all points; ``complete()`` ends it before that.
  public func finish() {
    if var tool = live?.tool as? any MultipointTool {
      let isComplete = tool.liftPen()
      live?.tool = tool
      guard isComplete else { return }
    }
    complete()
  }

  /// Ends the drawing, as when the Return key is pressed: what was drawn becomes one edit.
  public func complete() {
    guard var drawing = live else { return }
    holding.end()
    drawing.tool.lift()
    let finished = drawing
    live = nil
    if let run {
      self.run = nil
      return run.finish()
    }
    if let entry = (drawing.tool as? any TextEntryTool)?.entry {
      textEntry.begin(entry, on: drawing.page)
      return
    }
    if let reading, reading.drawing == drawing.id { return commit(finished, with: reading) }
    let steps = drawing.tool.finishInSteps()
    guard !steps.isEmpty else { return }
    settling.append(finished)
    commit(steps, of: finished)
  }

  /// Commits what a tool drew.
  private func commit(_ steps: [DrawingStep], of drawing: LiveDrawing) {
    let page = drawing.page
    editor.enqueue(.editing) {
      for step in steps { try $0.document.commit(step.changes, on: page, named: step.name) }
    } then: { [weak self] in
      self?.settle(drawing, after: $0)
    }
  }

  // MARK: - Text

  /// Reads the text of the page for a tool that needs it.
  private func readText(_ page: ToolPage) {
    reading = nil
    guard let live, live.tool.needs.contains(.text), !live.tool.commitsWhileDrawing,
      let document = editor.document
    else { return }
    let (id, pageID) = (live.id, live.page)
    let text = Task { try? await document.text(of: pageID) }
    reading = Reading(drawing: id, page: page, text: text)
    Task {
      let text = await text.value
      guard self.reading?.drawing == id, self.live?.id == id else { return }
      self.reading = nil
      self.live?.tool.prepare(for: page.with(text))
    }
  }

  /// Commits a drawing as soon as the text that it needs is known.
  private func commit(_ drawing: LiveDrawing, with reading: Reading) {
    settling.append(drawing)
    let finishing = Task {
      var tool = drawing.tool
      tool.prepare(for: reading.page.with(await reading.text.value))
      guard let index = settling.firstIndex(where: { $0.id == drawing.id }) else { return }
      settling[index].tool = tool
      let steps = tool.finishInSteps()
      if steps.isEmpty { settling.remove(at: index) } else { commit(steps, of: drawing) }
    }
    editor.enqueue(finishing)
  }

  /// A pending read of a page's text for a tool.
  private struct Reading {
    let drawing: Int
    let page: ToolPage
    let text: Task<PageText?, Never>
  }

  /// Cancels the drawing, and reverts what it changed.
  public func cancel() {
    guard live != nil else { return }
    live = nil
    holding.end()
    run?.cancel()
    run = nil
  }

  /// Drops the live drawing of a stroke that ended in the document.
  private func strokeDidEnd(_ run: PiecewiseRun) {
    if self.run === run { (live, self.run) = (nil, nil) }
  }

  private func constrain() {
    guard var tool = live?.tool as? any ConstrainableTool ?? nil, tool.isConstrained != isConstrained else {
      return
    }
    tool.isConstrained = isConstrained
    live?.tool = tool
  }

  // MARK: - Until the tiles show it

  /// Shows what an edit makes of a page until the tiles do: see ``settle(_:after:)``.
  ///
  /// - Returns: What is shown; `nil` if the page is not measured yet.
  func addSettling(_ tool: any DrawingTool, on page: PageID) -> LiveDrawing? {
    guard let transform = viewer.transform(of: page) else { return nil }
    drawingCount += 1
    let drawing = LiveDrawing(id: drawingCount, page: page, tool: tool, transform: transform)
    settling.append(drawing)
    return drawing
  }

  /// Lets go of a drawing once the tiles show the edit that was made of it; at once if that failed, the tiles show it already, or its page
  /// is not in view.
  func settle<Success>(_ drawing: LiveDrawing, after result: Result<Success, any Error>) {
    guard let index = settling.firstIndex(where: { $0.id == drawing.id }) else { return }
    if case .success = result, let request = viewer.pageDisplay.requestAwaited(by: drawing.page) {
      settling[index].request = request
    } else {
      settling.remove(at: index)
    }
  }

  /// Removes drawings that the tiles of a page now show.
  private func pageIsComplete(_ page: PageID, _ request: Int) {
    guard settling.contains(where: { $0.page == page }) else { return }
    settling.removeAll { $0.page == page && ($0.request ?? Int.max) <= request }
  }

  /// Updates the transforms of the drawings on a page that was turned.
  func pageIsTurned(_ page: PageID, _ transform: PageTransform) {
    if live?.page == page { live?.transform = transform }
    for index in settling.indices where settling[index].page == page {
      settling[index].transform = transform
    }
  }

  /// Removes committed drawings on pages that are not in view.
  func pagesInView(_ pages: Set<PageID>) {
    bringRuler(to: pages)
    guard settling.contains(where: { $0.request != nil && !pages.contains($0.page) }) else { return }
    settling.removeAll { $0.request != nil && !pages.contains($0.page) }
  }

  func reset() {
    cancel()
    settling = []
    (ruler, rulerDrag) = (nil, nil)
  }
}

extension ToolPage {
  fileprivate func with(_ text: PageText?) -> ToolPage {
    var page = self
    page.text = text
    return page
  }
}
