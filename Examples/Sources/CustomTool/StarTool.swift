import Foundation
import Postil
import PostilTools

/// A tool that Postil does not have: draws a five-pointed star around the point where the drag
/// begins, as large as the drag is long.
struct StarTool: DrawingTool {
  var style: AnnotationStyle
  private var center: PagePoint?
  private var tip = PagePoint.zero

  init(style: AnnotationStyle = AnnotationStyle()) { self.style = style }

  var isDrawing: Bool { center != nil }

  @discardableResult mutating func begin(at point: PagePoint) -> PageRect {
    let old = cancel()
    guard point.isUsable else { return old }
    center = point
    tip = point
    return old.isEmpty ? extent : old.union(extent)
  }

  @discardableResult mutating func move(to point: PagePoint) -> PageRect {
    guard isDrawing, point.isUsable else { return .zero }
    let old = extent
    tip = point
    return old.union(extent)
  }

  /// What is shown while drawing is the picture of the annotation that will be saved.
  func draw() -> Appearance { annotation?.appearance ?? Appearance() }

  mutating func finish() -> [AnnotationChange] {
    defer { center = nil }
    return annotation.map { [.add($0)] } ?? []
  }

  @discardableResult mutating func cancel() -> PageRect {
    defer { center = nil }
    return extent
  }

  /// The star as ink: one stroke of straight lines, and its inside as a filled area.
  private var annotation: Annotation? {
    guard let center, center != tip else { return nil }
    let corners = (0..<10).map { index in
      let angle = atan2(tip.y - center.y, tip.x - center.x) + Double(index) * .pi / 5
      let radius = center.distance(to: tip) * (index.isMultiple(of: 2) ? 1 : 0.4)
      return center.offset(dx: cos(angle) * radius, dy: sin(angle) * radius)
    }
    let outline = InkStroke(points: corners + [corners[0]], curve: .straight)
    return Annotation(.ink([outline], areas: style.fill == nil ? [] : [corners]), style: style)
  }

  /// A rectangle that holds the star at any angle, and the pen.
  private var extent: PageRect {
    guard let center else { return .zero }
    let reach = center.distance(to: tip) + style.lineWidth
    return PageRect(corner: center, corner: center).insetBy(-reach)
  }
}
