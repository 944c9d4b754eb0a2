import CPostilCairo
import PostilModel

/// Gives paths to cairo, rounded as in a file.
struct PageTracer {
  private let context: OpaquePointer

  init(_ context: OpaquePointer) { self.context = context }

  /// Makes a path the context's. O(steps).
  func trace(_ path: PagePath) {
    cairo_new_path(context)
    var (start, last) = (PagePoint.zero, PagePoint.zero)
    for element in path.elements {
      switch element {
      case .move(let point):
        last = point.asRead
        start = last
        cairo_move_to(context, last.x, last.y)
      case .line(let point):
        last = point.asRead
        cairo_line_to(context, last.x, last.y)
      case .curve(let a, let b, let end):
        last = end.asRead
        curve(a.asRead, b.asRead, last)
      case .close:
        // Poppler draws the last side as any other.
        if last != start { cairo_line_to(context, start.x, start.y) }
        cairo_close_path(context)
        last = start
      }
    }
  }

  /// Makes a path the context's, with the ends of its horizontal and vertical lines in the middle of pixels.
  /// O(steps).
  func trace(_ path: PagePath, along grid: HairlineGrid) {
    cairo_new_path(context)
    for subpath in Subpath.all(of: path) { trace(subpath, grid) }
  }

  private func trace(_ subpath: Subpath, _ grid: HairlineGrid) {
    for (index, step) in subpath.steps.enumerated() {
      let place = subpath.isOnAlignedLine(index, grid) ? grid.snap(step.end) : step.end
      if index == 0 {
        cairo_move_to(context, place.x, place.y)
      } else if let (a, b) = step.controls {
        curve(a, b, place)
      } else {
        cairo_line_to(context, place.x, place.y)
      }
    }
    if subpath.isClosed { cairo_close_path(context) }
  }

  private func curve(_ a: PagePoint, _ b: PagePoint, _ end: PagePoint) {
    cairo_curve_to(context, a.x, a.y, b.x, b.y, end.x, end.y)
  }
}

/// A part of a path that hangs together.
private struct Subpath {
  struct Step {
    var controls: (PagePoint, PagePoint)?
    var end: PagePoint
  }

  var steps: [Step]
  var isClosed = false

  static func all(of path: PagePath) -> [Subpath] {
    var result: [Subpath] = []
    for element in path.elements {
      switch element {
      case .move(let point): result.append(Subpath(steps: [Step(end: point.asRead)]))
      case .line(let point): append(Step(end: point.asRead), to: &result)
      case .curve(let a, let b, let end):
        append(Step(controls: (a.asRead, b.asRead), end: end.asRead), to: &result)
      case .close: close(&result)
      }
    }
    return result
  }

  private static func append(_ step: Step, to result: inout [Subpath]) {
    guard let last = result.indices.last else { return }
    guard result[last].isClosed else { return result[last].steps.append(step) }
    // After a close the path goes on from where it started.
    result.append(Subpath(steps: [result[last].steps[0], step]))
  }

  private static func close(_ result: inout [Subpath]) {
    guard let last = result.indices.last, !result[last].isClosed else { return }
    let start = result[last].steps[0].end
    if result[last].steps.last?.end != start { result[last].steps.append(Step(end: start)) }
    result[last].isClosed = true
  }

  /// Whether the line before the end of a step, or the one after it, is horizontal or vertical.
  func isOnAlignedLine(_ index: Int, _ grid: HairlineGrid) -> Bool {
    let point = steps[index].end
    if index > 0, steps[index].controls == nil, grid.isAligned(steps[index - 1].end, point) { return true }
    guard index + 1 < steps.count, steps[index + 1].controls == nil else { return false }
    return grid.isAligned(point, steps[index + 1].end)
  }
}
