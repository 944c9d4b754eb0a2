import Postil
import PostilTools

struct ArrowTool: ShapeTool {
  var style = AnnotationStyle(color: .blue, lineWidth: 3)
  var drag = Drag()

  func shape(from start: PagePoint, to end: PagePoint) -> AnnotationContent {
    .line(from: start, to: end, end: .openArrow)
  }
}
