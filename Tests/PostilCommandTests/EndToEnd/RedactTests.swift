import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct RedactTests {
  private func bench() throws -> Workbench {
    let tool = try Workbench()
    var document = TextDocument([[.init(72, 700, "Dear Ada,"), .init(72, 680, "write to ada@example.org")]])
    document.pages[0].font = .helvetica
    _ = try tool.folder.file("in.pdf", document.data)
    return tool
  }

  @Test func textsPatternsAndRectanglesAreRemoved() async throws {
    let tool = try bench()
    let result = await tool.run(
      "redact", "@in.pdf", "--text", "Ada", "--pattern", "email", "--page", "1", "--rect", "70,697,25,14",
      "-o",
      "@out.pdf", "--json")
    #expect(result.status == 0, "\(result.errors)")
    let values = try result.json()
    #expect(values["glyphs"] as? Int == 3 + 15 + 4)
    let text = try Tool.run("pdftotext", [tool.path("out.pdf"), "-"]).output
    #expect(
      !text.contains("Dear") && !text.contains("Ada") && !text.contains("@") && text.contains("write to"))
  }

  @Test func areasOffThePage() async throws {
    let tool = try bench()
    for place in ["5000,5000,20,20", "-300,-300,20,20"] {
      let result = await tool.run("redact", "@in.pdf", "--page", "1", "--rect", place, "-o", "@out.pdf")
      #expect(result.status == 3 && result.errors.contains("off their pages"), "\(result.errors)")
      #expect(!tool.exists("out.pdf"))
    }
    // Where nothing stands, but on the page, something is painted.
    let empty = await tool.run(
      "redact", "@in.pdf", "--page", "1", "--rect", "300,300,20,20", "-o", "@out.pdf")
    #expect(empty.status == 0 && tool.exists("out.pdf"), "\(empty.errors)")
  }

  @Test(arguments: [
    [], ["--page", "1"], ["--rect", "1,2,3,4"], ["--text", "a", "-o", "-"], ["--text", "a", "-o", "@in.pdf"],
    ["--pattern", "("],
  ])
  func wrongArgumentsAreRefused(arguments: [String]) async throws {
    let tool = try bench()
    let output = arguments.contains("-o") ? [] : ["-o", "@out.pdf"]
    #expect(await tool.run(["redact", "@in.pdf"] + arguments + output).status == 2)
    #expect(!tool.exists("out.pdf"))
  }

  @Test func nothingToRedactIsAnError() async throws {
    let tool = try bench()
    let result = await tool.run("redact", "@in.pdf", "--marks", "-o", "@out.pdf")
    #expect(result.status == 3 && !tool.exists("out.pdf"))
  }

  @Test(arguments: [["--text", "Nobody"], ["--pattern", "card"], ["--text", "ada", "--match-case", "-w"]])
  func whatIsNotFoundIsNoFile(arguments: [String]) async throws {
    let tool = try bench()
    let result = await tool.run(["redact", "@in.pdf"] + arguments + ["-o", "@out.pdf"])
    let isThere = arguments.contains("ada")
    #expect(result.status == (isThere ? 0 : 3) && tool.exists("out.pdf") == isThere, "\(result.errors)")
  }

  @Test func capitalLettersAreTheSameUnlessToldOtherwise() async throws {
    let tool = try bench()
    for (index, arguments) in [[], ["-i"], ["--ignore-case"]].enumerated() {
      let result = await tool.run(
        ["redact", "@in.pdf", "--text", "DEAR"] + arguments + ["-o", "@\(index).pdf"])
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(
      await tool.run("redact", "@in.pdf", "--text", "DEAR", "--match-case", "-o", "@out.pdf").status == 3)
    let both = await tool.run("redact", "@in.pdf", "--text", "a", "-i", "--match-case", "-o", "@out.pdf")
    #expect(both.status == 2 && !tool.exists("out.pdf"))
  }

  @Test func whatOnlyTheTitleSaysIsFound() async throws {
    let tool = try Workbench()
    var document = PageDocument()
    document.information = ["Title": "write to ada@example.org"]
    try tool.makeDocument(document)
    let result = await tool.run("redact", "@in.pdf", "--pattern", "email", "-o", "@out.pdf", "--json")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try result.json()["strings"] as? Int == 1)
    #expect(!(await tool.run("info", "@out.pdf").output.contains("example.org")))
  }
}

@Suite struct ScrubTests {
  @Test func informationGoesUnlessItIsKept() async throws {
    let tool = try Workbench()
    var document = PageDocument()
    document.information = ["Title": "Secret"]
    try tool.makeDocument(document)
    let result = await tool.run("scrub", "@in.pdf", "-o", "@out.pdf", "--json")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try result.json()["strings"] as? Int == 1)
    #expect(!(await tool.run("info", "@out.pdf").output.contains("Secret")))
    #expect(await tool.run("scrub", "@in.pdf", "--keep", "metadata,scripts", "-o", "@kept.pdf").status == 0)
    #expect(await tool.run("info", "@kept.pdf").output.contains("Secret"))
  }

  @Test(arguments: [["--keep", "nothing"], ["--keep", "metadata,attachments,scripts,layers,thumbnails"]])
  func wrongArgumentsAreRefused(arguments: [String]) async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    #expect(await tool.run(["scrub", "@in.pdf", "-o", "@out.pdf"] + arguments).status == 2)
  }
}
