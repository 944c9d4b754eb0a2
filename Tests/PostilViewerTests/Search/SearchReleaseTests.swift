import PostilTestSupport
import Testing

@testable import PostilViewer

/// A search does not outlive its session.
@MainActor @Suite struct SearchReleaseTests {
  private struct Traces {
    weak var search: DocumentSearch?
    let busy: BusyDocument
    let folder: TemporaryFolder
  }

  /// Begins a search that cannot end, and lets go of its session without closing it.
  private func begin() async throws -> Traces {
    let viewer = try Viewer()
    await viewer.open()
    await wait(until: { viewer.session.pageDisplay.isComplete }, "the page is not shown")
    await viewer.session.flushSettings()
    let busy = BusyDocument(try #require(viewer.session.document))
    viewer.session.search.find("sonata")
    #expect(viewer.session.search.isSearching)
    return Traces(search: viewer.session.search, busy: busy, folder: viewer.folder)
  }

  @Test func aSearchEndsWithASessionThatWasNotClosed() async throws {
    let traces = try await begin()
    // Sleeping takes a thread of those that wait for the document now.
    while traces.search != nil, traces.busy.isBusy { await Task.yield() }
    #expect(traces.busy.isBusy)
    traces.busy.finish()
  }
}
