import Observation
import PostilTestSupport
import Synchronization
import Testing

@testable import PostilViewer

/// Views hear of what is found.
@MainActor @Suite struct SearchObservationTests {
  private func isTold(_ session: ViewerSession, _ look: (DocumentSearch) -> Void) async -> Bool {
    let told = Mutex(false)
    let search = session.search
    withObservationTracking {
      look(search)
    } onChange: {
      told.withLock { $0 = true }
    }
    search.find("sonata")
    await wait(until: { !search.isSearching }, "the search does not end")
    return told.withLock { $0 }
  }

  private func session() async throws -> (ViewerSession, TemporaryFolder) {
    var document = Viewer.document()
    document.pages[1].resources = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>"
    document.pages[1].content = "BT /F 20 Tf 50 400 Td (sonata) Tj ET"
    let viewer = try Viewer(document)
    await viewer.open()
    return (viewer.session, viewer.folder)
  }

  @Test func theNumberOfMatchesIsTold() async throws {
    let (session, _) = try await session()
    #expect(await isTold(session) { _ = $0.matchCount })
  }

  @Test func theMatchesAreTold() async throws {
    let (session, _) = try await session()
    #expect(await isTold(session) { _ = $0.matches })
  }

  @Test func theMatchesOfAPageAreTold() async throws {
    let (session, _) = try await session()
    let page = session.pages[1]
    #expect(await isTold(session) { _ = $0.matches(on: page) })
  }
}
