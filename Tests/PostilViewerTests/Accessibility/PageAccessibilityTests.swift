import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

@MainActor @Suite struct PageAccessibilityTests {
  private func viewer(_ data: Data) async throws -> Viewer {
    let viewer = try Viewer(data: data)
    await viewer.open()
    await viewer.session.idle()
    return viewer
  }

  @Test func nothingIsReadUntilSomebodyAsks() async throws {
    let lines = (1...8).map { [TextDocument.Line(72, 700, "page \($0)")] }
    let viewer = try await viewer(TextDocument(lines).data)
    let accessibility = viewer.session.accessibility
    await accessibility.idle()
    #expect(accessibility.pages.isEmpty)
    accessibility.isActive = true
    await accessibility.idle()
    let page = try #require(accessibility[viewer.page])
    #expect(page.nodes.map(\.role) == [.paragraph] && page.string(of: page.nodes[0]) == "page 1")
    // And those beside it.
    #expect(accessibility[viewer.session.pages[1]] != nil && accessibility.pages.count < 4)
    viewer.session.viewport.go(to: 7)
    await accessibility.idle()
    #expect(accessibility[viewer.session.pages[7]] != nil && accessibility[viewer.session.pages[0]] == nil)
    accessibility.isActive = false
    #expect(accessibility.pages.isEmpty)
  }

  @Test func editsAreFollowed() async throws {
    let viewer = try await viewer(TextDocument([[.init(72, 700, "one")]]).data)
    let accessibility = viewer.session.accessibility
    accessibility.isActive = true
    await wait(until: { accessibility[viewer.page] != nil }, "it does not come to that")
    let document = try #require(viewer.session.document)
    let note = Annotation(.note(at: PagePoint(x: 10, y: 10)), contents: "why", author: "Ann")
    try document.add(note, to: viewer.page)
    await wait(
      until: { accessibility[viewer.page]?.nodes.contains { $0.annotation == note.id } == true },
      "it does not come to that")
    let node = try #require(accessibility[viewer.page]?.nodes.last)
    #expect(node.role == .comment && node.name == "why" && node.detail == "Ann")
    viewer.session.close()
    #expect(accessibility.pages.isEmpty)
  }

  @Test func fieldsHaveNamesValuesAndStates() async throws {
    let viewer = try await viewer(TwoPageForm.data)
    let accessibility = viewer.session.accessibility
    accessibility.isActive = true
    await wait(until: { accessibility.pages.count == 2 }, "it does not come to that")
    func fields(_ index: Int) throws -> [AccessibleNode] {
      try #require(accessibility[viewer.session.pages[index]]).nodes.filter(\.role.isField)
    }
    #expect(try fields(0).map(\.role) == [.textField, .checkBox])
    #expect(try fields(0).map(\.name) == ["first", "I agree"])
    #expect(try fields(0)[1].state == [.required, .missing])
    #expect(try fields(1).map(\.role) == [.textField, .comboBox])
    #expect(try fields(1)[1].options == ["Berlin", "Rome"])
    let document = try #require(viewer.session.document)
    try document.fill(["agree": .checked(true), "first": .text("Ann"), "city": .text("r")])
    await wait(until: { (try? fields(0)[0].value) == "Ann" }, "it does not come to that")
    await wait(until: { (try? fields(1)[1].value) == "Rome" }, "it does not come to that")
    #expect(try fields(0)[1].state == [.checked, .required])
    let page = try #require(accessibility[viewer.page])
    #expect(page.blocks.map { page.string(of: $0) } == ["Ann"])
  }
}
