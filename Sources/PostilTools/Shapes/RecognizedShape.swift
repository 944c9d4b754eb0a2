import Foundation
public import PostilModel

/// What a stroke was meant to be: see ``ShapeRecognizer``.
public enum RecognizedShape: Sendable, Hashable {
  /// A straight line.
  case line(from: PagePoint, to: PagePoint)
  /// An arrow with its head at the end.
  case arrow(from: PagePoint, to: PagePoint)
  /// A rectangle along the axes.
  case rectangle(PageRect)
  /// An ellipse along the axes.
  case ellipse(PageRect)
  /// An ellipse at an angle, in radians counterclockwise, of the first radius.
  case turnedEllipse(center: PagePoint, radii: (Double, Double), angle: Double)
  /// A polygon; also a rectangle that is not along the axes.
  case polygon([PagePoint])

  /// What it is as an annotation. An ellipse at an angle is ink, since PDF has none.
  public var content: AnnotationContent {
    switch self {
    case .line(let start, let end): .line(from: start, to: end)
    case .arrow(let start, let end): .line(from: start, to: end, end: .openArrow)
    case .rectangle(let rect): .rectangle(rect)
    case .ellipse(let rect): .ellipse(rect)
    case .polygon(let corners): .polygon(corners)
    case .turnedEllipse(let center, let radii, let angle): .ink([Self.ellipse(center, radii, angle)])
    }
  }

  /// The shape with its end at another place; only lines and arrows have one.
  public func moved(endTo point: PagePoint) -> RecognizedShape {
    switch self {
    case .line(let start, _) where start != point: .line(from: start, to: point)
    case .arrow(let start, _) where start != point: .arrow(from: start, to: point)
    default: self
    }
  }

  /// Where a line or an arrow begins.
  var start: PagePoint? {
    switch self {
    case .line(let start, _), .arrow(let start, _): start
    default: nil
    }
  }

  /// Four curves that differ from an ellipse by less than 0.03 %.
  private static func ellipse(_ center: PagePoint, _ radii: (Double, Double), _ angle: Double) -> InkStroke {
    let reach = 4.0 / 3 * (2.0.squareRoot() - 1)
    let (cosine, sine) = (cos(angle), sin(angle))
    func place(_ x: Double, _ y: Double) -> PagePoint {
      let (u, v) = (x * radii.0, y * radii.1)
      return center.offset(dx: u * cosine - v * sine, dy: u * sine + v * cosine)
    }
    var points = [place(1, 0)]
    for (x, y) in [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)] {
      // The quarter from (x, y) to the left of it.
      points += [place(x - reach * y, y + reach * x), place(-y + reach * x, x + reach * y), place(-y, x)]
    }
    return InkStroke(points: points, curve: .bezier)
  }

  /// Whether two shapes are the same.
  public static func == (a: RecognizedShape, b: RecognizedShape) -> Bool { a.content == b.content }

  /// Hashes what it is as an annotation.
  public func hash(into hasher: inout Hasher) { hasher.combine(content) }
}
