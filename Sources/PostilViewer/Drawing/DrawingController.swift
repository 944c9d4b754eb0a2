import Observation

/// Draws on pages: leads a pen's way through the palette's tool into the document.
///
/// A view calls ``begin(at:)``, ``move(to:)``, and ``finish()`` or ``cancel()``, and paints ``live`` and
/// ``settling`` over the pages' pictures. What is drawn shows at once; when it is finished it is committed in the
/// background, and stays in ``settling`` until the tiles show it, so that nothing flickers.
///
/// Tools that say so (``Postil/DrawingTool/commitsWhileDrawing``: an eraser) work on the document itself, piece by piece, in one group
/// of edits: what they change is in the tiles while they move, and as it was when the stroke is cancelled. When a program
/// undoes or redoes in the document itself, the stroke is over, and what was changed by then is a step of undo.
@MainActor @Observable public final class DrawingController {
  /// What is being drawn.
  public private(set) var live: LiveDrawing?
  /// What was drawn and is not in the tiles yet.
  public private(set) var settling: [LiveDrawing] = []
  /// Whether shapes are held to squares, circles and multiples of 45 degrees, as while Shift is held.
  public var isConstrained = false { didSet { constrain() } }

  @ObservationIgnored private var drawingCount = 0
  @ObservationIgnored private var run: PiecewiseRun?
  /// The text of the page, for a drawing that follows it; `nil` once the drawing has it.
  @ObservationIgnored private var reading: Reading?
  @ObservationIgnored weak var session: ViewerSession?

  init() {}

  /// Whether something is being drawn.
  public var isDrawing: Bool { live != nil }

  /// Whether what is being drawn changes the page already.
  public var isCommitting: Bool { live != nil && run != nil }

  /// Puts the pen on a page. What was being drawn is given up.
  ///
  /// - Returns: Whether a drawing began: not without a tool, nor outside of the pages, nor while no document is open.
  @discardableResult
  public func begin(at point: PenPoint) -> Bool {
    if let isTaken = addPoint(at: point) { return isTaken }
    cancel()
    guard let session, session.palette.currentTool?.selects != true,
      let place = session.place(at: point.position), var tool = session.palette.makeTool()
    else { return false }
    drawingCount += 1
    // A tool that changes the page works where the document is; here it only shows where it is.
    let annotations =
      tool.needs.contains(.annotations) && !tool.commitsWhileDrawing
      ? session.contents.annotations(of: place.page) : []
    let page = ToolPage(rotation: place.transform.rotation, annotations: annotations)
    if tool.commitsWhileDrawing { run = PiecewiseRun(session, tool, on: place.page) }
    tool.prepare(for: page)
    live = LiveDrawing(id: drawingCount, page: place.page, tool: tool, transform: place.transform)
    constrain()
    let sample = point.sample(place.point)
    live?.tool.begin(at: sample)
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
  ///   - name: What a menu calls it after "Undo".
  ///   - adapt: Makes what is committed of what the tool gives.
  func complete(named name: String, _ adapt: ([AnnotationChange]) -> [AnnotationChange]) {
    guard var drawing = live, let session else { return }
    let finished = drawing
    live = nil
    let changes = adapt(drawing.tool.finish())
    guard !changes.isEmpty else { return }
    settling.append(finished)
    session.commit(changes, of: finished, named: name)
  }

  /// Moves the pen, also off the page.
  ///
  /// - Returns: The rectangle of the view that looks different now, in units of the view; `nil` if none does.
  @discardableResult
  public func move(to point: PenPoint) -> ViewRect? {
    guard let live, let session, let place = session.point(at: point.position, on: live) else { return nil }
    let box = self.live?.tool.move(to: point.sample(place)) ?? .zero
    run?.move(to: point.sample(place))
    return box.isEmpty ? nil : session.viewRect(box, of: live)
  }

  /// Puts the pen down on a drawing that is made point by point; `nil` if there is none, or it is on another page.
  private func addPoint(at point: PenPoint) -> Bool? {
    guard let live, var tool = live.tool as? any MultipointTool, let session,
      session.place(at: point.position)?.page == live.page,
      let place = session.point(at: point.position, on: live)
    else { return nil }
    tool.addPoint(at: place)
    self.live?.tool = tool
    return true
  }

  /// Lifts the pen: what was drawn becomes one edit. Nothing drawn, nothing changed. A drawing that is made point
  /// by point goes on until it is complete: ``complete()`` ends it before that.
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
    let finished = drawing
    live = nil
    if let run {
      self.run = nil
      return run.finish()
    }
    if let entry = (drawing.tool as? any TextEntryTool)?.entry {
      session?.textEntry.begin(entry, on: drawing.page)
      return
    }
    if let reading, reading.drawing == drawing.id { return commit(finished, with: reading) }
    let changes = drawing.tool.finish()
    guard !changes.isEmpty, let session else { return }
    settling.append(finished)
    session.commit(changes, of: finished)
  }

  // MARK: - Text

  /// Reads the text of the page for a tool that needs it.
  private func readText(_ page: ToolPage) {
    reading = nil
    guard let live, live.tool.needs.contains(.text), !live.tool.commitsWhileDrawing,
      let document = session?.document
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
    guard let session else { return }
    settling.append(drawing)
    let finishing = Task {
      var tool = drawing.tool
      tool.prepare(for: reading.page.with(await reading.text.value))
      guard let index = settling.firstIndex(where: { $0.id == drawing.id }) else { return }
      settling[index].tool = tool
      let changes = tool.finish()
      if changes.isEmpty { settling.remove(at: index) } else { session.commit(changes, of: drawing) }
    }
    session.enqueue(finishing)
  }

  /// The text of a page, on its way to the tool that needs it.
  private struct Reading {
    let drawing: Int
    let page: ToolPage
    let text: Task<PageText?, Never>
  }

  /// Gives up what is being drawn; what it changed comes back.
  public func cancel() {
    guard live != nil else { return }
    live = nil
    run?.cancel()
    run = nil
  }

  /// Lifts the tool: somebody else ended its stroke in the document.
  func strokeIsOver(_ run: PiecewiseRun) {
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

  /// Notes that a drawing is in the document, and which request of the board shows it; `nil`: it is shown already, or not in view.
  func settle(_ id: Int, with request: Int?) {
    guard let index = settling.firstIndex(where: { $0.id == id }) else { return }
    if let request { settling[index].request = request } else { settling.remove(at: index) }
  }

  /// Lets go of drawings that a page's tiles now show.
  func pageIsComplete(_ page: PageID, _ request: Int) {
    guard settling.contains(where: { $0.page == page }) else { return }
    settling.removeAll { $0.page == page && ($0.request ?? Int.max) <= request }
  }

  /// Keeps drawings where they are on a page that was turned.
  func pageIsTurned(_ page: PageID, _ transform: PageTransform) {
    if live?.page == page { live?.transform = transform }
    for index in settling.indices where settling[index].page == page {
      settling[index].transform = transform
    }
  }

  /// Lets go of what was committed on pages that are out of sight.
  func pagesInView(_ pages: Set<PageID>) {
    guard settling.contains(where: { $0.request != nil && !pages.contains($0.page) }) else { return }
    settling.removeAll { $0.request != nil && !pages.contains($0.page) }
  }

  func reset() {
    cancel()
    settling = []
  }
}

extension ToolPage {
  fileprivate func with(_ text: PageText?) -> ToolPage {
    var page = self
    page.text = text
    return page
  }
}
