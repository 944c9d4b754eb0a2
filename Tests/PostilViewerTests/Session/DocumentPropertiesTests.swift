import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// What a document says of itself, and its change.
@MainActor @Suite struct DocumentPropertiesTests {
  @Test func theInformationIsChangedInOneStep() async throws {
    let viewer = try Viewer()
    await viewer.open()
    let session = viewer.session
    var information = try await session.properties().information
    (information.title, information.author, information.keywords) = ("Plan", "Ada", "house, plan")
    session.setInformation(information)
    let changed = try await session.properties()
    #expect(changed.information.title == "Plan" && changed.information.author == "Ada")
    #expect(session.status.undoName == "Change Information")
    session.undo()
    #expect(try await session.properties().information.title == nil && !session.status.canUndo)
    #expect(changed.pageCount == 5 && !changed.isEncrypted && changed.permissions == .all)
    #expect(changed.revisionCount == 1 && changed.pageLabels.isEmpty && changed.fileSize > 500)
  }

  @Test func pagesAreCountedByTheirSizes() async throws {
    let viewer = try Viewer()
    await viewer.open()
    let session = viewer.session
    await session.idle()
    await wait(until: { session.pages.allSatisfy { session.size(of: $0) != nil } }, "pages are not measured")
    #expect(session.pageSizes.map(\.count) == [5])
    session.rotatePages([session.pages[1], session.pages[3]], by: .clockwise90)
    await session.idle()
    #expect(
      session.pageSizes.map(\.size) == [ViewSize(width: 400, height: 500), ViewSize(width: 500, height: 400)])
    #expect(session.pageSizes.map(\.count) == [3, 2])
  }

  @Test func withoutADocumentThereAreNone() async throws {
    let viewer = try Viewer()
    await #expect(throws: PDFError.self) { try await viewer.session.properties() }
    #expect(viewer.session.pageSizes.isEmpty)
  }
}
