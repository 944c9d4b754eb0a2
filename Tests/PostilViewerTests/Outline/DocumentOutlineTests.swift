import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// The outline of a document of five pages of 400 × 500 points: two chapters, the first with two sections, one of which has a name.
@MainActor @Suite struct DocumentOutlineTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }
  private var outline: DocumentOutline { session.outline }

  init() async throws {
    viewer = try Viewer()
    await viewer.open()
    await viewer.session.idle()
    let document = try #require(session.document)
    let pages = document.pageIDs
    try document.setNamedDestinations([
      NamedDestination("sec.2", PageDestination(pages[1], view: .position(left: 0, top: 100)))
    ])
    try document.setOutline(
      Outline([
        OutlineItem(
          "One", target: .page(pages[0]),
          children: [
            OutlineItem(
              "1.1", target: .place(PageDestination(pages[1], view: .position(left: 0, top: 450))), id: "1.1"),
            OutlineItem("1.2", target: .named("sec.2"), id: "1.2"),
            OutlineItem("1.3", target: .named("nowhere"), id: "1.3"),
          ], id: "one"),
        OutlineItem(
          "Two", target: .page(pages[3]), isOpen: false,
          children: [OutlineItem("2.1", target: .page(pages[4]), id: "2.1")], id: "two"),
        OutlineItem("Web", target: .uri("https://example.org/"), id: "web"),
      ]))
    await viewer.session.idle()
  }

  private func shown(_ ids: [OutlineItem.ID]) async {
    await wait(until: { outline.rows.map(\.id) == ids }, "\(ids) are not shown")
  }

  @Test func rowsAreThoseOfOpenItems() async throws {
    #expect(outline.rows.isEmpty, "nothing is read before it is asked for")
    outline.isActive = true
    await shown(["one", "1.1", "1.2", "1.3", "two", "web"])
    #expect(outline.rows.map(\.level) == [0, 1, 1, 1, 0, 0])
    #expect(outline.rows.map(\.isOpen) == [true, false, false, false, false, false])
    #expect(outline.rows[2].page == session.pages[1] && outline.rows[3].page == nil)
    outline.setOpen(true, "two")
    #expect(outline.rows.map(\.id) == ["one", "1.1", "1.2", "1.3", "two", "2.1", "web"])
    outline.setOpen(false, "one")
    #expect(outline.rows.map(\.id) == ["one", "two", "2.1", "web"])
    outline.setOpen(true, "web")
    #expect(outline.rows.count == 4 && outline.parent(of: "2.1")?.id == "two")
    #expect(outline.parent(of: "two") == nil)
    #expect(!session.status.canUndo || session.status.undoName != "Change Outline Item")
  }

  @Test func oneGoesToPlacesNamesAndAddresses() async throws {
    outline.isActive = true
    await shown(["one", "1.1", "1.2", "1.3", "two", "web"])
    session.viewport.zoom(to: 5)
    #expect(outline.show("1.1") == nil)
    #expect(session.viewport.currentIndex == 1 && outline.current == "1.1" && outline.currentRow == 1)
    let top = try #require(session.viewPoint(PagePoint(x: 0, y: 450), on: session.pages[1]))
    #expect(abs(top.y - PageViewport.gap) < 1, "what is gone to is at the upper edge")
    outline.show("1.2")
    #expect(outline.current == "1.2" && session.viewport.currentIndex == 1)
    outline.show("two")
    #expect(session.viewport.currentIndex == 3 && outline.current == "two")
    #expect(outline.show("web") == URL(string: "https://example.org/"))
    #expect(outline.show("1.3") == nil && outline.show("gone") == nil)
    await session.idle()
    #expect(session.viewport.currentIndex == 3)
  }

  @Test func theSectionInViewIsMarked() async throws {
    outline.isActive = true
    await shown(["one", "1.1", "1.2", "1.3", "two", "web"])
    session.viewport.displayMode = .singlePageContinuous
    session.viewport.zoom(to: 5)
    session.viewport.go(to: 0)
    #expect(outline.current == "one" && outline.currentRow == 0)
    session.viewport.go(to: 1)
    #expect(outline.current == "1.1")
    session.viewport.go(to: 1, arriving: .bottom)
    #expect(outline.current == "1.2")
    session.viewport.go(to: 2)
    #expect(outline.current == "1.2", "a section goes on until the next one begins")
    session.viewport.go(to: 4)
    #expect(outline.current == "2.1" && outline.currentRow == 4, "the closed row around it is marked")
    outline.setOpen(true, "two")
    #expect(outline.currentRow == 5)
  }

  @Test func itFollowsTheDocument() async throws {
    outline.isActive = true
    await shown(["one", "1.1", "1.2", "1.3", "two", "web"])
    outline.setOpen(false, "one")
    let document = try #require(session.document)
    try document.renameOutlineItem("web", to: "Home")
    await wait(until: { outline.rows.last?.label == "Home" }, "the new text is not shown")
    #expect(outline.rows.map(\.id) == ["one", "two", "web"], "what was closed stays closed")
    try document.apply(.removePages([document.pageIDs[3]]))
    await wait(until: { outline.rows.count == 3 && outline.rows[1].page == nil }, "a page is gone")
    session.undo()
    await wait(until: { outline.rows[1].page != nil }, "the page is back")
    session.close()
    #expect(outline.rows.isEmpty && outline.current == nil)
  }

  @Test func linksToNamesAreFollowed() async throws {
    let box = PageRect(x: 0, y: 0, width: 9, height: 9)
    #expect(session.follow(Annotation(.link(box, to: .named("sec.2")))) == nil)
    await session.idle()
    #expect(session.viewport.currentIndex == 1)
    #expect(session.follow(Annotation(.link(box, to: .named("nowhere")))) == nil)
    await session.idle()
    #expect(session.viewport.currentIndex == 1 && session.message == nil)
  }

  @Test func aPlaceCanBeARectangle() async throws {
    let rect = PageRect(x: 100, y: 100, width: 200, height: 100)
    session.go(to: PageDestination(session.pages[2], view: .rect(rect)))
    #expect(session.viewport.currentIndex == 2 && abs(session.viewport.zoom - 4) < 0.001)
    let shown = try #require(session.viewRect(rect, on: session.pages[2]))
    #expect(shown.y >= 0 && shown.y + shown.height <= 1000)
  }

  /// Names in the old dictionary and in a name tree that leads into itself, and values of wrong types.
  @Test func namesOfDamagedTreesAreNoTrouble() async throws {
    var file = PDFBuilder()
    let (catalog, tree, page, kid) = (file.reserve(), file.reserve(), file.reserve(), file.reserve())
    file.add("<</Type/Pages/Count 1/Kids[\(page) 0 R]>>", as: tree)
    file.add("<</Type/Page/Parent \(tree) 0 R/MediaBox[0 0 400 500]>>", as: page)
    file.add(
      "<</Kids[\(kid) 0 R]/Names[(new)<</D[\(page) 0 R/XYZ 0 100 0]>>5 6(odd)]/Limits 3>>", as: kid)
    file.add(
      "<</Type/Catalog/Pages \(tree) 0 R/Dests<</old[\(page) 0 R/Fit]/bad 7/self(self)>>"
        + "/Names<</Dests<</Kids[\(kid) 0 R \(kid) 0 R null(text)]>>>>>>", as: catalog)
    let viewer = try Viewer(data: file.data(.table))
    await viewer.open()
    await viewer.session.idle()
    let document = try #require(viewer.session.document)
    #expect(try document.destination(named: "old")?.page == document.pageIDs.first)
    #expect(try document.destination(named: "new") != nil)
    for name in ["bad", "self", "odd", ""] { #expect(try document.destination(named: name) == nil) }
  }
}
