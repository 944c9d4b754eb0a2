import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Moving a caret through text with keys. Letters are 7.2 points wide.
@MainActor @Suite struct TextCaretTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }
  private var caret: TextCaret { session.caret }

  init() async throws {
    let text = TextDocument([
      [.init(72, 700, "one two three"), .init(72, 686, "four"), .init(72, 672, "fifth line")], [],
      [.init(72, 700, "last")],
    ])
    viewer = try Viewer(data: text.data)
    await viewer.open()
    await session.idle()
  }

  private func begin() async {
    _ = await session.contents.readText(of: viewer.page).value
    caret.isActive = true
    await wait(until: { caret.text != nil }, "it does not come to that")
  }

  private func move(_ movements: TextCaret.Movement..., extending: Bool = false) {
    for movement in movements { caret.move(movement, extending: extending) }
  }

  @Test func movesByCharactersWordsAndLines() async {
    await begin()
    #expect(caret.page == viewer.page && caret.offset == 0 && caret.line == "one two three")
    move(.nextCharacter, .nextCharacter)
    #expect(caret.offset == 2)
    move(.nextWord, .nextWord)
    #expect(caret.offset == 7)
    move(.nextLine)
    // The line is shorter.
    #expect(caret.offset == 18 && caret.line == "four")
    move(.nextLine)
    // As far along as at the beginning.
    #expect(caret.offset == 26)
    move(.previousLine, .previousLine)
    #expect(caret.offset == 7)
    move(.previousWord)
    #expect(caret.offset == 4)
    move(.lineEnd)
    #expect(caret.offset == 13)
    move(.nextCharacter)
    #expect(caret.offset == 14 && caret.line == "four")
    move(.previousCharacter, .lineStart, .previousCharacter)
    #expect(caret.offset == 0)
  }

  @Test func theCaretHasAPlaceInTheView() async throws {
    await begin()
    let first = try #require(caret.frame)
    move(.nextCharacter)
    let second = try #require(caret.frame)
    #expect(abs(second.x - first.x - 7.2 * session.viewport.zoom) < 0.1 && second.y == first.y)
    #expect(first.width == 1 && first.height > 5)
    caret.isActive = false
    #expect(caret.frame == nil && caret.page == nil)
    move(.nextCharacter)
    #expect(caret.offset == 0)
  }

  @Test func keysSelectLikeThePointer() async throws {
    await begin()
    move(.nextWord, extending: true)
    #expect(session.textSelection.string == "one" && session.textSelection.page == viewer.page)
    move(.nextLine, extending: true)
    #expect(session.textSelection.string == "one two three\nfou")
    move(.previousLine, .previousCharacter, extending: true)
    #expect(session.textSelection.string == "on")
    session.textSelection.mark(as: .highlight)
    await session.idle()
    #expect(session.textSelection.isEmpty)
    #expect(try session.document?.page(viewer.page).annotations.count == 1)
    move(.nextWord, extending: true)
    #expect(session.textSelection.string == "e")
    move(.nextCharacter)
    #expect(session.textSelection.isEmpty)
    // At the end of the page the selection stays there.
    move(.nextLine, .nextLine, .nextLine, .nextLine, extending: true)
    #expect(session.textSelection.string.hasSuffix("fifth line") && caret.page == viewer.page)
  }

  @Test func goesOnFromWhatThePointerSelected() async throws {
    await begin()
    func at(_ letter: Double) throws -> ViewPoint {
      try #require(session.viewport.viewPoint(ViewPoint(x: 72 + letter * 7.2, y: 90), on: viewer.page))
    }
    caret.place(at: try at(5.1))
    #expect(caret.offset == 5)
    session.textSelection.press(at: try at(4.1))
    session.textSelection.drag(to: try at(7.1))
    session.textSelection.release()
    move(.nextCharacter, extending: true)
    #expect(session.textSelection.string == "two ")
    caret.isActive = false
    caret.isActive = true
    #expect(caret.offset == 8)
  }

  @Test func goesOnToOtherPages() async {
    await begin()
    move(.nextLine, .nextLine, .lineEnd, .nextCharacter)
    // There is no text on the second page.
    await wait(until: { caret.page == session.pages[1] && caret.text != nil }, "it does not come to that")
    await wait(until: { caret.frame != nil }, "it does not come to that")
    #expect(session.viewport.currentPage == session.pages[1] && caret.line.isEmpty)
    move(.nextCharacter)
    await wait(until: { caret.page == session.pages[2] }, "it does not come to that")
    #expect(caret.offset == 0 && caret.line == "last")
    move(.nextLine, .documentEnd)
    #expect(caret.page == session.pages[2])
    move(.previousPage, .previousPage)
    await wait(until: { caret.page == viewer.page }, "it does not come to that")
    #expect(caret.offset == 0)
    move(.documentEnd)
    await wait(until: { caret.page == session.pages[2] }, "it does not come to that")
    #expect(caret.offset == 4)
    move(.documentStart)
    await wait(until: { caret.page == viewer.page }, "it does not come to that")
    #expect(caret.offset == 0)
  }

  @Test func movementsWaitForTheText() async {
    caret.isActive = true
    move(.nextWord, .nextCharacter)
    move(.nextWord, extending: true)
    await wait(until: { session.textSelection.string == "two" }, "it does not come to that")
    #expect(caret.offset == 7)
  }

  @Test func followsTheDocument() async {
    await begin()
    session.removePages([viewer.page])
    await session.idle()
    await wait(until: { caret.page == session.pages.first && caret.text != nil }, "it does not come to that")
    session.close()
    #expect(!caret.isActive && caret.page == nil)
  }
}
