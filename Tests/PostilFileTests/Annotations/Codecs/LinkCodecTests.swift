import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct LinkCodecTests {
  private let page = PageID(number: 1)
  private let rect = PageRect(x: 100, y: 20, width: 60, height: 20)

  private func open(_ data: Data) throws -> FileStore {
    try FileStore(.data(data), password: nil, options: OpenOptions())
  }

  /// A document of one page with one annotation, object 4.
  private func store(_ annotation: String) throws -> FileStore {
    try open(PDFBuilder(annotations: [annotation]).data())
  }

  /// The dictionary of the last annotation of the first page after edits.
  private func dictionary(_ store: FileStore, _ state: DocumentState) throws -> PDFDictionary {
    let saved = try open(store.data(of: state))
    let page = try saved.page(page).dictionary
    let last = saved.graph.resolve(page["Annots"]).array?.last
    return try #require(saved.graph.resolve(last).dictionary)
  }

  @Test(arguments: [
    LinkTarget.uri("https://example.org/%C3%A4"), .page(PageID(number: 4)), .named("last"),
    .place(PageDestination(PageID(number: 2), view: .position(left: 72, top: 700.5, zoom: 1.5))),
    .place(PageDestination(PageID(number: 2), view: .position(top: 700))),
    .place(PageDestination(PageID(number: 2), view: .page)),
    .place(PageDestination(PageID(number: 3), view: .width(top: 20))),
    .place(PageDestination(PageID(number: 3), view: .height())),
    .place(
      PageDestination(PageID(number: 1), view: .rect(PageRect(x: 1, y: 2, width: 30, height: 40)))),
  ]) func targetsComeBack(target: LinkTarget) throws {
    var sample = SampleDocument()
    sample.pageCount = 4
    let store = try open(sample.data)
    var state = store.saved
    let link = Annotation(
      .link(rect, to: target), contents: "The link", creationDate: Date(timeIntervalSince1970: 1e9),
      modificationDate: Date(timeIntervalSince1970: 1e9))
    try state.apply(.addAnnotation(link, page: page), in: store)
    #expect(try open(store.data(of: state)).annotations(of: page).last == link)
    let dictionary = try dictionary(store, state)
    #expect(dictionary["Border"] == .numbers([0, 0, 0]) && dictionary["H"] == .name("I"))
    #expect((dictionary["A"] == nil) != (dictionary["Dest"] == nil))
    #expect(dictionary["AP"] == nil && dictionary["C"] == nil && dictionary["BS"] == nil)
    #expect(dictionary["F"] == .integer(4))
  }

  /// The page is the same wherever it is moved, in this document and when the file is opened again.
  @Test func aPageThatIsMovedKeepsTheLinksToIt() throws {
    let store = try open(SampleDocument().data)
    var state = store.saved
    let target = PageID(number: 3)
    try state.apply(
      .addAnnotation(Annotation(.link(rect, to: .page(target))), page: page), in: store)
    try state.apply(.movePages([target], to: 0), in: store)
    let saved = try open(store.data(of: state))
    #expect(
      try saved.annotations(of: PageID(number: 2)).last?.content.link?.target == .page(PageID(number: 1)))
  }

  @Test func linksOfLargeTreesAreFollowedWithoutReadingTheWholeTree() throws {
    var sample = SampleDocument()
    (sample.pageCount, sample.fanOut) = (60, 7)
    for xref in PDFBuilder.Xref.allCases {
      sample.xref = xref
      let link = try open(sample.data).annotations(of: page).first { $0.subtype == "Link" }
      #expect(
        link?.content.link?.target == .place(PageDestination(PageID(number: 60), view: .page)))
    }
  }

  static let foreign: [(String, String, [String])] = [
    ("/A<</S/Launch/F(a.exe)>>", "Launch", ["A"]), ("/A<</S/JavaScript/JS(app.alert)>>", "JavaScript", ["A"]),
    ("/A<</S/GoToR/F(b.pdf)/D[0/Fit]>>", "GoToR", ["A"]),
    ("/A<</S/URI/URI(http://a)/Next<</S/URI/URI(http://b)>>>>", "URI", ["A"]),
    ("/A<</S/URI/URI(http://a)/IsMap true>>", "URI", ["A"]), ("/A(x)", "A", ["A"]),
    ("/A<</S/GoTo/D[3 0 R/FitQ 7]>>", "GoTo", ["A"]), ("/Dest[3 0 R/FitX]", "Dest", ["Dest"]),
    ("/Dest[99 0 R/Fit]", "Dest", ["Dest"]), ("/Dest[0/Fit]", "Dest", ["Dest"]),
  ]

  @Test(arguments: foreign)
  func whatIsNotUnderstoodIsSaidAndKept(entries: String, action: String, keys: [String]) throws {
    let store = try store("<</Subtype/Link/Rect[10 10 90 30]\(entries)/Border[0 0 1]/Foo 7>>")
    let before = try #require(store.graph.object(ObjectID(number: 4)).dictionary)
    var link = try #require(try store.annotations(of: page).first)
    #expect(link.content.link?.target == .foreign(action) && link.foreignKeys == keys)
    #expect(!link.capabilities.contains(.restyled) && link.capabilities.contains(.moved))
    link.contents = "changed"
    link = link.offset(dx: 5, dy: 7)
    var state = store.saved
    try state.apply(.replaceAnnotation(link, page: page), in: store)
    let after = try dictionary(store, state)
    for entry in before.entries where entry.key != "Rect" {
      #expect(after[entry.key] == entry.value, "\(entry.key)")
    }
    #expect(after["Rect"] == .coordinates([15, 17, 95, 37]))
  }

  @Test func aLinkOfAnotherProgramGetsAnotherTargetAndKeepsItsFrame() throws {
    let store = try store(
      "<</Subtype/Link/Rect[10 10 90 30]/A<</S/URI/URI(http://a/\u{20})>>/Border[0 0 1]/C[1 0 0]/H/P/PA<</S/URI>>>>"
    )
    var link = try #require(try store.annotations(of: page).first)
    #expect(
      link.content.link?.target == .uri("http://a/ ") || link.content.link?.target == .uri("http://a/%20"))
    link.content.link?.target = .page(page)
    link.content.link?.rect = PageRect(x: 1, y: 2, width: 30, height: 40)
    var state = store.saved
    try state.apply(.replaceAnnotation(link, page: page), in: store)
    let after = try dictionary(store, state)
    #expect(after["A"] == nil && after["PA"] == nil)
    #expect(
      after["Dest"]
        == .array([.reference(ObjectID(number: 3)), .name("XYZ"), .null, .null, .null]))
    #expect(after["Border"] == .numbers([0, 0, 1]) && after["H"] == .name("P"))
    #expect(after["C"] == .numbers([1, 0, 0]) && after["Rect"] == .coordinates([1, 2, 31, 42]))
  }

  @Test func alinkThatBecomesAnotherKindLeadsNowhereAndTheOtherWayRound() throws {
    let store = try store("<</Subtype/Link/Rect[10 10 90 30]/A<</S/URI/URI(a)>>/H/I/Border[0 0 0]>>")
    var link = try #require(try store.annotations(of: page).first)
    link.content = .rectangle(rect)
    var state = store.saved
    try state.apply(.replaceAnnotation(link, page: page), in: store)
    let square = try dictionary(store, state)
    #expect(square["Subtype"] == .name("Square") && square["AP"] != nil)
    for key in ["A", "H", "Border"] as [PDFName] { #expect(square[key] == nil) }
    let reopened = try open(store.data(of: state))
    var annotation = try #require(try reopened.annotations(of: page).first)
    annotation.content = .link(rect, to: .page(page))
    var next = reopened.saved
    try next.apply(.replaceAnnotation(annotation, page: page), in: reopened)
    let back = try dictionary(reopened, next)
    #expect(back["Subtype"] == .name("Link") && back["Dest"] != nil)
    for key in ["AP", "C", "BS", "RD"] as [PDFName] { #expect(back[key] == nil) }
  }

  @Test(arguments: ["", "/A null"]) func aLinkThatLeadsNowhereIsNotUnderstood(entries: String) throws {
    let link = try store("<</Subtype/Link/Rect[10 10 90 30]\(entries)>>").annotations(of: page).first
    #expect(link?.content.unsupported?.subtype == "Link")
  }
}
