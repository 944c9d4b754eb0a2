import Foundation
import PostilModel
import PostilTestSupport
import PostilTools
import Testing

@Suite struct ShapeRecognizerTests {
  private func meaning(_ shape: RecognizedShape?) -> String {
    switch shape {
    case nil: "nothing"
    case .line: "line"
    case .arrow: "arrow"
    case .rectangle: "rectangle"
    case .ellipse, .turnedEllipse: "ellipse"
    case .polygon(let corners):
      switch corners.count {
      case 3: "triangle"
      case 4: hasRightAngles(corners) ? "rectangle" : "quadrilateral"
      case 5: "pentagon"
      default: "\(corners.count) corners"
      }
    }
  }

  private func hasRightAngles(_ corners: [PagePoint]) -> Bool {
    let directions = (0..<4).map { index in
      let (from, to) = (corners[index], corners[(index + 1) % 4])
      return atan2(to.y - from.y, to.x - from.x)
    }
    return (0..<4).allSatisfy { index in
      abs(abs(remainder(directions[(index + 1) % 4] - directions[index], 2 * .pi)) - .pi / 2) < 1e-6
    }
  }

  /// 210 shapes with noise, 30 of each kind: of each kind and of all at least 95 of 100.
  @Test func drawnShapesAreTakenAsMeant() {
    var (right, all) = (0, 0)
    for kind in DrawnShape.Meaning.allCases where kind != .nothing {
      var wrong: [String] = []
      for seed in 0..<30 {
        var random = SeededGenerator(trial: 100_000 + seed)
        let found = meaning(ShapeRecognizer().shape(of: random.drawnShape(kind).points))
        if found == kind.rawValue { right += 1 } else { wrong.append("\(seed): \(found)") }
        all += 1
      }
      #expect(wrong.count <= 3, "\(kind): \(wrong)")
    }
    #expect(Double(right) >= 0.95 * Double(all), "\(right) of \(all)")
  }

  @Test func handwritingAndScribblesStayInk() {
    for seed in 0..<300 {
      var random = SeededGenerator(trial: 200_000 + seed)
      let found = ShapeRecognizer().shape(of: random.drawnShape(.nothing).points)
      #expect(found == nil, "\(seed): \(meaning(found))")
    }
  }

  @Test func lettersAreTooSmall() {
    let letter = (0...40).map { index in
      let angle = Double(index) / 40 * 2 * .pi
      return PagePoint(x: 100 + 6 * cos(angle), y: 100 + 8 * sin(angle))
    }
    #expect(ShapeRecognizer().shape(of: letter) == nil)
    #expect(meaning(ShapeRecognizer(leastSize: 5).shape(of: letter)) == "ellipse")
  }

  @Test func exactShapesAreWhatTheyAre() throws {
    let corners = [(100.0, 100.0), (220, 100), (220, 180), (100, 180), (100, 100)].map {
      PagePoint(x: $0.0, y: $0.1)
    }
    let way = zip(corners, corners.dropFirst()).flatMap { from, to in
      (0..<40).map { from.interpolated(to: to, at: Double($0) / 40) }
    }
    guard case .rectangle(let rect) = ShapeRecognizer().shape(of: way) else {
      Issue.record("no rectangle")
      return
    }
    #expect(
      abs(rect.minX - 100) < 1 && abs(rect.maxX - 220) < 1 && abs(rect.minY - 100) < 1
        && abs(rect.maxY - 180) < 1)
    let circle = (0...90).map { index in
      let angle = Double(index) / 90 * 2 * .pi
      return PagePoint(x: 300 + 50 * cos(angle), y: 300 + 50 * sin(angle))
    }
    guard case .ellipse(let box) = ShapeRecognizer().shape(of: circle) else {
      Issue.record("no ellipse")
      return
    }
    #expect(abs(box.width - 100) < 1 && abs(box.width - box.height) < 1e-9)
  }

  @Test func linesSnapToAnglesThatTheyAreNearTo() {
    func line(to end: PagePoint) -> RecognizedShape? {
      ShapeRecognizer().shape(of: (0...50).map { PagePoint.zero.interpolated(to: end, at: Double($0) / 50) })
    }
    #expect(line(to: PagePoint(x: 100, y: 3)) == .line(from: .zero, to: PagePoint(x: 100, y: 0)))
    #expect(line(to: PagePoint(x: 100, y: 30)) == .line(from: .zero, to: PagePoint(x: 100, y: 30)))
  }

  @Test(arguments: 0..<100) func anythingGoes(seed: Int) {
    var random = SeededGenerator(trial: seed)
    let count = Int(random.number(0...60))
    var points = (0..<count).map { _ in random.point(-1e6...1e6) }
    if seed % 3 == 0 { points += Array(repeating: points.first ?? .zero, count: 40) }
    if seed % 7 == 0 { points.append(PagePoint(x: .nan, y: .infinity)) }
    if let shape = ShapeRecognizer().shape(of: points) {
      #expect((try? Annotation(shape.content).validated()) != nil)
    }
    #expect(ShapeRecognizer().shape(of: []) == nil)
  }
}
