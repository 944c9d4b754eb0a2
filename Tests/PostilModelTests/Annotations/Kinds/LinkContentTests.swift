import Foundation
import PostilModel
import Testing

@Suite struct LinkContentTests {
  private static let rect = PageRect(x: 10, y: 20, width: 80, height: 12)
  static let targets: [LinkTarget] = [
    .uri("https://example.org/a?b=c#d"), .page(PageID(number: 3)), .named("chapter.1"), .foreign("Launch"),
    .place(PageDestination(PageID(number: 3), view: .position(left: 72, top: 700.5, zoom: 1.5))),
    .place(PageDestination(PageID(number: 3), view: .position(top: 700))),
    .place(PageDestination(PageID(number: 3), view: .page)),
    .place(PageDestination(PageID(number: 3), view: .width(top: 20))),
    .place(PageDestination(PageID(number: 3), view: .width())),
    .place(PageDestination(PageID(number: 3), view: .height(left: 20))),
    .place(PageDestination(PageID(number: 3), view: .rect(rect))),
  ]

  @Test(arguments: targets) func targetsComeBackFromJSON(target: LinkTarget) throws {
    let link = Annotation(.link(Self.rect, to: target), id: "l")
    let data = try JSONEncoder().encode(link)
    #expect(try JSONDecoder().decode(Annotation.self, from: data) == link)
  }

  @Test(arguments: [
    #"{"kind": "link", "rect": [1, 2, 3, 4]}"#,
    #"{"kind": "link", "rect": [1, 2, 3, 4], "uri": "a", "named": "b"}"#,
    #"{"kind": "link", "rect": [1, 2, 3, 4], "to": {"page": 1, "fit": "page", "zoom": 2}}"#,
    #"{"kind": "link", "rect": [1, 2, 3, 4], "to": {"page": 1, "fit": "rect"}}"#,
  ]) func scriptsThatSayNothingOrTooMuchAreRefused(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Annotation.self, from: Data(text.utf8))
    }
  }

  @Test func addressesAreMadeASCII() throws {
    let link = try Annotation(.link(Self.rect, to: .uri("https://example.org/ä b%20c?q=\"x\"&[1]")))
      .validated()
    #expect(link.content.link?.target == .uri("https://example.org/%C3%A4%20b%20c?q=%22x%22&[1]"))
    #expect(try link.validated() == link)
  }

  @Test func itIsHitInItsAreaPaintsNothingAndIsNotErased() {
    let link = Annotation(.link(Self.rect, to: .uri("a")), id: "l")
    #expect(link.isHit(at: PagePoint(x: 50, y: 25)) && !link.isHit(at: PagePoint(x: 50, y: 40)))
    #expect(link.appearance.items.isEmpty && link.bounds == Self.rect)
    #expect(Eraser.changes(to: [link], along: [PagePoint(x: 50, y: 25)], width: 9).isEmpty)
  }

  @Test func whatLeadsNowhereIsRefused() {
    for target in [LinkTarget.uri(""), .named("")] {
      #expect(throws: PDFError.self) { try Annotation(.link(Self.rect, to: target)).validated() }
    }
    let far = PageDestination(PageID(number: 1), view: .position(left: .infinity))
    #expect(throws: PDFError.self) { try Annotation(.link(Self.rect, to: .place(far))).validated() }
    let flat = PageRect(x: 1, y: 1, width: 9, height: 0)
    #expect(throws: PDFError.self) { try Annotation(.link(flat, to: .uri("a"))).validated() }
  }
}
