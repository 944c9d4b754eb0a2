import Postil

/// Small drawings on 84 × 84 points.
enum SampleEmblem {
  static let all: [(name: String, drawing: [Annotation])] = [("cup", cup), ("cake", cake), ("book", book)]

  private static let dark = Color(red: 0.13, green: 0.2, blue: 0.3)
  private static let warm = Color(red: 0.76, green: 0.35, blue: 0.2)
  private static let light = Color(red: 0.95, green: 0.83, blue: 0.66)

  private static func style(_ fill: Color?) -> AnnotationStyle {
    AnnotationStyle(color: dark, fill: fill, lineWidth: 2)
  }

  private static func polygon(_ fill: Color?, _ points: [(Double, Double)]) -> Annotation {
    Annotation(.polygon(points.map { PagePoint(x: $0.0, y: $0.1) }), style: style(fill))
  }

  private static func ellipse(_ fill: Color?, _ x: Double, _ y: Double, _ width: Double, _ height: Double)
    -> Annotation
  {
    Annotation(.ellipse(PageRect(x: x, y: y, width: width, height: height)), style: style(fill))
  }

  private static let cup = [
    ellipse(light, 8, 8, 60, 12), ellipse(nil, 48, 24, 24, 24),
    polygon(warm, [(16, 56), (60, 56), (52, 14), (24, 14)]),
    ellipse(dark, 16, 51, 44, 10),
    Annotation(
      .ink([
        InkStroke([PagePoint(x: 30, y: 66), PagePoint(x: 34, y: 71), PagePoint(x: 30, y: 77)]),
        InkStroke([PagePoint(x: 44, y: 66), PagePoint(x: 48, y: 71), PagePoint(x: 44, y: 77)]),
      ]), style: style(nil)),
  ]

  private static let cake = [
    polygon(light, [(8, 14), (76, 14), (76, 42), (8, 42)]),
    polygon(warm, [(8, 24), (76, 24), (76, 32), (8, 32)]),
    polygon(warm, [(8, 42), (76, 42), (48, 60), (20, 60)]),
    ellipse(Color(red: 0.8, green: 0.1, blue: 0.15), 28, 56, 16, 16),
  ]

  private static let book = [
    polygon(light, [(42, 18), (76, 26), (76, 68), (42, 60)]),
    polygon(light, [(42, 18), (8, 26), (8, 68), (42, 60)]),
    polygon(warm, [(42, 12), (78, 20), (78, 26), (42, 18), (6, 26), (6, 20)]),
  ]
}
