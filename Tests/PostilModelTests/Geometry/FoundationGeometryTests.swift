import Foundation
import PostilModel
import Testing

@Suite struct FoundationGeometryTests {
  @Test func pointsAndRectanglesSurviveTheWayThereAndBack() {
    let rect = PageRect(x: 72, y: 600.25, width: 200, height: 80)
    #expect(PageRect(CGRect(rect)) == rect)
    #expect(CGRect(rect).origin == CGPoint(x: 72, y: 600.25))
    #expect(PagePoint(CGPoint(rect.center)) == rect.center)
    let view = ViewRect(x: 1, y: 2, width: 3, height: 4)
    #expect(ViewRect(CGRect(view)) == view)
    #expect(ViewPoint(CGPoint(ViewPoint(x: 5, y: 6))) == ViewPoint(x: 5, y: 6))
    #expect(ViewSize(CGSize(ViewSize(width: 7, height: 8))) == ViewSize(width: 7, height: 8))
  }

  @Test func negativeExtentsAreNormalised() {
    let rect = CGRect(x: 100, y: 100, width: -40, height: -20)
    #expect(PageRect(rect) == PageRect(x: 60, y: 80, width: 40, height: 20))
  }

  @Test(arguments: [PageRotation.none, .clockwise90, .clockwise180, .clockwise270])
  func theAffineTransformMapsAsThePageTransformDoes(rotation: PageRotation) {
    let transform = PageTransform(
      cropBox: PageRect(x: -20, y: 35, width: 300, height: 500), rotation: rotation, scale: 1.7)
    for point in [PagePoint(x: 0, y: 0), PagePoint(x: 123, y: 45.5)] {
      let expected = transform.viewPoint(point)
      let mapped = transform.affineTransform.transform(CGPoint(point))
      #expect(abs(mapped.x - expected.x) < 1e-9 && abs(mapped.y - expected.y) < 1e-9)
    }
  }

  @Test func descriptionsAreShort() {
    #expect("\(PagePoint(x: 72, y: 600.5))" == "(72, 600.5)")
    #expect("\(PageRect(x: 1.0 / 3, y: -0.0004, width: 200, height: 80))" == "(0.333, 0, 200 × 80)")
    #expect("\(ViewSize(width: 640, height: 480))" == "640 × 480")
    #expect("\(ViewRect(x: -1.25, y: 2, width: .infinity, height: .nan))" == "(-1.25, 2, inf × nan)")
  }
}
