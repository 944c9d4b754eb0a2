import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Marking for redaction.
@MainActor @Suite struct RedactionMarkingTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }

  init() async throws {
    let text = TextDocument([
      [.init(72, 700, "ada@example.org and 4111 1111 1111 1111"), .init(72, 600, "Ada")],
      [.init(72, 700, "ADA, bob@example.org")],
    ])
    viewer = try Viewer(data: text.data)
    await viewer.open()
    await viewer.session.idle()
  }

  private func marks() async throws -> [[Annotation]] {
    await session.idle()
    var all: [[Annotation]] = []
    for page in session.pages { all.append(try await viewer.annotations(page)) }
    return all
  }

  @Test func everythingThatIsFoundIsOneStepOfUndo() async throws {
    #expect(try await session.markForRedaction(.text("ada", options: .ignoringCase)) == 3)
    let all = try await marks()
    #expect(all.map(\.count) == [2, 1])
    #expect(all.joined().allSatisfy { $0.content.redaction != nil && $0.style == .redaction })
    #expect(session.status.undoName == "Mark for Redaction")
    session.undo()
    #expect(try await marks().map(\.count) == [0, 0])
    #expect(!session.status.canUndo)
  }

  @Test func patternsAreMarked() async throws {
    #expect(try await session.markForRedaction(.pattern(.emailAddresses)) == 2)
    #expect(try await session.markForRedaction(.pattern(.cardNumbers)) == 1)
    #expect(try await session.markForRedaction(.pattern(try RedactionPattern("b.b"))) == 1)
    #expect(try await marks().map(\.count) == [2, 2])
  }

  @Test func whatIsMarkedAlreadyIsLeftOut() async throws {
    let query = RedactionQuery.text("Ada", options: [])
    #expect(try await session.markForRedaction(query) == 1)
    #expect(try await session.markForRedaction(query) == 0)
    #expect(try await session.markForRedaction(.text("nowhere", options: [])) == 0)
    session.undo()
    #expect(try await marks().map(\.count) == [0, 0])
    #expect(!session.status.canUndo, "marking nothing is no step")
  }

  @Test func nothingToSearchForIsAnError() async throws {
    let error = await #expect(throws: PDFError.self) {
      try await session.markForRedaction(.text(" ", options: []))
    }
    #expect(error?.code == .invalidArgument)
    session.close()
    await #expect(throws: PDFError.self) { try await session.markForRedaction(.pattern(.phoneNumbers)) }
  }

  @Test func theStyleAndTheTextOfTheToolAreTaken() async throws {
    for tool in PaletteTool.additional { session.palette.add(tool) }
    let tool = try #require(session.palette.tool(.redaction))
    var style = session.palette.style(for: .redaction)
    style.fill = .white
    session.palette.setStyle(style, for: .redaction)
    session.palette.setChoice("REMOVED", of: try #require(tool.choices.first), for: .redaction)
    _ = await session.contents.readText(of: viewer.page).value
    session.palette.selection = nil
    session.textSelection.selectAll()
    await wait(until: { !session.textSelection.isEmpty }, "no text is selected")
    session.textSelection.markForRedaction()
    #expect(session.textSelection.isEmpty)
    let mark = try #require(try await marks()[0].first)
    #expect(mark.content.redaction?.quads.count == 2 && mark.content.redaction?.overlayText == "REMOVED")
    #expect(mark.style.fill == .white)
  }

  @Test func whatPagesWillShowIsShownOfSelectedMarksAndThoseBelowThePointer() async throws {
    #expect(try await session.markForRedaction(.text("Ada", options: [])) == 1)
    await wait(until: { !session.contents.annotations(of: viewer.page).isEmpty }, "the page is not read")
    let mark = try #require(session.contents.annotations(of: viewer.page).first)
    #expect(session.redactedAreas(at: nil).isEmpty)
    let point = try #require(session.viewPoint(mark.bounds.center, on: viewer.page))
    let hovered = session.redactedAreas(at: point)
    #expect(hovered.map(\.mark) == [mark.id] && hovered.first?.appearance.items.count == 1)
    session.selection.select([mark.id], on: viewer.page)
    #expect(session.redactedAreas(at: nil) == hovered && session.redactedAreas(at: point) == hovered)
  }
}
