import Foundation
import PostilModel
import PostilTestSupport

/// Edits and annotations of every kind with values of every kind, the same for the same seed.
struct RandomEdits {
  private var generator: SeededGenerator

  init(seed: Int) { generator = SeededGenerator(trial: seed) }

  mutating func bits() -> UInt64 { generator.next() }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[Int(bits() % UInt64(values.count))] }
  mutating func list<Value>(_ one: (inout RandomEdits) -> Value) -> [Value] {
    (0..<Int(bits() % 5)).map { _ in one(&self) }
  }
  mutating func maybe<Value>(_ one: (inout RandomEdits) -> Value) -> Value? {
    bits().isMultiple(of: 2) ? one(&self) : nil
  }

  /// From 0 to 1, with all its bits in use, or a round number.
  mutating func fraction() -> Double {
    bits().isMultiple(of: 4) ? pick([0, 0.1, 0.5, 1]) : Double(bits() >> 11) / 0x1p53
  }

  mutating func number() -> Double {
    let scale = pick([1e-7, 1, 600, 1e6, 1e300])
    return (fraction() - 0.5) * scale
  }

  mutating func point() -> PagePoint { PagePoint(x: number(), y: number()) }
  mutating func rect() -> PageRect { PageRect(corner: point(), corner: point()) }
  mutating func page() -> PageID { PageID(number: Int(bits() % 2000) + 1) }
  mutating func color() -> Color {
    pick([Color.red, .black, .orange, Color(red: fraction(), green: fraction(), blue: fraction())])
  }

  mutating func text() -> String {
    pick(["", "plain", "\"quoted\" \\ back", "two\nlines\tand tab", "é ﷽ 👩‍👩‍👧 \u{1}\u{7F}", "undo"])
  }

  /// Not in the last second before 2001, where dates are finer than any sum of seconds and a fraction.
  mutating func date() -> Date {
    let seconds = fraction() * pick([1, 1e6, 8e8, 1e10])
    return Date(timeIntervalSinceReferenceDate: bits().isMultiple(of: 3) ? -1 - seconds : seconds)
  }

  mutating func stroke() -> InkStroke {
    let points = list { $0.point() }
    let widths = bits().isMultiple(of: 2) ? points.map { _ in fraction() * 10 } : []
    return InkStroke(points: points, curve: pick([.smooth, .straight, .bezier]), widths: widths)
  }

  mutating func shape() -> AnnotationContent {
    switch bits() % 5 {
    case 0:
      .line(from: point(), to: point(), start: pick(LineEnding.allCases), end: pick(LineEnding.allCases))
    case 1: .rectangle(rect())
    case 2: .ellipse(rect())
    case 3: .ink(list { $0.stroke() }, areas: list { $0.list { $0.point() } })
    default: .unsupported(subtype: pick(["Link", "Text", "Größe"]), bounds: rect())
    }
  }

  mutating func style() -> AnnotationStyle {
    AnnotationStyle(
      color: color(), fill: maybe { $0.color() }, lineWidth: fraction() * 1000, opacity: fraction(),
      dash: list { $0.fraction() * 9 })
  }

  mutating func annotation() -> Annotation {
    Annotation(
      shape(), style: style(), contents: maybe { $0.text() }, author: maybe { $0.text() },
      creationDate: maybe { $0.date() }, modificationDate: maybe { $0.date() },
      flags: AnnotationFlags(rawValue: Int(bits() % 1024)),
      id: pick([AnnotationID(), AnnotationID(rawValue: text())]))
  }

  mutating func edit() -> Edit {
    switch bits() % 7 {
    case 6:
      .placeAnnotations(
        list { AnnotationPlacement(AnnotationID($0.text()), at: Int($0.bits() % 9)) }, page: page())
    case 0: .addAnnotation(annotation(), page: page(), at: maybe { Int($0.bits() % 9) })
    case 1: .replaceAnnotation(annotation(), page: page())
    case 2: .removeAnnotation(AnnotationID(rawValue: text()), page: page())
    case 3: .rotatePages(list { $0.page() }, by: pick(PageRotation.allCases))
    case 4: .movePages(list { $0.page() }, to: Int(bits() % 2000))
    default: .placePages(list { PagePlacement(page: $0.page(), index: Int($0.bits() % 2000)) })
    }
  }

  mutating func step(inGroup: Bool = false) -> EditScript.Step {
    switch bits() % (inGroup ? 7 : 9) {
    case 0: .erase(page: page(), along: list { $0.point() }, width: fraction() * 999 + 1)
    case 1: .clear(page: page())
    case 2: .group(name: maybe { $0.text() }, list { $0.step(inGroup: true) })
    case 7: .undo
    case 8: .redo
    default: .edit(edit())
    }
  }
}
