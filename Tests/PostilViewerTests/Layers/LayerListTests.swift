import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Layers switched in a viewer: what is shown, what is refused, what is an edit.
@MainActor @Suite struct LayerListTests {
  private static let document: LayeredDocument = {
    var document = LayeredDocument(["Walls", "Doors", "Red", "Green", "Frame"])
    document.configuration =
      "/OFF[13 0 R]/Locked[14 0 R]/RBGroups[[12 0 R 13 0 R]]/Order[10 0 R[11 0 R][(Colors)12 0 R 13 0 R]14 0 R]"
    return document
  }()

  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }
  private var layers: LayerList { session.layers }

  init() async throws {
    viewer = try Viewer(data: Self.document.data)
    await viewer.open()
    await viewer.session.idle()
  }

  private var shown: [Bool] { layers.rows.filter { !$0.isHeading }.map(\.isShown) }

  @Test func rowsSayWhatCanBeDone() {
    #expect(layers.rows.map(\.name) == ["Walls", "Doors", "Colors", "Red", "Green", "Frame"])
    #expect(layers.rows.map(\.level) == [0, 1, 0, 1, 1, 0])
    #expect(layers.rows.map(\.isHeading) == [false, false, true, false, false, false])
    #expect(layers.rows.map(\.isExclusive) == [false, false, false, true, true, false])
    #expect(layers.rows.map { $0.refusal != nil } == [false, false, false, false, false, true])
    #expect(!layers.rows.contains { $0.isBelowHidden })
  }

  @Test func switchingShowsOtherPagesAndTextsAndIsNoEdit() async throws {
    let page = session.pages[0]
    let renderer = try #require(session.viewer.renderer)
    func text() async throws -> String { try await #require(session.document).text(of: page).string }
    #expect(try await text().contains("L0"))
    #expect(layers.set(0, isShown: false))
    #expect(layers.rows.map(\.isBelowHidden) == [false, true, false, false, false, false])
    #expect(layers.set(4, isShown: true))
    #expect(shown == [false, true, false, true, true])
    await session.idle()
    #expect(renderer.look.layers.states.count == 3)
    #expect(try await !text().contains("L0"))
    #expect(try await text().contains("L3"))
    #expect(!session.status.canUndo && !session.status.hasUnsavedChanges)
    layers.reset()
    #expect(shown == [true, true, true, false, true] && !layers.isSwitched)
    await session.idle()
    #expect(renderer.look.layers.isEmpty)
  }

  @Test func whatIsLockedIsRefused() async {
    #expect(!layers.set(5, isShown: false))
    #expect(!layers.set(2, isShown: false) && !layers.set(-1, isShown: true) && !layers.set(6, isShown: true))
    #expect(shown == [true, true, true, false, true] && !layers.isSwitched)
  }

  @Test func keepingIsAnEdit() async throws {
    layers.set(0, isShown: false)
    layers.set(4, isShown: true)
    layers.keep()
    await wait(until: { session.status.canUndo && !layers.isSwitched }, "the layers are not kept")
    #expect(session.status.undoName == "Change Layers")
    #expect(shown == [false, true, false, true, true])
    session.undo()
    await wait(until: { shown == [true, true, true, false, true] }, "undo shows other layers")
    session.redo()
    await wait(until: { shown == [false, true, false, true, true] }, "redo shows other layers")
    session.save()
    await session.idle()
    let saved = try PDFDocument.openAndWait(viewer.file)
    #expect(try saved.layers.filter { !$0.isHeading }.map(\.isShown) == [false, true, false, true, true])
  }

  @Test func thoseOfAClosedDocumentAreGone() async throws {
    layers.set(0, isShown: false)
    await session.idle()
    session.close()
    #expect(layers.rows.isEmpty && !layers.isSwitched)
    session.open(viewer.file)
    await viewer.isOpened(session)
    await session.idle()
    #expect(shown == [true, true, true, false, true])
  }
}
