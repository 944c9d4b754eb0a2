import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Nothing of a session stays behind when nobody has it any more.
@MainActor @Suite struct ViewerReleaseTests {
  private struct Traces {
    weak var session: ViewerSession?
    weak var document: PDFDocument?
    weak var documentActor: DocumentActor?

    var areGone: Bool { session == nil && document == nil && documentActor == nil }
  }

  /// Uses a session, and lets go of it.
  private func traces(
    fileCheckInterval: Duration? = .milliseconds(20), _ body: (Viewer) async throws -> Void
  ) async throws -> (Traces, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let session = Viewer.session(in: folder, fileCheckInterval: fileCheckInterval)
    let viewer = try Viewer(folder: folder, session: session)
    await viewer.open()
    try await body(viewer)
    return (
      Traces(session: session, document: session.document, documentActor: session.editor.documentActor),
      folder
    )
  }

  @Test func aClosedSessionIsFreed() async throws {
    let (gone, _) = try await traces { viewer in
      viewer.draw(.line, (50, 100), (250, 100))
      viewer.session.search.find("word")
      viewer.session.thumbnails.request(viewer.session.pages, for: .grid)
      await viewer.session.idle()
      viewer.session.close()
    }
    await wait(until: { gone.areGone }, "something of the session is left")
  }

  @Test func aSessionThatWasNotClosedIsFreed() async throws {
    let (gone, _) = try await traces { viewer in
      viewer.draw(.line, (50, 100), (250, 100))
      await viewer.session.idle()
    }
    await wait(until: { gone.areGone }, "something of the session is left")
  }

  @Test func aSessionIsFreedWhileItsFileIsBeingOpened() async throws {
    let folder = try TemporaryFolder()
    func begin() throws -> Traces {
      let viewer = try Viewer(folder: folder)
      viewer.session.editor.lastSave = Task { try? await Task.sleep(for: .seconds(900)) }
      viewer.session.open(viewer.file)
      return Traces(session: viewer.session)
    }
    let gone = try begin()
    #expect(gone.session == nil)
  }

  @Test func closingWaitsForNobody() async throws {
    let viewer = try Viewer()
    await viewer.open()
    await wait(until: { viewer.session.pageDisplay.isComplete }, "the page is not shown")
    let busy = BusyDocument(try #require(viewer.session.document))
    viewer.session.close()
    #expect(busy.isBusy)
    busy.finish()
  }

  @Test func aSessionIsFreedWhileTheEraserIsOnThePage() async throws {
    let (gone, _) = try await traces { viewer in
      viewer.session.palette.selection = .eraser
      #expect(viewer.session.drawing.begin(at: PenPoint(x: 400, y: 400)))
      await viewer.session.idle()
    }
    await wait(until: { gone.areGone }, "something of the session is left")
  }
}
