import Foundation
import PostilTestSupport
@testable import PostilViewer
import Testing

/// Files of settings that are damaged, or cannot be read: nothing of them is lost.
struct DamagedFilesTests {
  private let sample: StorageSample
  private let store: SettingsStore
  private let file = URL(fileURLWithPath: "/books/one.pdf")

  init() throws {
    sample = try StorageSample()
    store = sample.settings
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func aDamagedFileIsPutAside() async throws {
    let text = #"{"palette": {"tools": {"line": {"wid"#
    try sample.put(text, at: store.url)
    #expect(await store.palette() == PaletteSettings())
    #expect(sample.damaged(store.url) == nil)
    try await store.save(1, as: "one")
    #expect(sample.damaged(store.url) == text)
    #expect(await sample.settings.value("one", as: Int.self) == 1)
    try sample.put(text, at: sample.positions.url)
    try await sample.positions.save(ReadingPosition(pageIndex: 3), in: file)
    #expect(sample.damaged(sample.positions.url) == text)
    #expect(await sample.positions.position(in: file)?.pageIndex == 3)
  }

  @Test func onlyTheLastDamagedFileIsKept() async throws {
    for round in 0..<3 {
      try sample.put("damaged \(round)", at: store.url)
      try await store.save(round, as: "round")
    }
    #expect(sample.damaged(store.url) == "damaged 2")
    #expect(try names(in: sample.folders.configuration) == ["viewer.json", "viewer.json.damaged"])
  }

  @Test(arguments: ["", "{}", #"{"other": 3}"#])
  func nothingIsPutAsideOfAFileThatIsWhole(_ text: String) async throws {
    try sample.put(text, at: store.url)
    try await store.save(1, as: "one")
    #expect(try names(in: sample.folders.configuration) == ["viewer.json"])
  }

  @Test func theDamagedFileIsPutAsideWhereALinkLeads() async throws {
    let real = sample.folder.url.appending(path: "real.json")
    try sample.put("{", at: real)
    try FileManager.default.createDirectory(
      at: sample.folders.configuration, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: store.url, withDestinationURL: real)
    try await store.save(1, as: "one")
    #expect(sample.damaged(real) == "{")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: store.url.path) == real.path)
    #expect(await sample.settings.value("one", as: Int.self) == 1)
  }

  @Test func aFileThatCannotBeReadIsNotReplaced() async throws {
    try sample.putLoop(at: store.url)
    let error = await #expect(throws: PDFError.self) { try await store.save(1, as: "one") }
    #expect(error?.code == .cannotRead && error?.url == store.url)
    #expect(try names(in: sample.folders.configuration) == ["viewer.json"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: store.url.path) == "viewer.json")
    // What was to be saved is not forgotten.
    #expect(await store.value("one", as: Int.self) == 1)
    try FileManager.default.removeItem(at: store.url)
    try await store.flush()
    #expect(await sample.settings.value("one", as: Int.self) == 1)
  }

  @Test(.enabled(if: geteuid() != 0)) func aFileThatMayNotBeReadIsNotReplaced() async throws {
    try sample.put(#"{"other": 3}"#, at: store.url)
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: store.url.path)
    let error = await #expect(throws: PDFError.self) { try await store.save(1, as: "one") }
    #expect(error?.code == .cannotRead)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: store.url.path)
    #expect(await store.value("other", as: Int.self) == 3)
  }

  @Test func aFolderInItsPlaceStays() async throws {
    try FileManager.default.createDirectory(at: store.url, withIntermediateDirectories: true)
    await #expect(throws: PDFError.self) { try await store.save(1, as: "one") }
    #expect(try names(in: sample.folders.configuration) == ["viewer.json"])
  }

  @Test @MainActor func aSessionSaysOnceThatSettingsAreNotKept() async throws {
    let viewer = try Viewer()
    let folder = viewer.folder.url.appending(path: "config")
    try sample.putLoop(at: folder.appending(path: "viewer.json"))
    #expect(viewer.session.storageWarning == nil)
    viewer.session.palette.select(.line)
    viewer.session.palette.width = 7
    await viewer.session.flushSettings()
    #expect(viewer.session.storageWarning?.code == .cannotRead)
    #expect(viewer.session.message == nil)
  }
}
