import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Differences as entries of a list, and the pages that belong together.
@Suite struct ComparedChangeTests {
  @Test func pagesThatBelongTogetherAreFound() {
    // Page 1 is new, and page 1 of the older document is gone.
    let pages = PageCounterparts([0, nil, 2, 3])
    #expect([0, 1, 2, 9].map(pages.old) == [0, nil, 2, nil])
    #expect([0, 1, 2, 9].map(pages.new) == [0, nil, 2, nil])
    #expect(pages.nearestOld(1) == 0 && pages.nearestNew(1) == 0 && pages.nearestNew(2) == 2)
    let unknown = PageCounterparts()
    #expect(unknown.nearestOld(7) == 7 && unknown.nearestNew(7) == 7)
    #expect(PageCounterparts([nil]).nearestOld(0) == 0)
  }

  @Test func changesStandInTheOrderOfPages() async throws {
    let old = try PDFDocument(data: PageDocument(pageCount: 4).data)
    let new = try PDFDocument(data: old.dataRepresentationAndWait())
    try new.add(Annotation(.rectangle(PageRect(x: 5, y: 5, width: 50, height: 20))), to: new.pageIDs[3])
    var information = new.information
    information.title = "Plan"
    try new.setInformation(information)
    try new.removePages([new.pageIDs[1]])
    try new.rotatePages([new.pageIDs[0]], by: .clockwise90)
    let list = try ComparedChange.list(
      await new.comparison(with: old), from: old, to: new)
    #expect(list.map(\.kind) == [.changed, .removed, .added, .changed])
    #expect(list.map(\.title) == ["Page", "Page", "Rectangle", "Title, author and the like"])
    #expect(list.map(\.id) == [0, 1, 2, 3])
    #expect(list[0].details == ["Turned"] && list[0].new?.rects == [])
    #expect(list[1].old?.page == 1 && list[1].new == nil)
    #expect(list[2].new?.page == 2 && list[3].new == nil && list[3].old == nil)
  }

  @Test func fieldsSayWhatTheyWereAndWhereTheyAre() async throws {
    let old = try PDFDocument(data: TwoPageForm.data)
    let new = try PDFDocument(data: TwoPageForm.data)
    let fields = try #require(try new.form?.fields)
    let text = try #require(fields.first { $0.kind == .text && $0.widgets.first?.page == new.pageIDs[1] })
    try new.fill([text.name: "Ada"])
    let list = try ComparedChange.list(await new.comparison(with: old), from: old, to: new)
    let change = try #require(list.first { $0.subject == .field(text.name, [.value]) })
    #expect(change.kind == .changed && change.text.hasSuffix(" → Ada") && change.title == text.name)
    #expect(change.new == ComparedChange.Place(page: 1, rects: text.widgets.map(\.rect)))
  }

  @Test func aFieldIsListedOnce() async throws {
    let old = try PDFDocument(data: PageDocument(pageCount: 1).data)
    let new = try PDFDocument(data: old.dataRepresentationAndWait())
    let rect = PageRect(x: 20, y: 20, width: 120, height: 24)
    try new.addField(NewFormField(.text, named: "name", on: new.pageIDs[0], in: rect, value: "Ada"))
    let saved = try PDFDocument(data: new.dataRepresentationAndWait())
    let list = try ComparedChange.list(await saved.comparison(with: old), from: old, to: saved)
    #expect(list.map(\.title) == ["name"] && list.map(\.kind) == [.added] && list.map(\.text) == ["Ada"])
    let back = try ComparedChange.list(await old.comparison(with: saved), from: saved, to: old)
    #expect(back.map(\.title) == ["name"] && back.map(\.kind) == [.removed])
  }

  @Test func contentIsMarkedWhereNothingElseExplainsIt() async throws {
    let old = try PDFDocument(data: PageDocument(pageCount: 1).data)
    var page = PageDocument(pageCount: 1)
    page.pages[0].content = page.pages[0].content + "\n0 0 1 rg 300 300 40 40 re f"
    let new = try PDFDocument(data: page.data)
    try new.add(
      Annotation(
        .rectangle(PageRect(x: 20, y: 20, width: 60, height: 60)), style: AnnotationStyle(lineWidth: 4)),
      to: new.pageIDs[0])
    let list = try ComparedChange.list(await new.comparison(with: old), from: old, to: new)
    #expect(list.map(\.title) == ["Page", "Rectangle"] && list[0].details == ["Another content"])
    let rects = try #require(list[0].new?.rects)
    #expect(rects.count == 1 && rects[0].intersects(PageRect(x: 300, y: 300, width: 40, height: 40)))
    #expect(!rects[0].intersects(PageRect(x: 20, y: 20, width: 60, height: 60)))
  }

  @Test func allNamesCanBeTranslated() {
    #expect(ComparedChange.titles.contains("Added") && ComparedChange.titles.contains("Signatures"))
    #expect(Set(ComparedChange.titles).count == ComparedChange.titles.count)
  }
}
