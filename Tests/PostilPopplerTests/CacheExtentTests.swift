import PostilRenderProtocol
import Testing

@testable import PostilPoppler

/// How much of a page is recorded or drawn at once.
@Suite struct CacheExtentTests {
  private let tile = PixelRect(x: 7_900, y: 4_000, width: 512, height: 512)

  @Test func usualPagesAreRecordedWhole() {
    let extent = CacheExtent.recording(of: tile, width: 2448.4, height: 3168)
    #expect(extent == PixelRect(x: -2, y: -2, width: 2453, height: 3172))
  }

  @Test(arguments: [(30_000.0, 40_000.0), (900_000, 900_000), (20_000, 100)])
  func ofLargePagesAPartIsRecorded(width: Double, height: Double) {
    let extent = CacheExtent.recording(of: tile, width: width, height: height)
    #expect(extent.contains(tile) && extent.width <= 5_200 && extent.height <= 5_200)
  }

  @Test(arguments: [(3_000.0, 3_000.0), (30_000, 40_000), (32_767, 900_000), (40_000, 10)])
  func picturesFitIntoMemory(width: Double, height: Double) {
    for y in [0, 5_000, 8_000] {
      let rect = PixelRect(x: 1_000, y: y, width: 512, height: 512)
      let extent = CacheExtent.picture(around: rect, width: width, height: height)
      #expect(extent.contains(rect))
      #expect(extent.width * extent.height <= 33_000_000)
      #expect(max(extent.width, extent.height) < 32_767)
    }
  }
}
