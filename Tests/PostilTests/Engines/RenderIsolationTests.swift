import PostilTestSupport
import Testing

@testable import Postil

@Suite struct RenderIsolationTests {
  /// Asked before any document is drawn, it is what a document is then drawn with.
  @Test func whatIsToldBeforehandIsWhatHolds() async throws {
    let told = try #require(try await PageRenderer.probeIsolation())
    #expect(told.limitsMemory)
    let document = try PDFDocument(data: PageDocument(pageCount: 1).data)
    let renderer = PageRenderer(document, options: .forTests)
    _ = try await renderer.image(of: document.pageIDs[0], scale: 1)
    #expect(renderer.isolation == told)
  }

  @Test func whatIsRequiredReachesTheProcesses() {
    #expect(RenderIsolation(RenderIsolation.complete.ofProcesses) == .complete)
    let less = RenderIsolation(restrictsFiles: false, restrictsSystemCalls: true, limitsMemory: false)
    #expect(!less.isComplete && RenderIsolation(less.ofProcesses) == less)
    #expect(RenderIsolation.complete.ofProcesses.covers(less.ofProcesses))
    #expect(!less.ofProcesses.covers(RenderIsolation.complete.ofProcesses))
  }
}
