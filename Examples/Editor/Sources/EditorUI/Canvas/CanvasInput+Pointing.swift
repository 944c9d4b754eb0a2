import GTKKit
import Postil
import PostilViewer

/// What the pointer looks like: it tells what a drag would do.
extension CanvasInput {
  func connectMotion() {
    motion.onMove { [weak self] in self?.hover(at: $0) }
    motion.onLeave { [weak self] in self?.hover(at: nil) }
    canvas.observe { [weak self] in
      guard let self else { return }
      // What is below the pointer may come to be selected, or go.
      _ = (session.palette.selection, session.selection.ids, session.textSelection.selection)
      followPointer()
    }
  }

  private func hover(at place: Point?) {
    hovered = place
    if let place { pointer = place }
    followPointer()
  }

  /// Brings the look of the pointer up to what it would do where it is.
  func followPointer() {
    let look = look
    if look != cursor {
      cursor = look
      canvas.setCursor(look)
    }
    canvas.toolHead = toolHead
  }

  private var look: String {
    switch mode {
    case .draws: "crosshair"
    case .pans, .swipes: "grabbing"
    case .selects: session.selection.isDragging ? cursor : selectingLook
    case .selectsText: "text"
    case .none where selects && !isSpaceHeld: selectingLook
    case .none where isOverLink: "pointer"
    case .none: canDraw ? "crosshair" : "grab"
    }
  }

  /// Whether a click would follow a link.
  private var isOverLink: Bool {
    guard !isSpaceHeld, session.palette.selection == nil, let hovered else { return false }
    return session.link(at: ViewPoint(hovered)) != nil
  }

  /// Whether a drag from where the pointer is would draw: beside the pages it moves them.
  private var canDraw: Bool {
    guard !isSpaceHeld, !selects, session.palette.selection != nil else { return false }
    guard let hovered else { return true }
    return session.viewport.visiblePage(at: ViewPoint(hovered)) != nil
  }

  /// The head of the tool in hand.
  private var toolHead: Rect? {
    guard let hovered, mode == .draws || canDraw, let width = session.palette.makeTool()?.headWidth else {
      return nil
    }
    let side = width * session.viewport.zoom
    return Rect(x: hovered.x - side / 2, y: hovered.y - side / 2, width: side, height: side)
  }
}
