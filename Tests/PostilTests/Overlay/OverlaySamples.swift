import Postil
import PostilTestSupport

/// Annotations of every kind, in many styles.
enum OverlaySamples {
  static let all: [Annotation] = shapes.flatMap { shape in styles.map { Annotation(shape, style: $0) } }

  private static let styles: [AnnotationStyle] = [0.1, 0.5, 1, 2.5, 7.3, 40].flatMap { width in
    [1, 0.4].flatMap { opacity in
      [nil, Color(red: 0.9, green: 0.7, blue: 0.123)].flatMap { fill in
        [[], [4.5, 2, 0.5]].map { dash in
          let color = Color(red: 0.7, green: 0.15, blue: 0.3)
          return AnnotationStyle(
            color: color, fill: fill, lineWidth: width, opacity: opacity,
            fillOpacity: width == 7.3 ? 0.6 : nil,
            dash: dash)
        }
      }
    }
  }

  static let shapes = lines + boxes + ink + polygons + swellingInk

  private static var swellingInk: [AnnotationContent] {
    func stroke(_ count: Int, _ step: Double, _ curve: InkStroke.Curve) -> InkStroke {
      InkStroke(
        points: walk(count, step: step), curve: curve,
        widths: (0..<count).map { 0.2 + 1.6 * Double($0 * 7 % 10) / 9 })
    }
    return [
      .ink([stroke(40, 15, .smooth), stroke(3, 20, .straight)]), .ink([stroke(19, 30, .bezier)]),
      .ink([stroke(1, 0, .smooth), InkStroke(points: walk(5, step: 20))]),
    ]
  }

  private static var polygons: [AnnotationContent] {
    [
      .polygon(walk(6, step: 60)), .polygon(walk(5, step: 80), cloudIntensity: 1),
      .rectangle(PageRect(x: 40.5, y: 40, width: 90, height: 55.5), cloudIntensity: 2),
      .polygon([PagePoint(x: 20, y: 20), PagePoint(x: 150.3, y: 40)]),
      .polyline(walk(5, step: 60), start: .closedArrow, end: .circle), .polyline(walk(9, step: 20)),
      .highlight([
        PageRect(x: 20, y: 60.3, width: 90, height: 14), PageRect(x: 20, y: 50, width: 40, height: 14),
      ]),
      .highlight([PageQuad(PageRect(x: 20.25, y: 20, width: 120, height: 100))]),
      .caret(PageRect(x: 40.5, y: 40, width: 20, height: 25.5), turn: .clockwise90),
      .redaction(PageRect(x: 40.5, y: 40, width: 90, height: 25.5)),
      .underline([PageQuad(PageRect(x: 20.25, y: 60, width: 120, height: 30))]),
      .textMarkup(
        .squiggly, [PageQuad(PageRect(x: 20.25, y: 20, width: 120, height: 50))], blendMode: .multiply),
      .strikeOut([PageQuad(PageRect(x: 40.25, y: 20, width: 12, height: 100))]),
    ]
  }

  private static var lines: [AnnotationContent] {
    let (a, b) = (PagePoint(x: 60, y: 50), PagePoint(x: 150, y: 90))
    return [
      .line(from: PagePoint(x: 20, y: 100), to: PagePoint(x: 170, y: 100)),
      .line(from: PagePoint(x: 50.3, y: 20), to: PagePoint(x: 50.3, y: 140.7)),
      .line(from: PagePoint(x: 20, y: 30), to: PagePoint(x: 170.33, y: 101.77)),
      .line(from: a, to: b, start: .closedArrow, end: .openArrow),
      .line(from: a, to: PagePoint(x: 150, y: 50), start: .circle, end: .slash),
      .line(from: a, to: a),
    ]
  }

  private static var boxes: [AnnotationContent] {
    [
      .rectangle(PageRect(x: 30, y: 40, width: 90, height: 55.5)),
      .rectangle(PageRect(x: 30.3337, y: 40.2128, width: 90.77, height: 55.555)),
      .rectangle(PageRect(x: 30, y: 40, width: 90, height: 0)),
      .ellipse(PageRect(x: 30.5, y: 40.25, width: 90, height: 55.5)),
    ]
  }

  private static var ink: [AnnotationContent] {
    let tap = InkStroke(points: [PagePoint(x: 63, y: 51)])
    return [
      .ink([InkStroke(points: walk(40, step: 15))]),
      .ink([InkStroke(points: walk(40, step: 15), curve: .straight)]),
      .ink([InkStroke(points: walk(60, step: 3), curve: .straight)]),
      .ink([InkStroke(points: walk(19, step: 30), curve: .bezier)]),
      .ink([tap, InkStroke(points: [PagePoint(x: 65, y: 52)]), InkStroke(points: walk(5, step: 20))]),
      .ink([InkStroke(points: walk(5, step: 40))], areas: [walk(7, step: 60), walk(5, step: 50)]),
    ]
  }

  /// A random walk, the same in each run.
  static func walk(_ count: Int, step: Double) -> [PagePoint] {
    var random = SeededGenerator(seed: UInt64(count))
    var point = PagePoint(x: 90, y: 80)
    return (0..<count).map { _ in
      point = point.offset(
        dx: .random(in: -step...step, using: &random), dy: .random(in: -step...step, using: &random))
      return point
    }
  }
}
