import Postil

/// A step of `postil draw`: draws a shape, or sets the style of the shapes after it.
enum DrawStep: Sendable {
  case line(from: PagePoint, to: PagePoint)
  case shape(AnnotationContent)
  case polyline([PagePoint])
  case arrow(from: PagePoint, to: PagePoint)
  case rectangle(PageRect)
  case polygon([PagePoint])
  case cloud([PagePoint])
  case cloudIntensity(Double)
  case distance(from: PagePoint, to: PagePoint)
  case perimeter([PagePoint])
  case area([PagePoint])
  case scale(String)
  case precision(MeasurementFormat.Precision)
  case leader(Double)
  case captionSize(Double)
  case id(AnnotationID)
  case fillOpacity(Double)
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
