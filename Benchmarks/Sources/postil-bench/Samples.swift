import Foundation
import Postil

enum Samples {
  /// The 50 points that the peers draw too.
  static func ink(at y: Double) -> Annotation {
    let points = (0..<50).map { index in
      PagePoint(x: 72 + Double(index) * 4, y: y + 20 * sin(Double(index) / 5))
    }
    let style = StrokeStyle(color: .red, lineWidth: 2)
    return Annotation(.ink([InkStroke(points: points)]), style: style)
  }
}
