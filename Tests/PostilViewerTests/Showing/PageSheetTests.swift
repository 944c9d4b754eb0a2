import PostilRender
import Testing

@testable import PostilViewer

/// What is painted of a page while tiles come and go.
@Suite struct PageSheetTests {
  private let size = ViewSize(width: 600, height: 800)

  private func image() throws -> PageImage {
    PageImage(try PixelBuffer(ImageSize(pixelWidth: 1, height: 1)))
  }

  private func picture(_ number: Int, _ image: PageImage? = nil, frame: ViewRect? = nil) throws
    -> SheetPicture
  {
    SheetPicture(id: PagePicture.ID(number: number), image: try image ?? self.image(), frame: frame)
  }

  private func tile(_ column: Int, scale: Double = 1) -> TileID {
    TileID(page: PageID(rawValue: 1), scale: scale, column: column, row: 0)
  }

  private func numbers(_ sheet: PageSheet) -> [Int] { sheet.pictures.map(\.id.number).sorted() }

  @Test func tilesLieOverThePreview() throws {
    var sheet = PageSheet()
    sheet.await([tile(0), tile(1)], scale: 1)
    let isChanged = sheet.take(try picture(1))
    #expect(isChanged)
    let isChangedNow = sheet.take(tile(0), try picture(2))
    #expect(isChangedNow)
    #expect(sheet.pictures.map(\.id.number) == [1, 2])
    #expect(sheet.awaited == [tile(1)])
  }

  @Test func tilesOfTheScaleBeforeStayUntilAllPresentOnesAreThere() throws {
    var sheet = PageSheet()
    sheet.await([tile(0)], scale: 1)
    _ = sheet.take(tile(0), try picture(1))
    sheet.await([tile(0, scale: 2), tile(1, scale: 2)], scale: 2)
    #expect(numbers(sheet) == [1])
    _ = sheet.take(tile(0, scale: 2), try picture(2))
    #expect(sheet.pictures.map(\.id.number) == [1, 2], "the older one lies below")
    _ = sheet.take(tile(1, scale: 2), try picture(3))
    #expect(numbers(sheet) == [2, 3])
  }

  @Test func theScaleBeforeGoesToWhenTilesCannotCome() throws {
    var sheet = PageSheet()
    sheet.await([tile(0)], scale: 1)
    _ = sheet.take(tile(0), try picture(1))
    sheet.await([tile(0, scale: 2)], scale: 2)
    let isChanged = sheet.giveUp(tile(0, scale: 2))
    #expect(isChanged)
    #expect(numbers(sheet).isEmpty)
  }

  @Test func anEditIsShownWhole() throws {
    var sheet = PageSheet()
    sheet.await([tile(0), tile(1)], scale: 1)
    _ = sheet.take(tile(0), try picture(1))
    _ = sheet.take(tile(1), try picture(2))
    sheet.hold()
    sheet.await([tile(0), tile(1)], scale: 1)
    let isChanged = sheet.take(tile(0), try picture(3))
    #expect(!isChanged)
    #expect(numbers(sheet) == [1, 2])
    let isChangedNow = sheet.take(tile(1), try picture(4))
    #expect(isChangedNow)
    #expect(numbers(sheet) == [3, 4])
  }

  @Test func tilesThatAnEditDidNotTouchKeepTheirNames() throws {
    var sheet = PageSheet()
    let untouched = try image()
    sheet.await([tile(0), tile(1)], scale: 1)
    _ = sheet.take(tile(0), try picture(1, untouched))
    _ = sheet.take(tile(1), try picture(2))
    sheet.hold()
    sheet.await([tile(0), tile(1)], scale: 1)
    _ = sheet.take(tile(0), try picture(3, untouched))
    _ = sheet.take(tile(1), try picture(4))
    #expect(numbers(sheet) == [1, 4])
  }

  @Test func whatIsHeldBackShowsInTheEndEvenIfTilesAreMissing() throws {
    var sheet = PageSheet()
    sheet.await([tile(0), tile(1)], scale: 1)
    _ = sheet.take(tile(0), try picture(1))
    sheet.hold()
    sheet.await([tile(0), tile(1)], scale: 1)
    _ = sheet.take(tile(0), try picture(2))
    #expect(numbers(sheet) == [1])
    let isChanged = sheet.finish()
    #expect(isChanged)
    #expect(numbers(sheet) == [2])
  }

  @Test(arguments: [
    (PageRotation.clockwise90, ViewRect(x: 700, y: 0, width: 100, height: 200)),
    (.clockwise180, ViewRect(x: 400, y: 700, width: 200, height: 100)),
    (.clockwise270, ViewRect(x: 0, y: 400, width: 100, height: 200)),
  ])
  func whatIsThereTurnsWithThePage(_ turn: PageRotation, _ expected: ViewRect) throws {
    var sheet = PageSheet()
    sheet.await([tile(0)], scale: 1)
    _ = sheet.take(tile(0), try picture(1, frame: ViewRect(x: 0, y: 0, width: 200, height: 100)))
    sheet.turn(by: turn, in: size)
    let turned = try #require(sheet.pictures.first)
    #expect(turned.turn == turn)
    #expect(turned.frame == expected)
    let page = turn.isSideways ? ViewSize(width: 800, height: 600) : size
    sheet.turn(by: turn.inverse, in: page)
    let back = try #require(sheet.pictures.first)
    #expect(back.turn == .none)
    #expect(back.frame == ViewRect(x: 0, y: 0, width: 200, height: 100))
  }

  @Test func anEditThatComesWithAnotherScaleIsShownWhole() throws {
    var sheet = PageSheet()
    sheet.await([tile(0)], scale: 1)
    _ = sheet.take(tile(0), try picture(1))
    sheet.hold()
    sheet.await([tile(0, scale: 2), tile(1, scale: 2)], scale: 2)
    _ = sheet.take(tile(0, scale: 2), try picture(2))
    #expect(numbers(sheet) == [1])
    _ = sheet.take(tile(1, scale: 2), try picture(3))
    #expect(numbers(sheet) == [2, 3])
  }

  @Test func aScaleThatNeverCameWholeDoesNotTakeThePlaceOfOneThatDid() throws {
    var sheet = PageSheet()
    sheet.await([tile(0)], scale: 1)
    _ = sheet.take(tile(0), try picture(1))
    sheet.await([tile(0, scale: 2), tile(1, scale: 2)], scale: 2)
    _ = sheet.take(tile(0, scale: 2), try picture(2))
    sheet.await([tile(0, scale: 3)], scale: 3)
    #expect(numbers(sheet).contains(1), "else part of the page would be blurred until the new ones come")
    _ = sheet.take(tile(0, scale: 3), try picture(3))
    #expect(numbers(sheet) == [3])
  }

  @Test func tilesOfSeveralScalesAreNeverMixed() throws {
    var sheet = PageSheet()
    sheet.await([tile(0), tile(1)], scale: 1)
    _ = sheet.take(tile(0), try picture(1))
    _ = sheet.take(tile(1), try picture(2))
    // As a page beside the one in view gets them.
    _ = sheet.take(tile(0, scale: 2), try picture(3))
    _ = sheet.take(tile(1, scale: 2), try picture(4))
    #expect(Set(sheet.tiles.keys.map(\.scale)).count == 1)
    sheet.await([tile(0, scale: 2), tile(1, scale: 2)], scale: 2)
    #expect(numbers(sheet) == [3, 4])
  }

  @Test func whatCameBeforeASecondEditIsNotShownWithIt() throws {
    var sheet = PageSheet()
    sheet.await([tile(0), tile(1)], scale: 1)
    sheet.hold()
    _ = sheet.take(tile(0), try picture(1))
    _ = sheet.take(tile(5), try picture(2))
    sheet.hold()
    sheet.await([tile(0), tile(1)], scale: 1)
    _ = sheet.take(tile(0), try picture(3))
    _ = sheet.take(tile(1), try picture(4))
    #expect(numbers(sheet) == [3, 4])
  }

  @Test func framesAreToldInFractionsOfThePage() throws {
    let picture = try picture(1, frame: ViewRect(x: 300, y: 200, width: 150, height: 80))
    #expect(picture.shown(on: size).frame == ViewRect(x: 0.5, y: 0.25, width: 0.25, height: 0.1))
    #expect(try self.picture(2).shown(on: size).frame == ViewRect(x: 0, y: 0, width: 1, height: 1))
  }
}
