import Testing

@testable import PostilModel

@Suite struct CloudOutlineTests {
  private static let square = PagePath.corners(of: PageRect(x: 0, y: 0, width: 100, height: 100))
  /// An L: its inner corner is at 50, 50.
  private static let angle = [
    PagePoint(x: 0, y: 0), PagePoint(x: 100, y: 0), PagePoint(x: 100, y: 50), PagePoint(x: 50, y: 50),
    PagePoint(x: 50, y: 100), PagePoint(x: 0, y: 100),
  ]

  @Test(arguments: [square, Array(square.reversed()), angle, Array(angle.reversed())], [0.5, 1, 2])
  func bulgesStandOutOfThePolygonOnEverySide(corners: [PagePoint], intensity: Double) throws {
    let outline = CloudOutline(corners, intensity: intensity, lineWidth: 2)
    let radius = 5 * intensity + 1
    let path = outline.path
    let polygon = PagePath.polygon(corners)
    for point in path.samples(step: 1) {
      // Outside, or on the edge of the polygon where it has an inner corner, and never farther than a bulge.
      #expect(
        !polygon.encloses(point) || polygon.passes(within: 0.05, of: point), "\(point)")
      #expect(polygon.passes(within: radius + 0.05, of: point), "\(point)")
    }
    let extent = try #require(path.extent)
    for distance in [extent.minX, extent.minY, 100 - extent.maxX, 100 - extent.maxY] {
      #expect(abs(distance + radius) < 0.01, "\(extent)")
    }
  }

  @Test func theInsideIsThatOfThePolygonToo() {
    let path = CloudOutline(Self.angle, intensity: 1, lineWidth: 1).path
    #expect(path.encloses(PagePoint(x: 25, y: 25)) && path.encloses(PagePoint(x: 25, y: 90)))
    #expect(!path.encloses(PagePoint(x: 75, y: 75)))
  }

  @Test func tooFewCornersAndAbsurdLengthsAreNoTrouble() {
    #expect(CloudOutline([.zero], intensity: 1, lineWidth: 1).path.isEmpty)
    #expect(CloudOutline([], intensity: 1, lineWidth: 1).path.isEmpty)
    let far = PagePath.corners(of: PageRect(x: -1e6, y: -1e6, width: 2e6, height: 2e6))
    #expect(CloudOutline(far, intensity: 0.001, lineWidth: 0).path.elements.count < 30_000)
  }

  @Test func ofALineThereIsACloudOnBothSides() {
    let path = CloudOutline([.zero, PagePoint(x: 60, y: 0)], intensity: 1, lineWidth: 0).path
    #expect(path.extent.map { abs($0.minY + 5) < 0.01 && abs($0.maxY - 5) < 0.01 } == true)
  }

  @Test func intensitiesAreBroughtIntoTheirRange() {
    #expect(PolygonContent(Self.square, cloudIntensity: 9).cloudIntensity == 2)
    var rectangle = RectangleContent(.zero, cloudIntensity: .nan)
    #expect(rectangle.cloudIntensity == 0)
    rectangle.cloudIntensity = -1
    #expect(rectangle.cloudIntensity == 0)
  }

  @Test func aCloudIsHitOnItsBulgesAndErasedInParts() throws {
    let cloud = Annotation(
      .polygon(Self.square, cloudIntensity: 2), style: AnnotationStyle(lineWidth: 2), id: "c")
    #expect(cloud.isHit(at: PagePoint(x: 0, y: -11), tolerance: 0.5))
    #expect(!cloud.isHit(at: PagePoint(x: 50, y: 0)) || !cloud.isHit(at: PagePoint(x: 50, y: 30)))
    #expect(cloud.bounds.contains(PagePoint(x: 50, y: -10)))
    let changes = Eraser.changes(
      to: [cloud], along: [PagePoint(x: 50, y: -20), PagePoint(x: 50, y: 20)], width: 8)
    let ink = try #require(changes.first?.annotation?.content.ink)
    #expect(changes.count == 1 && ink.strokes.count == 1)
    #expect(ink.strokes[0].path.extent.map { $0.minX < -5 } == true)
  }
}
