import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Selecting text with the pointer. Points are from the upper left corner of a page of 792 points; letters are 7.2 wide.
@MainActor @Suite struct PageTextSelectionTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }
  private var selection: PageTextSelection { session.textSelection }

  init() async throws {
    let text = TextDocument([
      [.init(72, 700, "one two three"), .init(72, 686, "four")], [.init(72, 700, "other")],
    ])
    viewer = try Viewer(data: text.data)
    await viewer.open()
    await viewer.session.idle()
    _ = await viewer.session.contents.readText(of: viewer.page).value
  }

  private func at(_ letter: Double, line: Int = 0) throws -> ViewPoint {
    try #require(
      session.viewport.viewPoint(
        ViewPoint(x: 72 + letter * 7.2, y: 90 + Double(line) * 14), on: viewer.page))
  }

  @Test func aDragSelectsCharacters() throws {
    let (on, beside) = (try at(2), try at(30))
    #expect(selection.isText(at: on) == true && selection.isText(at: beside) == false)
    #expect(selection.press(at: try at(4.1)))
    #expect(selection.isEmpty && selection.isDragging)
    selection.drag(to: try at(7.1))
    #expect(selection.string == "two" && selection.quads(on: viewer.page).count == 1)
    selection.drag(to: try at(2.1, line: 1))
    #expect(selection.string == "two three\nfo")
    selection.release()
    #expect(selection.quads(on: viewer.page).count == 2 && selection.quads(on: session.pages[1]).isEmpty)
    selection.press(at: try at(0.1), extending: true)
    #expect(selection.string == "one ")
    selection.clear()
    #expect(selection.isEmpty && selection.page == nil)
  }

  @Test func twoClicksSelectWordsAndThreeSelectLines() throws {
    selection.press(at: try at(5), by: .word)
    #expect(selection.string == "two")
    selection.drag(to: try at(9))
    #expect(selection.string == "two three")
    selection.press(at: try at(5), by: .line)
    #expect(selection.string == "one two three")
    selection.press(at: try at(2, line: 1), extending: true)
    #expect(selection.string == "one two three\nfour")
  }

  @Test func textThatIsNotKnownYetIsSelectedAsSoonAsItIs() async throws {
    session.contents.reset()
    selection.press(at: try at(5), by: .word)
    #expect(selection.isEmpty)
    await wait(until: { selection.string == "two" }, "the text does not come")
  }

  @Test func allOfThePage() async throws {
    selection.selectAll()
    await wait(until: { !selection.isEmpty }, "the text does not come")
    #expect(selection.string.contains("one two three") && selection.string.contains("four"))
    #expect(!selection.string.contains("other"))
  }

  @Test(arguments: TextMarkupType.allCases)
  func whatIsSelectedIsMarked(type: TextMarkupType) async throws {
    for tool in PaletteTool.additional { session.palette.add(tool) }
    session.palette.setStyle(AnnotationStyle(color: .orange), for: ToolID(rawValue: type.rawValue))
    selection.press(at: try at(5), by: .word)
    let quads = selection.quads(on: viewer.page)
    selection.mark(as: type)
    #expect(selection.isEmpty)
    let mark = try #require(try await viewer.annotations().first)
    #expect(mark.content == .textMarkup(type, quads) && mark.style.color == .orange)
  }

  @Test func whatIsSelectedLeadsSomewhere() async throws {
    selection.press(at: try at(5), by: .word)
    selection.drag(to: try at(2, line: 1))
    selection.link(to: .uri("https://example.org"))
    let links = try await viewer.annotations()
    #expect(links.count == 2 && links.allSatisfy { $0.content.link?.target == .uri("https://example.org") })
  }
}
