public import Foundation
internal import Postil

/// A path of lines and curves. It stands for `NSBezierPath` and `UIBezierPath`, which Linux does not have.
public final class PDFKitPlatformBezierPath: NSObject {
  /// The width of the line, in points.
  public var lineWidth: CGFloat = 1
  var path = PagePath()

  /// Makes an empty path.
  public override init() {}

  /// Makes the path of a rectangle.
  public convenience init(rect: CGRect) {
    self.init()
    move(to: CGPoint(x: rect.minX, y: rect.minY))
    for point in [
      CGPoint(x: rect.maxX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.maxY),
      CGPoint(x: rect.minX, y: rect.maxY),
    ] { addLine(to: point) }
    close()
  }

  /// Begins a new part at a point.
  public func move(to point: CGPoint) { path.move(to: PagePoint(point)) }

  /// Adds a straight line, as UIKit calls it.
  public func addLine(to point: CGPoint) { path.addLine(to: PagePoint(point)) }

  /// Adds a straight line, as AppKit calls it.
  public func line(to point: CGPoint) { addLine(to: point) }

  /// Adds a curve, as UIKit calls it.
  public func addCurve(to point: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    path.addCurve(
      to: PagePoint(point), control1: PagePoint(controlPoint1), control2: PagePoint(controlPoint2))
  }

  /// Adds a curve, as AppKit calls it.
  public func curve(to point: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    addCurve(to: point, controlPoint1: controlPoint1, controlPoint2: controlPoint2)
  }

  /// Closes the part that was begun last.
  public func close() { path.closeSubpath() }

  /// Whether there is nothing in it.
  public var isEmpty: Bool { path.isEmpty }

  /// The smallest rectangle with all points and control points.
  public var bounds: CGRect { path.controlBounds.map { CGRect($0) } ?? .zero }
}

/// The name that programs for macOS use.
public typealias NSBezierPath = PDFKitPlatformBezierPath
/// The name that programs for iOS use.
public typealias UIBezierPath = PDFKitPlatformBezierPath

extension PDFKitPlatformBezierPath {
  /// The parts as strokes, moved by a distance. Curves become Bézier strokes.
  func strokes(dx: Double, dy: Double) -> [InkStroke] {
    var strokes: [InkStroke] = []
    var points: [PagePoint] = []
    var isCurved = false
    func finish() {
      guard !points.isEmpty else { return }
      strokes.append(InkStroke(points, curve: isCurved ? .bezier : .straight))
      points = []
      isCurved = false
    }
    func moved(_ point: PagePoint) -> PagePoint { point.offset(dx: dx, dy: dy) }
    for element in path.elements {
      switch element {
      case .move(let point):
        finish()
        points = [moved(point)]
      case .line(let point):
        if isCurved, let last = points.last {
          let end = moved(point)
          points += [last.interpolated(to: end, at: 1 / 3), last.interpolated(to: end, at: 2 / 3), end]
        } else {
          points.append(moved(point))
        }
      case .curve(let control1, let control2, let end):
        if !isCurved {
          points = Self.curved(points)
          isCurved = true
        }
        points += [control1, control2, end].map(moved)
      case .close:
        guard let first = points.first, let last = points.last, first != last else { continue }
        points +=
          isCurved
          ? [last.interpolated(to: first, at: 1 / 3), last.interpolated(to: first, at: 2 / 3), first]
          : [first]
      }
    }
    finish()
    return strokes
  }

  /// Straight lines as curves.
  private static func curved(_ points: [PagePoint]) -> [PagePoint] {
    points.prefix(1)
      + zip(points, points.dropFirst()).flatMap { from, to in
        [from.interpolated(to: to, at: 1 / 3), from.interpolated(to: to, at: 2 / 3), to]
      }
  }
}
