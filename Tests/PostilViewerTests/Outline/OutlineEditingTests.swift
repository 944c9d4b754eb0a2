import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Edits of the outline: two chapters, the first with three sections.
@MainActor @Suite struct OutlineEditingTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }
  private var outline: DocumentOutline { session.outline }

  init() async throws {
    viewer = try Viewer()
    await viewer.open()
    await viewer.session.idle()
    let document = try #require(session.document)
    let sections = ["a", "b", "c"].map {
      OutlineItem($0, target: .page(document.pageIDs[1]), id: .init(rawValue: $0))
    }
    try document.setOutline(
      Outline([
        OutlineItem("one", children: sections, id: "one"),
        OutlineItem("two", target: .page(document.pageIDs[3]), id: "two"),
      ]))
    outline.isActive = true
    await shown("one", " a", " b", " c", "two")
  }

  /// Waits until the outline is as given; a space stands for a level.
  private func shown(_ rows: String...) async {
    await wait(
      until: { outline.rows.map { String(repeating: " ", count: $0.level) + $0.label } == rows },
      "\(rows) are not shown, but \(outline.rows.map(\.label))")
  }

  @Test func itemsAreAdded() async throws {
    session.viewport.go(to: 2)
    let id = try #require(await outline.add("new", after: "b").value)
    await shown("one", " a", " b", " new", " c", "two")
    #expect(outline.rows[3].id == id && outline.rows[3].page == session.pages[2])
    #expect(session.status.undoName == "Add Outline Item")
    _ = await outline.add("last").value
    await shown("one", " a", " b", " new", " c", "two", "last")
    _ = await outline.add("third", after: "one").value
    await shown("one", " a", " b", " new", " c", "third", "two", "last")
    for _ in 0..<3 { session.undo() }
    await shown("one", " a", " b", " c", "two")
  }

  @Test func aDocumentWithoutAnOutlineGetsOne() async throws {
    outline.remove("one")
    outline.remove("two")
    await wait(until: { outline.rows.isEmpty }, "it is not empty")
    _ = await outline.add("first", after: "gone").value
    await shown("first")
  }

  @Test func itemsAreRenamedAndRemoved() async throws {
    outline.rename("b", to: "B")
    await shown("one", " a", " B", " c", "two")
    #expect(session.status.undoName == "Rename Outline Item")
    outline.remove("one")
    await shown("two")
    #expect(session.status.undoName == "Delete Outline Item")
    session.undo()
    session.undo()
    await shown("one", " a", " b", " c", "two")
  }

  @Test func itemsMoveAmongTheirSiblings() async throws {
    outline.move("a", by: 1)
    await shown("one", " b", " a", " c", "two")
    #expect(session.status.undoName == "Move Outline Item")
    outline.move("c", by: -99)
    await shown("one", " c", " b", " a", "two")
    outline.move("two", by: -1)
    await shown("two", "one", " c", " b", " a")
    #expect(outline.commands(for: "two") == .moveDown)
    #expect(outline.commands(for: "b") == [.moveUp, .moveDown, .indent, .outdent])
    #expect(outline.commands(for: "gone") == [])
  }

  @Test func itemsChangeTheirLevel() async throws {
    outline.indent("two")
    await shown("one", " a", " b", " c", " two")
    #expect(session.status.undoName == "Indent Outline Item")
    outline.indent("b")
    await shown("one", " a", "  b", " c", " two")
    outline.outdent("b")
    await shown("one", " a", " b", " c", " two")
    #expect(session.status.undoName == "Outdent Outline Item")
    outline.outdent("one")
    outline.indent("one")
    await session.idle()
    #expect(session.message == nil, "what cannot be done is ignored")
  }

  @Test func itemsAreDropped() async throws {
    #expect(!outline.canMove("one", to: .below("a")) && !outline.canMove("one", to: .before("one")))
    #expect(!outline.canMove("a", to: .before("b")) && !outline.canMove("a", to: .after("a")))
    #expect(!outline.canMove("one", to: .below("one")) && !outline.canMove("gone", to: .after("a")))
    outline.move("c", to: .before("a"))
    await shown("one", " c", " a", " b", "two")
    outline.move("c", to: .after("b"))
    await shown("one", " a", " b", " c", "two")
    outline.move("b", to: .after("one"))
    await shown("one", " a", " c", "b", "two")
    outline.setOpen(false, "one")
    outline.move("two", to: .below("one"))
    await shown("one", " a", " c", " two", "b")
    outline.move("one", to: .below("b"))
    await shown("b", " one", "  a", "  c", "  two")
    #expect(session.status.undoName == "Move Outline Item")
  }

  @Test func itemsChangeTheirLook() async throws {
    outline.update("a") { ($0.isBold, $0.color) = (true, PaletteColor.presets[3].color) }
    await wait(until: { outline.rows[1].isBold }, "it is not bold")
    #expect(outline.rows[1].color?.hex == "0072B2" && session.status.undoName == "Change Outline Item")
    outline.update("a") { ($0.isItalic, $0.color) = (true, nil) }
    await wait(until: { outline.rows[1].isItalic && outline.rows[1].color == nil }, "it is not italic")
  }
}
