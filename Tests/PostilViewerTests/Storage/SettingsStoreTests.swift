import Foundation
import PostilTestSupport
@testable import PostilViewer
import Testing

/// Settings on the disk.
struct SettingsStoreTests {
  private let sample: StorageSample
  private let store: SettingsStore

  init() throws {
    sample = try StorageSample()
    store = sample.settings
  }

  private func settings(width: Double) -> PaletteSettings {
    PaletteSettings(tools: [.line: ToolSettings(AnnotationStyle(color: .green, lineWidth: width))])
  }

  @Test func thereIsNothingAtFirst() async {
    #expect(await store.palette() == PaletteSettings())
    #expect(sample.folder.names.isEmpty)
  }

  @Test @MainActor func aPaletteComesBack() async throws {
    let palette = ToolPalette()
    palette.select(.rectangle)
    palette.color = .orange
    palette.width = 7
    palette.fill = .yellow
    try await store.save(palette.settings)
    let other = ToolPalette(settings: await sample.settings.palette())
    #expect(other.style(for: .rectangle).lineWidth == 7)
    #expect(other.style(for: .rectangle).color.hex == Color.orange.hex)
    #expect(other.style(for: .rectangle).fill?.hex == Color.yellow.hex)
    #expect(other.style(for: .line) == .pen)
  }

  @Test(arguments: StorageSample.foreign)
  func aForeignFileIsIgnoredAndReplaced(text: String) async throws {
    try sample.put(text, at: store.url)
    #expect(await store.palette() == PaletteSettings())
    try await store.save(settings(width: 3))
    #expect(await sample.settings.palette() == settings(width: 3))
  }

  @Test func keysOfOthersStay() async throws {
    try sample.put(
      #"""
      {"other": {"big": 9007199254740993, "half": 0.5, "yes": true, "no": null, "list": [1, "é/"]},
       "palette": {"new": 1, "tools": {"line": {"width": 9, "tip": "round"}, "later": {"width": 4}}}}
      """#, at: store.url)
    try await store.save(settings(width: 3))
    let json = try #require(try sample.json(at: store.url))
    let other = try #require(json["other"] as? [String: Any])
    #expect(other["big"] as? Int == 9_007_199_254_740_993 && other["half"] as? Double == 0.5)
    #expect(other["yes"] as? Bool == true && other["no"] is NSNull && (other["list"] as? [Any])?.count == 2)
    let palette = try #require(json["palette"] as? [String: Any])
    let tools = try #require(palette["tools"] as? [String: [String: Any]])
    #expect(palette["new"] as? Int == 1 && tools["line"]?["tip"] as? String == "round")
    #expect(tools["line"]?["width"] as? Double == 3 && tools["later"]?["width"] as? Double == 4)
  }

  @Test func otherValuesCanBeSaved() async throws {
    try await store.save(["a", "b"], as: "recent")
    try await store.save(DisplayMode.singlePageContinuous, as: "displayMode")
    #expect(await sample.settings.value("recent", as: [String].self) == ["a", "b"])
    #expect(await sample.settings.value("displayMode", as: DisplayMode.self) == .singlePageContinuous)
    #expect(await sample.settings.value("recent", as: Int.self) == nil)
  }

  @Test func nobodyElseMayReadThem() async throws {
    try sample.put("{}", at: store.url)
    try await store.save(settings(width: 3))
    #expect(try sample.mode(of: store.url) == 0o600)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: sample.folders.configuration.path) == [
        "viewer.json"
      ])
    try await sample.positions.save(ReadingPosition(pageIndex: 1), in: URL(fileURLWithPath: "/a.pdf"))
    #expect(try sample.mode(of: sample.positions.url) == 0o600)
    #expect(try sample.mode(of: sample.folders.state) == 0o700)
  }

  @Test func aLinkStaysOne() async throws {
    let real = sample.folder.url.appending(path: "real.json")
    try sample.put("{}", at: real)
    try sample.put("", at: store.url)
    try FileManager.default.removeItem(at: store.url)
    try FileManager.default.createSymbolicLink(at: store.url, withDestinationURL: real)
    try await store.save(settings(width: 3))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: store.url.path) == real.path)
    #expect(try sample.json(at: real)?["palette"] != nil)
  }

  @Test func aLinkToAFileThatIsNotThereYetStaysOne() async throws {
    let target = sample.folder.url.appending(path: "elsewhere.json")
    try FileManager.default.createDirectory(
      at: store.url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: store.url, withDestinationURL: target)
    try await store.save(settings(width: 4))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: store.url.path) == target.path)
    #expect(FileManager.default.fileExists(atPath: target.path))
    #expect(await store.palette().tools[.line]?.width == 4)
  }

  @Test func theNumbersOfOthersKeepTheirDigits() async throws {
    try sample.put("{\"other\": [18446744073709551615, -9223372036854775808, 0.1]}", at: store.url)
    try await store.save(settings(width: 4))
    let text = try String(contentsOf: store.url, encoding: .utf8)
    #expect(text.contains("18446744073709551615") && text.contains("-9223372036854775808"))
  }

  @Test func manySavesAreOneWrite() async throws {
    let store = SettingsStore(folders: sample.folders, delay: .seconds(3600))
    for width in 1...20 {
      let new = settings(width: Double(width))
      Task { try await store.save(new) }
      while await store.palette() != new { await Task.yield() }
    }
    #expect(!FileManager.default.fileExists(atPath: store.url.path))
    try await store.flush()
    #expect(await sample.settings.palette() == settings(width: 20))
  }

  @Test func whatCannotBeWrittenIsAnErrorAndTriedAgain() async throws {
    // A file where the folder should be.
    try sample.put("", at: sample.folders.configuration)
    let error = await #expect(throws: PDFError.self) { try await store.save(settings(width: 3)) }
    #expect(error?.code == .cannotWrite && error?.url == store.url)
    #expect(await store.palette() == settings(width: 3))
    try FileManager.default.removeItem(at: sample.folders.configuration)
    try await store.flush()
    #expect(await sample.settings.palette() == settings(width: 3))
  }

  @Test func whatOtherProgramsWroteLaterHolds() async throws {
    try await store.save(settings(width: 3))
    try await sample.settings.save(settings(width: 4))
    try await store.save(1, as: "other")
    #expect(await store.palette() == settings(width: 4))
  }

  @Test func nobodyReadsHalfAFile() async throws {
    // So much that writing takes a while.
    try await store.save(String(repeating: "x", count: 300_000), as: "long")
    let reader = Task { await unreadable() }
    for round in 0..<20 { try await store.save(round, as: "round") }
    try sample.put("", at: done)
    // There was a whole file to be read at every moment.
    #expect(await reader.value == 0)
  }

  @Test func programsThatWriteAtOnceKeepWhatTheOthersWrote() async throws {
    let sample = sample
    try await withThrowingTaskGroup(of: Void.self) { group in
      for program in 0..<8 {
        group.addTask {
          let store = sample.settings
          for round in 0..<10 { try await store.save(round, as: "\(program) \(round)") }
        }
      }
      try await group.waitForAll()
    }
    for program in 0..<8 {
      for round in 0..<10 {
        #expect(await sample.settings.value("\(program) \(round)", as: Int.self) == round)
      }
    }
  }

  /// The file that tells that all has been written.
  private var done: URL { sample.folder.url.appending(path: "done") }

  /// Reads the settings until all has been written, and counts how often that failed.
  private func unreadable() async -> Int {
    await onOwnThread { [store, done] in
      var failures = 0
      while !FileManager.default.fileExists(atPath: done.path) {
        let json = (try? Data(contentsOf: store.url)).flatMap {
          try? JSONSerialization.jsonObject(with: $0)
        }
        if json == nil { failures += 1 }
      }
      return failures
    }
  }
}
