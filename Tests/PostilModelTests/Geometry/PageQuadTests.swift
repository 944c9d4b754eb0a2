import PostilModel
import Testing

@Suite struct PageQuadTests {
  @Test func aBandIsARectangleAlongEachPieceAndMeetsInTheBends() {
    let points = [
      PagePoint(x: 0, y: 0), PagePoint(x: 100, y: 0), PagePoint(x: 100, y: 0), PagePoint(x: 100, y: 50),
    ]
    let band = PageQuad.band(through: points, width: 10)
    #expect(band.count == 2)
    #expect(band[0].upperLeft == PagePoint(x: 0, y: 5) && band[0].lowerLeft == PagePoint(x: 0, y: -5))
    #expect(band[0].upperRight == band[1].upperLeft && band[0].lowerRight == band[1].lowerLeft)
    #expect(band[0].upperRight.distance(to: PagePoint(x: 95, y: 5)) < 1e-9)
    #expect(band[1].lowerRight == PagePoint(x: 105, y: 50))
  }

  @Test func aBandThatTurnsBackHasNoSpike() {
    let band = PageQuad.band(through: [.zero, PagePoint(x: 100, y: 0), PagePoint(x: 0, y: 1)], width: 10)
    let reach = band.flatMap(\.corners).map(\.x).max()
    #expect(band.count == 2 && reach.map { $0 < 106 } == true)
  }

  @Test func aBandNeedsTwoPoints() {
    #expect(PageQuad.band(through: [], width: 10).isEmpty)
    #expect(PageQuad.band(through: [.zero, .zero], width: 10).isEmpty)
  }

  @Test func theBoundsHoldAllCorners() {
    let rect = PageRect(x: 3, y: 4, width: 50, height: 6)
    #expect(PageQuad(rect).bounds == rect)
  }
}
