import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Following links.
@MainActor @Suite struct LinkTests {
  @Test func linksLeadToPagesAndAddresses() async throws {
    let viewer = try Viewer()
    await viewer.open()
    let session = viewer.session
    await session.idle()
    let document = try #require(session.document)
    let box = PageRect(x: 0, y: 400, width: 100, height: 100)
    func link(_ target: LinkTarget) -> Annotation { Annotation(.link(box, to: target)) }
    let inside = link(.place(PageDestination(document.pageIDs[3], view: .page)))
    try document.add(inside, to: document.pageIDs[0])
    await wait(until: { !session.contents.annotations(of: viewer.page).isEmpty }, "the page is not read")
    let point = try #require(session.viewport.viewPoint(ViewPoint(x: 50, y: 50), on: viewer.page))
    #expect(session.link(at: point)?.id == inside.id)
    #expect(session.follow(inside) == nil && session.viewport.currentIndex == 3)
    #expect(session.follow(link(.uri("https://example.org/a"))) == URL(string: "https://example.org/a"))
    for address in ["javascript:alert(1)", "file:///etc/passwd", "", "no address"] {
      #expect(session.follow(link(.uri(address))) == nil)
    }
    #expect(session.follow(link(.foreign("Launch"))) == nil && session.viewport.currentIndex == 3)
    session.go(to: PageDestination(document.pageIDs[1], view: .position(left: 10, top: 250, zoom: 3)))
    #expect(session.viewport.currentIndex == 1 && abs(session.viewport.zoom - 3) < 0.001)
  }
}
