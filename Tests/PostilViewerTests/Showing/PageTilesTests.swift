import PostilRender
import Testing

@testable import PostilViewer

/// What is painted of a page while tiles come and go.
@Suite struct PageTilesTests {
  private let size = ViewSize(width: 600, height: 800)

  private func image() throws -> PageImage {
    PageImage(try PixelBuffer(ImageSize(pixelWidth: 1, height: 1)))
  }

  private func picture(_ number: Int, _ image: PageImage? = nil, frame: ViewRect? = nil) throws
    -> DisplayedImage
  {
    DisplayedImage(id: PagePicture.ID(number: number), image: try image ?? self.image(), frame: frame)
  }

  private func tile(_ column: Int, scale: Double = 1) -> TileID {
    TileID(page: PageID(number: 1), scale: scale, column: column, row: 0)
  }

  private func numbers(_ pageTiles: PageTiles) -> [Int] { pageTiles.pictures.map(\.id.number).sorted() }

  @Test func tilesLieOverThePreview() throws {
    var pageTiles = PageTiles()
    pageTiles.expect([tile(0), tile(1)], scale: 1)
    let isChanged = pageTiles.setPreview(try picture(1))
    #expect(isChanged)
    let isChangedNow = pageTiles.insert(tile(0), try picture(2))
    #expect(isChangedNow)
    #expect(pageTiles.pictures.map(\.id.number) == [1, 2])
    #expect(pageTiles.pending == [tile(1)])
  }

  @Test func tilesOfTheScaleBeforeStayUntilAllPresentOnesAreThere() throws {
    var pageTiles = PageTiles()
    pageTiles.expect([tile(0)], scale: 1)
    _ = pageTiles.insert(tile(0), try picture(1))
    pageTiles.expect([tile(0, scale: 2), tile(1, scale: 2)], scale: 2)
    #expect(numbers(pageTiles) == [1])
    _ = pageTiles.insert(tile(0, scale: 2), try picture(2))
    #expect(pageTiles.pictures.map(\.id.number) == [1, 2], "the older one lies below")
    _ = pageTiles.insert(tile(1, scale: 2), try picture(3))
    #expect(numbers(pageTiles) == [2, 3])
  }

  @Test func theScaleBeforeGoesToWhenTilesCannotCome() throws {
    var pageTiles = PageTiles()
    pageTiles.expect([tile(0)], scale: 1)
    _ = pageTiles.insert(tile(0), try picture(1))
    pageTiles.expect([tile(0, scale: 2)], scale: 2)
    let isChanged = pageTiles.fail(tile(0, scale: 2))
    #expect(isChanged)
    #expect(numbers(pageTiles).isEmpty)
  }

  @Test func anEditIsShownWhole() throws {
    var pageTiles = PageTiles()
    pageTiles.expect([tile(0), tile(1)], scale: 1)
    _ = pageTiles.insert(tile(0), try picture(1))
    _ = pageTiles.insert(tile(1), try picture(2))
    pageTiles.holdBack()
    pageTiles.expect([tile(0), tile(1)], scale: 1)
    let isChanged = pageTiles.insert(tile(0), try picture(3))
    #expect(!isChanged)
    #expect(numbers(pageTiles) == [1, 2])
    let isChangedNow = pageTiles.insert(tile(1), try picture(4))
    #expect(isChangedNow)
    #expect(numbers(pageTiles) == [3, 4])
  }

  @Test func tilesThatAnEditDidNotTouchKeepTheirNames() throws {
    var pageTiles = PageTiles()
    let untouched = try image()
    pageTiles.expect([tile(0), tile(1)], scale: 1)
    _ = pageTiles.insert(tile(0), try picture(1, untouched))
    _ = pageTiles.insert(tile(1), try picture(2))
    pageTiles.holdBack()
    pageTiles.expect([tile(0), tile(1)], scale: 1)
    _ = pageTiles.insert(tile(0), try picture(3, untouched))
    _ = pageTiles.insert(tile(1), try picture(4))
    #expect(numbers(pageTiles) == [1, 4])
  }

  @Test func whatIsHeldBackShowsInTheEndEvenIfTilesAreMissing() throws {
    var pageTiles = PageTiles()
    pageTiles.expect([tile(0), tile(1)], scale: 1)
    _ = pageTiles.insert(tile(0), try picture(1))
    pageTiles.holdBack()
    pageTiles.expect([tile(0), tile(1)], scale: 1)
    _ = pageTiles.insert(tile(0), try picture(2))
    #expect(numbers(pageTiles) == [1])
    let isChanged = pageTiles.finish()
    #expect(isChanged)
    #expect(numbers(pageTiles) == [2])
  }

  @Test(arguments: [
    (PageRotation.clockwise90, ViewRect(x: 700, y: 0, width: 100, height: 200)),
    (.clockwise180, ViewRect(x: 400, y: 700, width: 200, height: 100)),
    (.clockwise270, ViewRect(x: 0, y: 400, width: 100, height: 200)),
  ])
  func whatIsThereTurnsWithThePage(_ turn: PageRotation, _ expected: ViewRect) throws {
    var pageTiles = PageTiles()
    pageTiles.expect([tile(0)], scale: 1)
    _ = pageTiles.insert(tile(0), try picture(1, frame: ViewRect(x: 0, y: 0, width: 200, height: 100)))
    pageTiles.turn(by: turn, in: size)
    let turned = try #require(pageTiles.pictures.first)
    #expect(turned.turn == turn)
    #expect(turned.frame == expected)
    let page = turn.isSideways ? ViewSize(width: 800, height: 600) : size
    pageTiles.turn(by: turn.inverse, in: page)
    let back = try #require(pageTiles.pictures.first)
    #expect(back.turn == .none)
    #expect(back.frame == ViewRect(x: 0, y: 0, width: 200, height: 100))
  }

  @Test func anEditThatComesWithAnotherScaleIsShownWhole() throws {
    var pageTiles = PageTiles()
    pageTiles.expect([tile(0)], scale: 1)
    _ = pageTiles.insert(tile(0), try picture(1))
    pageTiles.holdBack()
    pageTiles.expect([tile(0, scale: 2), tile(1, scale: 2)], scale: 2)
    _ = pageTiles.insert(tile(0, scale: 2), try picture(2))
    #expect(numbers(pageTiles) == [1])
    _ = pageTiles.insert(tile(1, scale: 2), try picture(3))
    #expect(numbers(pageTiles) == [2, 3])
  }

  @Test func aScaleThatNeverCameWholeDoesNotTakeThePlaceOfOneThatDid() throws {
    var pageTiles = PageTiles()
    pageTiles.expect([tile(0)], scale: 1)
    _ = pageTiles.insert(tile(0), try picture(1))
    pageTiles.expect([tile(0, scale: 2), tile(1, scale: 2)], scale: 2)
    _ = pageTiles.insert(tile(0, scale: 2), try picture(2))
    pageTiles.expect([tile(0, scale: 3)], scale: 3)
    #expect(numbers(pageTiles).contains(1), "else part of the page would be blurred until the new ones come")
    _ = pageTiles.insert(tile(0, scale: 3), try picture(3))
    #expect(numbers(pageTiles) == [3])
  }

  @Test func tilesOfSeveralScalesAreNeverMixed() throws {
    var pageTiles = PageTiles()
    pageTiles.expect([tile(0), tile(1)], scale: 1)
    _ = pageTiles.insert(tile(0), try picture(1))
    _ = pageTiles.insert(tile(1), try picture(2))
    // As a page beside the one in view gets them.
    _ = pageTiles.insert(tile(0, scale: 2), try picture(3))
    _ = pageTiles.insert(tile(1, scale: 2), try picture(4))
    #expect(Set(pageTiles.tiles.keys.map(\.scale)).count == 1)
    pageTiles.expect([tile(0, scale: 2), tile(1, scale: 2)], scale: 2)
    #expect(numbers(pageTiles) == [3, 4])
  }

  @Test func whatCameBeforeASecondEditIsNotShownWithIt() throws {
    var pageTiles = PageTiles()
    pageTiles.expect([tile(0), tile(1)], scale: 1)
    pageTiles.holdBack()
    _ = pageTiles.insert(tile(0), try picture(1))
    _ = pageTiles.insert(tile(5), try picture(2))
    pageTiles.holdBack()
    pageTiles.expect([tile(0), tile(1)], scale: 1)
    _ = pageTiles.insert(tile(0), try picture(3))
    _ = pageTiles.insert(tile(1), try picture(4))
    #expect(numbers(pageTiles) == [3, 4])
  }

  @Test func framesAreToldInFractionsOfThePage() throws {
    let picture = try picture(1, frame: ViewRect(x: 300, y: 200, width: 150, height: 80))
    #expect(picture.shown(on: size).frame == ViewRect(x: 0.5, y: 0.25, width: 0.25, height: 0.1))
    #expect(try self.picture(2).shown(on: size).frame == ViewRect(x: 0, y: 0, width: 1, height: 1))
  }
}
