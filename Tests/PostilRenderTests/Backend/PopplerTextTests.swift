import PostilModel
import PostilTestSupport
import Testing

@testable import PostilRender

@Suite struct PopplerTextTests {
  private func text(_ document: TextDocument, _ index: Int = 0) throws -> PageText {
    let page = document.pages[index]
    let box = page.cropBox ?? page.mediaBox
    let crop = PageRect(corner: PagePoint(x: box[0], y: box[1]), corner: PagePoint(x: box[2], y: box[3]))
    let rotation = try #require(PageRotation(degrees: page.rotation))
    return try TestWorker(document.data)
      .text(ofPage: index, transform: PageTransform(cropBox: crop, rotation: rotation))
  }

  @Test func wordsAreWhereTheyBelong() throws {
    let text = try text(TextDocument([[.init(72, 700, "one two"), .init(72, 680, "three")]]))
    #expect(text.string == "one two\nthree")
    // Characters are 7.2 points wide and 8.4 high; the rectangle leaves room for those with more.
    let box = try #require(text.words.dropFirst().first).bounds
    #expect(abs(box.minX - 100.8) < 0.01 && abs(box.maxX - 122.4) < 0.01)
    #expect((694...700).contains(box.minY) && (708.4...714).contains(box.maxY), "\(box)")
  }

  @Test func aPageWithoutText() throws {
    #expect(try text(TextDocument([[]])).isEmpty)
  }

  @Test func columnsAreReadOneAfterTheOther() throws {
    let left = (0..<6).map { TextDocument.Line(72, 700 - Double($0) * 14, "left column row \($0)") }
    let right = (0..<6).map { TextDocument.Line(330, 700 - Double($0) * 14, "right column row \($0)") }
    let lines = try text(TextDocument([zip(left, right).flatMap { [$0, $1] }])).lines.map(\.string)
    #expect(lines == (left + right).map(\.text))
  }

  @Test func aSelectionWithinAColumnHasNothingOfTheOther() throws {
    let left = (0..<6).map { TextDocument.Line(72, 700 - Double($0) * 14, "left column row \($0)") }
    let right = (0..<6).map { TextDocument.Line(330, 700 - Double($0) * 14, "right column row \($0)") }
    let text = try text(TextDocument([zip(left, right).flatMap { [$0, $1] }]))
    let selection = try #require(
      text.selection(from: PagePoint(x: 110, y: 690), to: PagePoint(x: 100, y: 648)))
    #expect(selection.quads.count == 4)
    #expect(selection.quads.allSatisfy { $0.bounds.maxX < 200 }, "\(selection.quads)")
    // The first line from where the drag began, the last to where it ended.
    #expect(selection.quads[0].upperLeft.x > 100 && selection.quads[3].upperRight.x < 110)
  }

  @Test func everyCharacterHasItsPlace() throws {
    let string = "o\u{FB03}ce e\u{301}te \u{1D465} hyphen\u{AD} 日本"
    let text = try text(TextDocument([[.init(72, 700, string)]]))
    #expect(text.string == string)
    for (index, scalar) in string.unicodeScalars.enumerated() where scalar != " " && scalar != "\u{301}" {
      #expect(abs(Double(text.boxes[index].middle.x) - (72 + (Double(index) + 0.5) * 7.2)) < 4, "\(scalar)")
    }
  }

  /// What reaches over the edge of the crop box belongs to the text, at the corners too; what is outside
  /// does not.
  @Test func theEdgesOfTheCropBox() throws {
    var document = TextDocument([
      [
        .init(195, 395, "edge one"), .init(250, 300, "middle"), .init(347, 203, "last one"),
        .init(20, 600, "outside"),
      ]
    ])
    document.pages[0].cropBox = [200, 200, 400, 400]
    let words = try text(document).words
    #expect(words.map(\.string) == ["edge", "one", "middle", "last", "one"])
    #expect(try abs(#require(words.first).bounds.minX - 195) < 0.01)
  }

  /// On the page: first line שלום עולם 12, second ab דג, third סוף.
  @Test(arguments: [0, 90]) func scriptsThatGoToTheLeft(rotation: Int) throws {
    var document = TextDocument([
      [.init(400, 700, "12 םלוע םולש"), .init(450, 684, "םידליו תודלי ab"), .init(465, 668, "ףוס")]
    ])
    document.pages[0].rotation = rotation
    let text = try text(document)
    #expect(text.string == "שלום עולם 12\nab ילדות וילדים\nסוף")
    let digits = try #require(try text.matches(of: "12").first?.rects.first)
    #expect(abs(digits.minX - 400) < 0.1 && abs(digits.maxX - 414.4) < 0.1)
    let end = try #require(try text.matches(of: "סו").first?.rects.first)
    #expect(abs(end.minX - 472.2) < 0.1 && abs(end.maxX - 486.6) < 0.1)
  }

  @Test func wordsToTheLeftInTextToTheRight() throws {
    let text = try text(TextDocument([[.init(72, 700, "some words around םולש and some more")]]))
    #expect(text.string == "some words around שלום and some more")
    let box = try #require(try text.matches(of: "של").first?.rects.first)
    #expect(abs(box.minX - (72 + 20 * 7.2)) < 0.1 && abs(box.maxX - (72 + 22 * 7.2)) < 0.1)
  }

  // MARK: Pixels

  private static let boxes: [(media: [Double], crop: [Double]?)] = [
    ([0, 0, 300, 200], nil), ([0, 0, 500, 450], [120, 150, 420, 350]), ([-200, -100, 100, 100], nil),
    ([-300, -250, 200, 200], [-250, -150, 50, 50]), ([10.5, 20.25, 310.5, 220.25], nil),
  ]

  /// Whatever way the page is turned and cropped, what is dark lies in the rectangles, and fills them as text
  /// does.
  @Test(arguments: [0, 90, 180, 270], boxes.indices)
  func rectanglesCoverTheGlyphs(rotation: Int, index: Int) throws {
    let box = Self.boxes[index].crop ?? Self.boxes[index].media
    for font in [TextDocument.Font.made, .helvetica] {
      var document = TextDocument([
        [
          .init(box[0] + 40, box[1] + 120, "Hyphen-", size: 20),
          .init(box[0] + 40, box[1] + 98, "ated", size: 20),
        ]
      ])
      document.pages[0].mediaBox = Self.boxes[index].media
      document.pages[0].cropBox = Self.boxes[index].crop
      document.pages[0].rotation = rotation
      document.pages[0].font = font
      try checkPixels(document, PageRect(x: box[0], y: box[1], width: 300, height: 200))
    }
  }

  private func checkPixels(_ document: TextDocument, _ crop: PageRect) throws {
    let match = try #require(try text(document).matches(of: "Hyphenated").first)
    #expect(match.rects.count == 2)
    let rotation = try #require(PageRotation(degrees: document.pages[0].rotation))
    let transform = PageTransform(cropBox: crop, rotation: rotation, scale: 2)
    let views = match.rects.map { transform.viewRect($0) }
    let image = try TestWorker(document.data).image(
      ofPage: 0, scale: 2, size: rotation.isSideways ? (crop.height, crop.width) : (crop.width, crop.height))
    var inside = [0, 0]
    for y in 0..<image.height {
      for x in 0..<image.width where image.pixel(x, y) & 0xFF < 128 {
        let place = views.firstIndex { $0.holds(Double(x) + 0.5, Double(y) + 0.5, slack: 1.5) }
        guard let place else { return #expect(Bool(false), "dark at \(x), \(y), outside \(views)") }
        inside[place] += 1
      }
    }
    for (count, view) in zip(inside, views) { #expect(Double(count) > view.width * view.height * 0.1) }
  }
}

extension ViewRect {
  fileprivate func holds(_ px: Double, _ py: Double, slack: Double) -> Bool {
    x - slack <= px && px <= x + width + slack && y - slack <= py && py <= y + height + slack
  }
}

extension SIMD4<Float> {
  fileprivate var middle: SIMD2<Float> { (lowHalf + highHalf) / 2 }
}
