import Foundation
import PostilTestSupport
import Testing

@testable import Postil

@Suite struct AnnotationQueriesTests {
  private let document: PDFDocument
  private let ids: [PageID]

  init() throws {
    var sample = PageDocument(pageCount: 3)
    sample.pages[2].annotations = [
      "<</Subtype/Link/Rect[10 10 90 90]/NM(link)>>", "<</Subtype/Popup/Rect[10 10 90 90]/NM(popup)>>",
    ]
    document = try PDFDocument(data: sample.data)
    ids = document.pageIDs
    let box = PageRect(x: 100, y: 100, width: 100, height: 100)
    let filled = AnnotationStyle(fill: .yellow, lineWidth: 2)
    try document.add(
      [
        Annotation(.rectangle(box), style: filled, id: "room-kitchen"),
        Annotation(.ellipse(box), style: AnnotationStyle(lineWidth: 2), id: "room-hall"),
        Annotation(.rectangle(box), style: filled, flags: .hidden, id: "hidden"),
        Annotation(.line(from: PagePoint(x: 100, y: 150), to: PagePoint(x: 200, y: 150)), id: "route-1"),
      ], to: ids[0])
    try document.add(Annotation(.rectangle(box), author: "Ada", id: "route-2"), to: ids[1])
  }

  @Test func aPageTellsWhatIsAtAPointTopmostFirst() throws {
    let page = document.pages[0]
    #expect(page.annotations(at: PagePoint(x: 150, y: 150)).map(\.id) == ["route-1", "room-kitchen"])
    #expect(page.annotation(at: PagePoint(x: 150, y: 150))?.id == "route-1")
    #expect(try document.annotations(at: PagePoint(x: 150, y: 150), on: ids[0]).map(\.id).count == 2)
    // On the outline of the ellipse, which is not filled.
    #expect(page.annotations(at: PagePoint(x: 150, y: 200)).map(\.id) == ["room-hall", "room-kitchen"])
    #expect(page.annotations(at: PagePoint(x: 150, y: 155), tolerance: 5).map(\.id).first == "route-1")
    #expect(page.annotation(at: PagePoint(x: 150, y: 170))?.id == "room-kitchen")
    #expect(page.annotations(at: PagePoint(x: 500, y: 500), tolerance: 10).isEmpty)
    #expect(page.annotations(at: PagePoint(x: .nan, y: 1), tolerance: .nan).isEmpty)
    #expect(document.pages[2].annotations(at: PagePoint(x: 50, y: 50)).map(\.id) == ["link"])
  }

  @Test func aPageFindsByNameKindAndSubtype() throws {
    let (first, last) = (document.pages[0], document.pages[2])
    #expect(first.annotation(named: "room-hall")?.content.kind == .ellipse)
    #expect(first.annotation(named: "no") == nil)
    #expect(first.annotations(withNamePrefix: "room-").map(\.id) == ["room-kitchen", "room-hall"])
    #expect(first.annotations(ofKind: .rectangle).map(\.id) == ["room-kitchen", "hidden"])
    #expect(last.annotations(ofKind: .unsupported).count == 1 && last.annotations(ofKind: .popup).count == 1)
    #expect(last.annotations(ofSubtype: "Link").map(\.id) == ["link"])
  }

  @Test func aDocumentFindsOnAllPages() throws {
    let found = try #require(try document.annotationAndWait(named: "route-2"))
    #expect(found.page == ids[1] && found.pageIndex == 1 && found.annotation.author == "Ada")
    #expect(try document.annotationAndWait(named: "no") == nil)
    #expect(
      try document.annotationsAndWait { $0.id.rawValue.hasPrefix("route-") }.map(\.pageIndex) == [0, 1])
    #expect(
      try document.annotationsAndWait { $0.content.kind == .rectangle }.map(\.page) == [
        ids[0], ids[0], ids[1],
      ])
    #expect(try document.annotationsAndWait { $0.subtype == "Link" }.map(\.annotation.id) == ["link"])
    #expect(try document.annotationsAndWait { $0.author == "Ada" }.map(\.annotation.id) == ["route-2"])
  }

  @Test func aTransactionFindsWhatItMade() throws {
    try document.edit { edit in
      try edit.add(Annotation(.line(from: .zero, to: PagePoint(x: 9, y: 9)), id: "route-3"), to: ids[2])
      #expect(try edit.annotations { $0.id.rawValue.hasPrefix("route-") }.count == 3)
      for match in try edit.annotations(where: { $0.id.rawValue.hasPrefix("route-") }) {
        try edit.remove(match.annotation.id, from: match.page)
      }
    }
    #expect(try document.annotationsAndWait { $0.id.rawValue.hasPrefix("route-") }.isEmpty)
    try document.undo()
    #expect(
      try document.annotationsAndWait { $0.id.rawValue.hasPrefix("route-") }.count == 2
        && !document.pages[0].annotations.isEmpty)
  }
}
