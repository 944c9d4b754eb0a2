import Foundation
import Postil
import Testing

@testable import Coupons

/// The program is built beside the one that runs the tests.
private let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  .deletingLastPathComponent().appendingPathComponent("coupons")

@Suite struct RedeemingTests {
  private let folder: TestFolder
  private let noon = Date(timeIntervalSince1970: 1_795_435_200)

  init() throws { folder = try TestFolder() }

  @Test func aRedeemedCouponIsStampedAndTheFileOnlyGrows() throws {
    let file = try folder.coupons(3)
    let before = try Data(contentsOf: file.url)
    #expect(try file.redemption(of: "A2") == nil)
    let redemption = try file.redeem("A2", by: "Till 1", at: noon)
    #expect(try file.redemption(of: "A2") == redemption)
    #expect(redemption.description == "A2: redeemed 2026-11-23 12:00 UTC by Till 1 (revision 4)")
    #expect(try file.redemption(of: "A1") == nil)
    #expect(try Data(contentsOf: file.url).starts(with: before))
    let document = try PDFDocument.openAndWait(file.url)
    let stamp = try #require(document.pages[1].annotations.first)
    #expect(document.pages.map(\.annotations.count) == [0, 1, 0])
    #expect(stamp.content.stamp?.picture == .text("REDEEMED", detail: "2026-11-23 12:00 UTC · Till 1"))
    #expect(stamp.isLocked && stamp.author == "Till 1" && stamp.subject == "A2")
  }

  @Test func redeemingTwiceOrAnUnknownCouponWritesNothing() throws {
    let file = try folder.coupons(2)
    try file.redeem("A1", by: "Till 1", at: noon)
    let before = try Data(contentsOf: file.url)
    #expect(
      message { try file.redeem("A1", by: "Till 2") }.contains(
        "redeemed already. A1: redeemed 2026-11-23 12:00"))
    #expect(message { try file.redeem("B1", by: "Till 2") }.contains("has no coupon 'B1'"))
    #expect(message { _ = try file.redemption(of: "") }.contains("has no coupon ''"))
    for name in ["", "two\nlines", String(repeating: "x", count: 61)] {
      #expect(throws: CouponError.self) { try file.redeem("A2", by: name) }
    }
    #expect(message { try file.redeem("A2", by: "\u{10FFFD}") }.contains("U+10FFFD"))
    #expect(try Data(contentsOf: file.url) == before)
  }

  @Test func eachRedemptionIsARevisionThatCanBeShown() async throws {
    let file = try folder.coupons(3)
    for code in ["A3", "A1"] { try file.redeem(code, by: "Till", at: noon) }
    let history = try file.history()
    #expect(history.map(\.code) == ["A3", "A1"] && history.map(\.revision) == [4, 5])
    let revisions = try PDFDocument.openAndWait(file.url).revisionsAndWait()
    #expect(revisions.count == 5 && revisions.last?.authors == ["Till"])
    #expect(revisions.last?.changes?.kinds == [.annotations])
    // Red is on the page from the revision on that the redemption says.
    for (code, revision, isRed) in [("A3", 3, false), ("A3", 4, true), ("A1", 4, false), ("A1", 5, true)] {
      let pixels = Pixels(try await file.picture(of: code, revision: revision, scale: 1))
      let red = pixels.places(where: pixels.isRed)
      #expect(red.isEmpty == !isRed, "\(code) \(revision)")
    }
    await #expect(throws: PDFError.self) { try await file.picture(of: "A1", revision: 9) }
    await #expect(throws: CouponError.self) { try await file.picture(of: "B1") }
  }

  @Test func aStampThatWasTakenAwayStaysInTheHistory() throws {
    let file = try folder.coupons(2)
    try file.redeem("A1", by: "Till", at: noon)
    let document = try PDFDocument.openAndWait(file.url)
    let page = document.pages[0]
    try document.edit("Cheat") { edit in
      try edit.unlock(page.annotations.map(\.id), on: page.id)
      try edit.remove(page.annotations.map(\.id), from: page.id)
    }
    try document.saveAndWait()
    try file.redeem("A2", by: "Till", at: noon + 60)
    let history = try file.history()
    #expect(history.map(\.code) == ["A1", "A2"] && history.map(\.isStampRemoved) == [true, false])
    #expect(history[0].description.hasSuffix("(revision 4), the stamp was removed later"))
  }

  @Test func aFileWithoutItsRevisionsStillSaysWhatWasRedeemed() throws {
    let file = try folder.coupons(2)
    try file.redeem("A1", by: "Till", at: noon)
    try PDFDocument.openAndWait(file.url).saveAndWait(to: nil, .squash())
    #expect(try file.redemption(of: "A1")?.revision == nil)
    #expect(try file.history().map(\.name) == ["Till"])
    #expect(throws: CouponError.self) { try file.redeem("A1", by: "Till") }
  }

  @Test func couponsMayBeMergedAndTakenApart() throws {
    let layout = #"{"code": "{code}", "items": [{"text": "{code}", "rect": [10, 10, 100, 30]}]}"#
    _ = try folder.maker("code\nA1\nA2\n", layout).makeFiles(in: folder.file("out"))
    try CouponFile(folder.file("out/A1.pdf")).redeem("A1", by: "Till", at: noon)
    let merged = try PDFDocument()
    for name in ["A2", "A1"] {
      let part = try PDFDocument.openAndWait(folder.file("out/\(name).pdf"))
      try merged.insertPagesAndWait(of: part, at: merged.pageCount)
    }
    try merged.saveAndWait(to: folder.file("merged.pdf"))
    let file = CouponFile(folder.file("merged.pdf"))
    #expect(try file.codes() == ["A2", "A1"])
    #expect(try file.redemption(of: "A1")?.name == "Till")
    try file.redeem("A2", by: "Till")
  }

  @Test func redeemingAtOnceSucceedsOnceForEachCoupon() async throws {
    let file = try folder.coupons(4)
    let results = await withTaskGroup(of: (code: String, succeeded: Bool).self) { group in
      for number in 0..<12 {
        let code = "A\(number % 4 + 1)"
        group.addTask { (code, (try? file.redeem(code, by: "Till \(number)")) != nil) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.filter(\.succeeded).map(\.code).sorted() == ["A1", "A2", "A3", "A4"])
    #expect(try file.history().map(\.code).sorted() == ["A1", "A2", "A3", "A4"])
    #expect(try Set(file.history().map(\.revision)).count == 4)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: program.path)))
  func ofSeveralProgramsThatRedeemACouponOneSucceeds() throws {
    let file = try folder.coupons(2)
    let processes = try (1...4).map { number in
      let process = Process()
      process.executableURL = program
      process.arguments = ["redeem", file.url.path, "--code", "A1", "--by", "Till \(number)"]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      return process
    }
    for process in processes { process.waitUntilExit() }
    #expect(processes.map(\.terminationStatus).sorted() == [0, 1, 1, 1])
    let history = try file.history()
    #expect(history.count == 1 && history.first?.revision == 4)
    #expect(try PDFDocument.openAndWait(file.url).revisionCount == 4)
  }
}
