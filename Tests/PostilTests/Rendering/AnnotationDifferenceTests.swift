import PostilModel
import Testing

@testable import Postil

@Suite struct AnnotationDifferenceTests {
  private func square(_ id: String, at x: Double = 0) -> Annotation {
    Annotation(
      .rectangle(PageRect(x: x, y: 0, width: 9, height: 9)), id: AnnotationID(rawValue: id))
  }

  private func changed(_ new: [Annotation], _ old: [Annotation]) -> [Annotation] {
    AnnotationDifference.changed(new, old) { $0 }
  }

  @Test func whatIsAddedChangedAndRemoved() {
    let (a, b, c) = (square("a"), square("b"), square("c"))
    let moved = square("b", at: 50)
    #expect(changed([a, b], [a, b]).isEmpty)
    #expect(changed([a, b, c], [a, b]) == [c])
    #expect(changed([a, c], [a, b, c]) == [b])
    #expect(changed([a, moved, c], [a, b, c]) == [moved, b])
  }

  @Test func whatIsInAnotherOrder() {
    let (a, b, c, d) = (square("a"), square("b"), square("c"), square("d"))
    #expect(changed([a, c, b], [a, b, c]) == [c, b])
    #expect(changed([c, b, d], [b, c]) == [d, c, b])
  }
}
