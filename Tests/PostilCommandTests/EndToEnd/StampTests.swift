import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct StampTests {
  @Test func wordsImagesAndPagesAreStamped() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    try SampleImage.jpeg.write(to: URL(fileURLWithPath: tool.path("photo.jpg")))
    try SampleImage.png(width: 4, height: 4) { _, _ in [9, 9, 9, 9] }
      .write(to: URL(fileURLWithPath: tool.path("logo.png")))
    let sources = [
      ["--name", "notapproved"], ["--text", "Проверено", "--detail", "Ada, 5 May"],
      ["--image", "@photo.jpg"],
      ["--image", "@logo.png"], ["--pdf", "@in.pdf", "--pdf-page", "2"],
    ]
    var input = "@in.pdf"
    for source in sources {
      let result = await tool.run(
        ["stamp", input, "--page", "1", "--rect", "72,600,100,50", "--author", "Ada"] + source
          + (input == "@in.pdf" ? ["-o", "@out.pdf"] : ["--in-place"]))
      #expect(result.status == 0 && result.errors.isEmpty, "\(source): \(result.errors)")
      input = "@out.pdf"
    }
    let list = try await tool.annotations("out.pdf")
    #expect(list.count == 5 && list.allSatisfy { $0["subtype"] as? String == "Stamp" })
    #expect((list.first?["annotation"] as? [String: Any])?["name"] as? String == "NotApproved")
    #expect(list.first?["color"] as? String == "BF1A1A")
    #expect(try Tool.qpdfCheck(URL(fileURLWithPath: tool.path("out.pdf"))).status == 0)
  }

  @Test func whatCannotBeStampedIsAnError() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    try SampleImage.png(width: 100_000, height: 100_000).write(
      to: URL(fileURLWithPath: tool.path("bomb.png")))
    let arguments = ["stamp", "@in.pdf", "--page", "1", "--rect", "72,600,100,50", "-o", "@out.pdf"]
    for wrong in [[], ["--name", "Draft", "--text", "a"], ["--name", "Nonsense"]] {
      #expect(await tool.run(arguments + wrong).status == 2)
    }
    for bad in [
      ["--image", "@bomb.png"], ["--image", "@in.pdf"], ["--image", "@no.png"], ["--pdf", "@bomb.png"],
      ["--pdf", "@in.pdf", "--pdf-page", "9"],
    ] {
      let result = await tool.run(arguments + bad)
      #expect(result.status == 1 && !result.errors.isEmpty, "\(bad)")
    }
    #expect(!tool.exists("out.pdf"))
  }

  @Test func pagesThatMayNotBeCopied() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    let made = await tool.run(
      "squash", "@in.pdf", "-o", "@secret.pdf", "--encrypt-owner", "o", "--encrypt-allow", "print")
    #expect(made.status == 0, "\(made.errors)")
    let words = [
      "stamp", "@in.pdf", "--page", "1", "--rect", "1,1,99,99", "--pdf", "@secret.pdf", "-o", "@out.pdf",
    ]
    let refused = await tool.run(words)
    #expect(
      refused.status == 1 && refused.errors.contains("does not allow copying") && !tool.exists("out.pdf"))
    #expect(await tool.run(words + ["--ignore-permissions"]).status == 0)
  }
}
