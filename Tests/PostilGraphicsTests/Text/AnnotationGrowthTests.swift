import PostilGraphics
import PostilModel
import Testing

@Suite struct AnnotationGrowthTests {
  private static let rect = PageRect(x: 100, y: 200, width: 100, height: 20)

  private static func annotation(
    _ text: String, form: FreeTextContent.Form = .box, rotation: PageRotation = .none
  ) -> Annotation {
    Annotation(
      .freeText(
        FreeTextContent(
          text, in: rect, font: TextFont("DejaVu Sans", size: 10), form: form, rotation: rotation)))
  }

  private static let long = "some words that take more than one line of text"

  /// The edges that stay: the upper and left one as the reader sees them, and the right one.
  @Test func aBoxGrowsDownwards() throws {
    let grown = try #require(try Self.annotation(Self.long).grownToText().content.freeText)
    #expect(grown.rect.maxY == 220 && grown.rect.minX == 100 && grown.rect.maxX == 200)
    #expect(grown.rect.minY < 190)
    // Once is enough.
    let again = Annotation(.freeText(grown))
    #expect(try again.grownToText().content == again.content)
  }

  @Test func downwardsIsWhereTheReaderSeesIt() throws {
    func rect(_ rotation: PageRotation) throws -> PageRect {
      try #require(try Self.annotation(Self.long, rotation: rotation).grownToText().content.freeText).rect
    }
    let (right, up, left) = (try rect(.clockwise90), try rect(.clockwise180), try rect(.clockwise270))
    #expect(right.minX == 100 && right.maxX > 200 && right.minY == 200 && right.maxY == 220)
    #expect(up.minY == 200 && up.maxY > 220 && up.minX == 100 && up.maxX == 200)
    #expect(left.maxX == 200 && left.minX < 100 && left.minY == 200 && left.maxY == 220)
  }

  @Test func aTypewriterGrowsToTheRight() throws {
    let grown = try #require(try Self.annotation(Self.long, form: .typewriter).grownToText().content.freeText)
    #expect(grown.rect.maxX > 300 && grown.rect.minX == 100 && grown.rect.maxY == 220)
    #expect(grown.rect.height == 20)
    let text = Appearance.Text(Self.long, font: grown.font)
    #expect(try text.measured(in: grown.rect.width - 5).lineCount == 1)
  }

  @Test func whatFitsAndOtherKindsStay() throws {
    let short = Self.annotation("a")
    #expect(try short.grownToText() == short)
    let shape = Annotation(.rectangle(Self.rect))
    #expect(try shape.grownToText() == shape)
    #expect(throws: PDFError.self) { try Self.annotation("\u{F1234}").grownToText() }
  }
}
