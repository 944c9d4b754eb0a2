import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// What a session remembers of its palette.
@MainActor @Suite struct PaletteMemoryTests {
  @Test func whatIsChosenBeforeTheSettingsAreReadKeepsTheRest() async throws {
    let folder = try TemporaryFolder()
    let first = Viewer.session(in: folder)
    first.palette.selection = .ellipse
    first.palette.width = 7.5
    first.palette.setFontSize(30, for: .ellipse)
    await first.flushSettings()
    let again = Viewer.session(in: folder)
    again.palette.selection = .line
    again.palette.width = 3.5
    await wait(until: { again.palette.style(for: .ellipse).lineWidth == 7.5 }, "the width is forgotten")
    #expect(again.palette.fontSize(for: .ellipse) == 30)
    #expect(again.palette.width == 3.5)
    await again.flushSettings()
    let third = Viewer.session(in: folder)
    await wait(until: { third.palette.style(for: .line).lineWidth == 3.5 }, "the width is forgotten")
    #expect(third.palette.fontSize(for: .ellipse) == 30)
  }

  @Test func whatIsChosenIsRememberedThoughAProgramListens() async throws {
    let folder = try TemporaryFolder()
    let session = Viewer.session(in: folder)
    var told = 0
    session.palette.onChange = { _ in told += 1 }
    session.palette.selection = .line
    session.palette.width = 7.5
    await session.flushSettings()
    let again = Viewer.session(in: folder)
    await wait(until: { again.palette.style(for: .line).lineWidth == 7.5 }, "the width is forgotten")
    #expect(told == 1)
  }

  @Test func ofManyChoicesTheLastIsRemembered() async throws {
    let folder = try TemporaryFolder()
    let session = Viewer.session(in: folder)
    session.palette.selection = .line
    for round in 0..<3 {
      for step in 1...100 { session.palette.width = 1 + Double((step + round) % 40) / 2 }
      await session.flushSettings()
      let store = SettingsStore(
        folders: ViewerFolders(
          configuration: folder.url.appendingPathComponent("config"),
          state: folder.url.appendingPathComponent("state")))
      #expect(await store.palette().tools[.line]?.width == session.palette.width)
    }
  }
}
