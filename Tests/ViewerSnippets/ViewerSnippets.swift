import Foundation
import Observation
import PostilViewer

/// Something to paint on, as a toolkit has it.
protocol Canvas {
  func fillWhite(_ rect: ViewRect)
  func draw(_ image: PageImage, turned: PageRotation, at part: ViewRect, of page: ViewRect)
  func paint(_ appearance: Appearance, through transform: PageTransform, stretchedOver page: ViewRect)
}

/// The code on the page "Building a viewer".
@MainActor enum ViewerSnippets {
  static func open(_ file: URL) -> ViewerSession {
    let session = ViewerSession()
    session.viewport.resize(to: ViewSize(width: 900, height: 1200), pixelRatio: 2)
    session.open(file)
    return session
  }

  static func title(of session: ViewerSession) -> String {
    switch session.state {
    case .empty: "Open a document"
    case .opening(let name): "Opening \(name)…"
    case .recoveryOffered(_, let stepCount, _, _): "Recover \(stepCount) steps that were not saved?"
    case .passwordNeeded(_, let refusals): refusals == 0 ? "Password" : "That was not the password"
    case .ready: session.file?.lastPathComponent ?? "Untitled"
    case .failed(let message): message.title
    }
  }

  static func paint(_ session: ViewerSession, on canvas: some Canvas) {
    for visible in session.viewport.visiblePages {
      canvas.fillWhite(visible.frame)
      for picture in session.pageDisplay.pictures(of: visible.page) {
        canvas.draw(picture.image, turned: picture.turn, at: picture.frame, of: visible.frame)
      }
      let drawings = session.drawing.settling + (session.drawing.live.map { [$0] } ?? [])
      for drawing in drawings where drawing.page == visible.page {
        canvas.paint(drawing.tool.draw(), through: drawing.transform, stretchedOver: visible.frame)
      }
    }
  }

  static func pinch(_ session: ViewerSession, by factor: Double, about point: ViewPoint) {
    session.viewport.zoom(by: factor, about: point)
  }

  static func scroll(_ session: ViewerSession, dx: Double, dy: Double) {
    let rest = session.viewport.pan(dx: dx, dy: dy)
    if rest.dy < 0 { session.viewport.goToNext() }
    if rest.dy > 0 { session.viewport.goToPrevious() }
  }

  static func draw(_ session: ViewerSession, along points: [ViewPoint]) {
    session.palette.selection = .freehand
    session.palette.color = Color(red: 0.8, green: 0, blue: 0.2)
    guard let first = points.first, session.drawing.begin(at: PenPoint(first)) else { return }
    for point in points.dropFirst() { session.drawing.move(to: PenPoint(point)) }
    session.drawing.finish()
  }

  static func addArrow(to palette: ToolPalette) {
    palette.add(
      PaletteTool(id: ToolID(rawValue: "org.example.arrow"), name: "Arrow", symbol: "arrow") {
        ArrowTool(style: $0.style)
      })
  }

  static func pressTab(
    _ session: ViewerSession, backwards: Bool, focus field: (FormEntry, ViewRect) -> Void
  ) -> Bool {
    let filling = session.formFilling
    guard filling.focusNext(backwards ? -1 : 1) else { return false }
    if let entry = filling.entry, let frame = filling.frame { field(entry, frame) }
    return true
  }

  static func finish(_ session: ViewerSession, tell: (String, [ViewerMessage.Action]) -> Void) async {
    if await session.done() { return }
    guard let message = session.message else { return }
    tell(message.title + "\n" + message.advice, message.actions)
  }

  static func redact(_ session: ViewerSession, to url: URL) async throws -> RedactionJob.State {
    guard try await session.markForRedaction(.pattern(.emailAddresses)) > 0 else { return .ready }
    let job = RedactionJob(.marks, of: session)
    job.examine()
    await job.done()
    print("\(job.markCount ?? 0) marks, \(job.report?.glyphs ?? 0) letters")
    job.write(to: url)
    await job.done()
    return job.state
  }
}

/// The code on the page "Screen readers and keyboards".
@MainActor enum AccessibilitySnippets {
  static func read(_ session: ViewerSession, _ page: PageID) async -> [String] {
    session.accessibility.isActive = true
    await session.accessibility.idle()
    guard let read = session.accessibility[page] else { return [] }
    return read.blocks.map { block in
      switch block.role {
      case .heading: "Heading \(block.level): \(read.string(of: block))"
      case .link: "Link: \(read.string(of: block))"
      default: read.string(of: block)
      }
    }
  }

  static func highlightNextWord(in session: ViewerSession) {
    session.caret.isActive = true
    session.caret.move(.nextWord, extending: true)
    session.textSelection.mark(as: .highlight)
  }
}

@MainActor func follow(_ session: ViewerSession, repaint: @escaping @MainActor @Sendable () -> Void) {
  withObservationTracking {
    _ = (
      session.viewport, session.pageDisplay.revision, session.drawing.live?.id, session.drawing.settling.count
    )
  } onChange: { [weak session] in
    Task { @MainActor in
      guard let session else { return }
      repaint()
      follow(session, repaint: repaint)
    }
  }
}

private struct ArrowTool: ShapeTool {
  var style = AnnotationStyle()
  var drag = Drag()

  func shape(from start: PagePoint, to end: PagePoint) -> AnnotationContent {
    .line(from: start, to: end, end: .openArrow)
  }
}
