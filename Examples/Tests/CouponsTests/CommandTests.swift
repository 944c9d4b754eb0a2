import CommandArguments
import Coupons
import Foundation
import Postil
import Testing

@testable import CouponsCommand

@Suite struct CouponsCommandTests {
  private let folder: TestFolder
  private func path(_ name: String) -> String { folder.file(name).path }

  init() throws { folder = try TestFolder() }

  @Test func theDemoLeavesWhatTheOtherCommandsWorkWith() async throws {
    // Twice, since the first one's files are in the way of the second.
    for _ in 0..<2 { try await CouponsCommand.run(["demo", folder.url.path]) }
    for name in ["template.pdf", "guests.csv", "layout.json", "coupons.pdf", "pictures/long-name.png"] {
      #expect(FileManager.default.fileExists(atPath: path(name)), "\(name)")
    }
    let file = CouponFile(folder.file("coupons.pdf"))
    let codes = try file.codes()
    let history = try file.history()
    #expect(codes.count == 24 && history.count == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path("coupons")).count == 24)

    try await CouponsCommand.run(["check", path("coupons.pdf"), codes[1]])
    try await CouponsCommand.run(["redeem", path("coupons.pdf"), "--code", codes[1], "--by", "Till"])
    #expect(try file.redemption(of: codes[1])?.name == "Till")
    try await CouponsCommand.run(["history", path("coupons.pdf")])
    try await CouponsCommand.run(["codes", path("coupons.pdf")])
    try await CouponsCommand.run([
      "show", path("coupons.pdf"), "--code", codes[1], "--revision", "3", "-o", path("shown.png"),
    ])
    #expect(try Data(contentsOf: folder.file("shown.png")).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    await #expect(throws: CouponError.self) {
      try await CouponsCommand.run(["redeem", path("coupons.pdf"), "--code", codes[1], "--by", "Till"])
    }
  }

  @Test func sheetsAreMadeInAFileOrAFolder() async throws {
    try await CouponsCommand.run(["sample", "--rows", "3", "-o", folder.url.path])
    for output in ["all.pdf", "each"] {
      try await CouponsCommand.run([
        "make", path("template.pdf"), path("guests.csv"), path("layout.json"), "-o", path(output),
        "--measure",
      ])
    }
    #expect(try CouponFile(folder.file("all.pdf")).codes().count == 3)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path("each")).count == 3)
  }

  @Test(arguments: [
    [], ["fly"], ["demo"], ["demo", "a", "b"], ["make", "a"], ["check", "a"], ["redeem", "a", "--code", "b"],
    ["sample", "--rows", "0", "-o", "a"], ["show", "a", "--revision", "x", "-o", "b"], ["history"],
  ]) func whatIsNotUnderstoodIsAnErrorOfUsage(words: [String]) async {
    await #expect(throws: UsageError.self) { try await CouponsCommand.run(words) }
  }

  @Test func filesThatAreNotThereAreErrors() async {
    for words in [["history", "none.pdf"], ["codes", "none.pdf"], ["check", "none.pdf", "A"]] {
      await #expect(throws: PDFError.self) {
        try await CouponsCommand.run(words.map { $0 == "none.pdf" ? path($0) : $0 })
      }
    }
  }
}
