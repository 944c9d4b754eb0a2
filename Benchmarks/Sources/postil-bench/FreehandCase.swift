import BenchSupport
import Foundation
import Postil
import PostilTools

/// A stroke of 100,000 points: the last must cost no more than the first.
enum FreehandCase {
  private static let count = 100_000
  private static let part = 10_000

  static func run() -> Figures {
    let points = (0..<count).map { index in
      PagePoint(x: 300 + 200 * cos(Double(index) / 97), y: 400 + 300 * sin(Double(index) / 89))
    }
    var tool = FreehandTool(style: AnnotationStyle(color: .red, lineWidth: 2))
    tool.begin(at: PagePoint(x: 0, y: 0))
    let first = move(&tool, through: points[..<part])
    let middle = move(&tool, through: points[part..<(count - part)])
    let last = move(&tool, through: points[(count - part)...])
    let finish = ContinuousClock().measure { _ = tool.finish() }
    return [
      "first_ns": first, "middle_ns": middle, "last_ns": last, "finish_ms": finish.milliseconds,
    ]
  }

  /// Nanoseconds a point.
  private static func move(_ tool: inout FreehandTool, through points: ArraySlice<PagePoint>) -> Double {
    let time = ContinuousClock().measure {
      for point in points { tool.move(to: point) }
    }
    return time.nanoseconds / Double(points.count)
  }
}
