import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Typing on a page of 400 × 500 points. Points are from its upper left corner.
@MainActor @Suite struct AnnotationTextEntryTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }
  private var entry: AnnotationTextEntry { session.textEntry }

  init() async throws {
    viewer = try Viewer()
    for tool in PaletteTool.typing { viewer.session.palette.add(tool) }
    await viewer.open()
    await viewer.session.idle()
  }

  private func isRead() async {
    await session.idle()
    let page = viewer.page
    let now = try? session.document?.page(page).annotations
    await wait(until: { session.contents.annotations(of: page) == now }, "the page is not read")
  }

  @Test func aBoxIsDraggedAndTypedInto() async throws {
    viewer.draw(.freeText, (100, 100), (220, 130))
    #expect(entry.isActive && entry.isNew && entry.isOnPage && session.drawing.live == nil)
    let frame = try #require(entry.frame)
    #expect(abs(frame.width - 120 * session.viewport.zoom) < 0.01)
    entry.text = "Hello"
    session.author = "Ada"
    #expect(entry.commit() && !entry.isActive)
    await isRead()
    let text = try #require(try await viewer.annotations().first)
    #expect(text.contents == "Hello" && text.author == "Ada")
    let rect = PageRect(x: 100, y: 370, width: 120, height: 30)
    #expect(text.frame.center.distance(to: rect.center) < 0.01 && abs(text.frame.width - 120) < 0.01)
    #expect(entry.begin(text.id, on: viewer.page) && entry.text == "Hello")
    entry.text = "Hello\nand a second line\nand a third"
    let grown = try #require(entry.frame)
    #expect(grown.height > frame.height)
    entry.commit()
    await isRead()
    #expect(session.status.undoName == "Change Text")
    #expect(try await viewer.annotations().first?.frame.height ?? 0 > 30)
  }

  @Test func aTapIsATypewriterAndAnEmptyTextNothing() async throws {
    viewer.draw(.freeText, (100, 100))
    #expect(entry.annotation?.content.freeText?.form == .typewriter)
    entry.text = "  "
    entry.commit()
    await session.idle()
    #expect(!session.status.canUndo)
    viewer.draw(.freeText, (100, 100))
    entry.text = "Typewritten on one line"
    entry.commit()
    await isRead()
    let text = try #require(try await viewer.annotations().first)
    #expect(text.frame.width > 100)
    entry.begin(text.id, on: viewer.page)
    entry.text = ""
    entry.commit()
    #expect(try await viewer.annotations().isEmpty && session.status.undoName == "Delete Annotation")
  }

  @Test(arguments: PageRotation.allCases) func textStandsUpright(turn: PageRotation) async throws {
    session.rotatePage(by: turn)
    await session.idle()
    viewer.draw(.freeText, (100, 100), (220, 130))
    #expect(entry.annotation?.content.freeText?.rotation == turn)
    entry.text = "Upright"
    entry.commit()
    viewer.draw(.freeText, (50, 50))
    entry.text = "Typewritten"
    let frame = try #require(entry.frame)
    let start = try #require(session.viewport.viewPoint(ViewPoint(x: 50, y: 50), on: viewer.page))
    // It begins where the pen was, and runs to the right from there.
    #expect(
      abs(frame.x - start.x) < 3 && abs(frame.y + frame.height / 2 - start.y) < 3
        && frame.width > frame.height)
  }

  @Test func charactersThatNoFontHasKeepItOpen() async throws {
    viewer.draw(.freeText, (100, 100), (220, 130))
    entry.text = "\u{10FFFD}"
    #expect(!entry.commit() && entry.isActive && session.message?.code == .missingGlyphs)
    session.message = nil
    // Nor does another text take its place.
    viewer.draw(.freeText, (100, 300), (220, 330))
    #expect(entry.isActive && entry.text == "\u{10FFFD}" && session.message?.code == .missingGlyphs)
    session.message = nil
    entry.cancel()
    #expect(!entry.isActive)
  }

  @Test func notesAndCaretsAreAskedForTheirText() async throws {
    viewer.draw(.note, (100, 100))
    #expect(entry.isActive && !entry.isOnPage)
    entry.text = "Why?"
    // Saving ends it.
    session.save()
    await isRead()
    let note = try #require(try await viewer.annotations().first)
    #expect(note.content.note != nil && note.contents == "Why?" && !session.status.hasUnsavedChanges)
    entry.begin(note.id, on: viewer.page)
    entry.cancel()
    viewer.draw(.caret, (200, 200))
    entry.text = "put in"
    entry.commit()
    #expect(try await viewer.annotations().last?.content.caret != nil)
  }

  @Test func lockedTextIsNotTyped() async throws {
    var text = Annotation(.freeText("Locked", in: PageRect(x: 10, y: 10, width: 90, height: 30)), id: "text")
    text.flags.insert(.lockedContents)
    try session.document?.add(text, to: viewer.page)
    await isRead()
    #expect(!entry.begin("text", on: viewer.page) && !entry.begin("none", on: viewer.page) && !entry.isActive)
    session.selection.select(["text"], on: viewer.page)
    #expect(!session.selection.commands.contains(.editText))
  }
}
