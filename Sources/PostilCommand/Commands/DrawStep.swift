import Postil

/// What an option of `postil draw` does: it draws, or it sets how what comes after it is drawn.
enum DrawStep: Sendable {
  case line(from: PagePoint, to: PagePoint)
  case shape(AnnotationShape)
  case color(Color)
  case width(Double)
  case opacity(Double)
  case fillWithColor
  case fill(Color?)
  case dash([Double])
  case startEnding(LineEnding)
  case endEnding(LineEnding)
  case author(String)
  case contents(String)
}
