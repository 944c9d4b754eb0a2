import PostilModel
import PostilTools

/// Holds a tool, so that a test can use it and look at what it returns in one expression.
final class Hand {
  var tool: any DrawingTool

  init(_ tool: any DrawingTool) { self.tool = tool }

  var isDrawing: Bool { tool.isDrawing }
  var style: AnnotationStyle {
    get { tool.style }
    set { tool.style = newValue }
  }

  func draw() -> Appearance { tool.draw() }
  @discardableResult func begin(at point: PagePoint) -> PageRect { tool.begin(at: point) }
  @discardableResult func move(to point: PagePoint) -> PageRect { tool.move(to: point) }
  @discardableResult func cancel() -> PageRect { tool.cancel() }
  @discardableResult func finish() -> [AnnotationChange] { tool.finish() }
}
