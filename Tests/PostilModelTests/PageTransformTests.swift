import PostilModel
import Testing

@Suite struct PageTransformTests {
  private let box = PageRect(x: 100, y: 50, width: 300, height: 500)

  @Test(arguments: PageRotation.allCases)
  func pageAndViewAreInverse(rotation: PageRotation) {
    let transform = PageTransform(cropBox: box, rotation: rotation, scale: 1.7)
    let point = PagePoint(x: 123.5, y: 444.25)
    let back = transform.pagePoint(transform.viewPoint(point))
    #expect(back.distance(to: point) < 1e-9)
  }

  @Test(arguments: [
    (PageRotation.none, ViewPoint(x: 0, y: 1000)), (.clockwise90, ViewPoint(x: 0, y: 0)),
    (.clockwise180, ViewPoint(x: 600, y: 0)), (.clockwise270, ViewPoint(x: 1000, y: 600)),
  ])
  func theLowerLeftCornerTurnsClockwise(rotation: PageRotation, expected: ViewPoint) {
    let transform = PageTransform(cropBox: box, rotation: rotation, scale: 2)
    #expect(transform.viewPoint(box.origin) == expected)
  }

  @Test func rectanglesKeepTheirSize() {
    let transform = PageTransform(cropBox: box, rotation: .clockwise90, scale: 2)
    let rect = PageRect(x: 150, y: 60, width: 20, height: 30)
    #expect(transform.viewRect(rect) == ViewRect(x: 20, y: 100, width: 60, height: 40))
    #expect(transform.pageRect(transform.viewRect(rect)) == rect)
  }
}
