import PostilModel
import PostilTestSupport
import Testing

/// What every kind promises of its picture.
@Suite struct AnnotationPictureTests {
  /// All points of the paths in a picture.
  private func points(_ appearance: Appearance) -> [PagePoint] {
    appearance.items.flatMap { item -> [PagePoint] in
      switch item.content {
      case .group(let group): points(group)
      case .path(let painted):
        painted.path.elements.flatMap { element -> [PagePoint] in
          switch element {
          case .move(let point), .line(let point): [point]
          case .curve(let a, let b, let point): [a, b, point]
          case .close: []
          }
        }
      case .text, .page, .image: []
      }
    }
  }

  private func isNear(_ point: PagePoint, oneOf others: [PagePoint]) -> Bool {
    others.contains { abs($0.x - point.x) < 1e-6 && abs($0.y - point.y) < 1e-6 }
  }

  /// Kinds whose picture has a top either keep the turn, or say that they cannot be turned.
  @Test(
    arguments: AnnotationSamples.painted.filter { $0.capabilities.contains(.turned) && !$0.isCloudy },
    [PageRotation.clockwise90, .clockwise180])
  func thePictureTurnsWithTheContent(content: AnnotationContent, turn: PageRotation) {
    let style = AnnotationStyle(fill: .yellow, lineWidth: 2)
    let center = content.value.frame.center
    let expected = points(content.value.appearance(style)).map { $0.turned(by: turn, about: center) }
    let turned = points(content.value.turned(by: turn).appearance(style))
    #expect(turned.count == expected.count)
    #expect(expected.allSatisfy { isNear($0, oneOf: turned) })
    #expect(turned.allSatisfy { isNear($0, oneOf: expected) })
  }
}

extension AnnotationContent {
  /// Whether it has bulges: where they begin depends on the first corner.
  fileprivate var isCloudy: Bool { (polygon?.cloudIntensity ?? rectangle?.cloudIntensity ?? 0) > 0 }
}
