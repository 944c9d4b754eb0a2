import GTKKit
import Postil
import PostilViewer

/// The cursor, which shows what a drag would do.
extension CanvasInput {
  func connectMotion() {
    motion.onMove { [weak self] in self?.hover(at: $0) }
    motion.onLeave { [weak self] in self?.hover(at: nil) }
    canvas.observe { [weak self] in
      guard let self else { return }
      // Changes of these change what is below the pointer.
      _ = (session.palette.selection, session.selection.ids, session.textSelection.selection)
      _ = session.formFilling.form
      followPointer()
    }
  }

  private func hover(at place: Point?) {
    hovered = place
    if let place { pointer = place }
    followPointer()
  }

  /// Updates the cursor to what a drag from the present position would do.
  func followPointer() {
    let look = look
    if look != cursor {
      cursor = look
      canvas.setCursor(look)
    }
    canvas.toolHead = toolHead
    canvas.showRedactions(at: mode == .none ? hovered : nil)
  }

  private var look: String {
    switch mode {
    case .draws: "crosshair"
    case .pans, .swipes, .movesRuler: "grabbing"
    case .selects: session.selection.isDragging ? cursor : selectingLook
    case .selectsText: "text"
    case .none where hoveredGrip != nil: "grab"
    case .none where hoveredFieldLook != nil: hoveredFieldLook ?? "default"
    case .none where selects && !isSpaceHeld: selectingLook
    case .none where isOverLink: "pointer"
    case .none: canDraw ? "crosshair" : "grab"
    }
  }

  /// What a press would take hold of at the ruler.
  private var hoveredGrip: RulerFrame.Grip? {
    guard !isSpaceHeld, let hovered else { return nil }
    return session.drawing.rulerFrame?.grip(at: ViewPoint(hovered))
  }

  /// Whether a click would follow a link.
  private var isOverLink: Bool {
    guard !isSpaceHeld, session.palette.selection == nil, let hovered else { return false }
    return session.link(at: ViewPoint(hovered)) != nil
  }

  /// Whether a drag from the present position would draw; beside the pages it pans.
  private var canDraw: Bool {
    guard !isSpaceHeld, !selects, session.palette.selection != nil else { return false }
    guard let hovered else { return true }
    return session.viewport.visiblePage(at: ViewPoint(hovered)) != nil
  }

  /// The outline of the current tool's head at the pointer; `nil` if it has none.
  private var toolHead: Rect? {
    let tool = hoversWithEraser ? session.palette.tool(.eraser) : session.palette.currentTool
    guard let hovered, mode == .draws || canDraw || hoversWithEraser, let tool,
      let width = session.palette.makeTool(tool).headWidth
    else { return nil }
    let side = width * session.viewport.zoom
    return Rect(x: hovered.x - side / 2, y: hovered.y - side / 2, width: side, height: side)
  }
}
