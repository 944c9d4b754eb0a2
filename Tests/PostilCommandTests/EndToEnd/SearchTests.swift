import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct SearchTests {
  private func bench() throws -> Workbench {
    let tool = try Workbench()
    var document = TextDocument([
      [.init(72, 700, "Far away, a hyphen-"), .init(72, 686, "ated word")], [],
      [.init(72, 700, "HYPHENATED, hyphenated, hyph\u{E9}nated")],
    ])
    document.pages[2].rotation = 270
    document.pages[2].cropBox = [50, 650, 400, 750]
    _ = try tool.folder.file("in.pdf", document.data)
    return tool
  }

  @Test func matchesAreHighlighted() async throws {
    let tool = try bench()
    let result = await tool.run(
      "highlight", "@in.pdf", "hyphenated", "-i", "--color", "00FFFF", "-o", "@out.pdf")
    #expect(result.status == 0, "\(result.errors)")
    let list = try await tool.annotations("out.pdf")
    #expect(list.map { $0["page"] as? Int } == [1, 3, 3])
    #expect(list.allSatisfy { $0["subtype"] as? String == "Highlight" && $0["color"] as? String == "00FFFF" })
    let quads = list.map { ($0["annotation"] as? [String: Any])?["quads"] as? [[[Double]]] }
    #expect(quads.map { $0?.count } == [2, 1, 1])
  }

  @Test(arguments: ["highlight", "underline", "strikeout", "squiggly"])
  func severalTextsAreMarkedInEveryWay(kind: String) async throws {
    let tool = try bench()
    let result = await tool.run(
      "highlight", "@in.pdf", "Far", "word", "--kind", kind, "--page", "1", "--color", "pink", "--blend",
      "screen", "-o", "@out.pdf")
    #expect(result.status == 0 && result.output.contains("2 marks made"), "\(result.errors)")
    let list = try await tool.annotations("out.pdf").compactMap { $0["annotation"] as? [String: Any] }
    #expect(list.map { $0["kind"] as? String } == [kind, kind])
    #expect(list.map { $0["blendMode"] as? String } == ["Screen", "Screen"])
    #expect(list.map { $0["color"] as? String } == ["FF99CC", "FF99CC"])
  }

  @Test func aHighlightCostsLessThan1500Bytes() async throws {
    let tool = try bench()
    #expect(await tool.run("highlight", "@in.pdf", "Far", "-o", "@out.pdf").status == 0)
    let sizes = try ["in.pdf", "out.pdf"].map { name in
      try Data(contentsOf: tool.folder.url.appendingPathComponent(name)).count
    }
    #expect(sizes[1] - sizes[0] < 1500, "\(sizes[1] - sizes[0])")
  }

  @Test func eachMatchIsALine() async throws {
    let tool = try bench()
    let result = await tool.run("search", "@in.pdf", "hyphenated")
    #expect(result.status == 0 && result.errors.isEmpty)
    let lines = result.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 2)
    #expect(lines[0].hasPrefix("Page 1  158.4,"))
    #expect(lines[0].hasSuffix("  Far away, a hyphen- ated word"))
    #expect(lines[0].split(separator: "  ")[1].split(separator: " ").count == 2, "two rectangles")
    #expect(lines[1].hasPrefix("Page 3  158.4,"))
  }

  @Test(arguments: [
    ([], 2), (["--ignore-case"], 3), (["-i", "--ignore-diacritics"], 4), (["--ignore-diacritics"], 3),
    (["--pages", "3"], 1), (["--pages", "2"], 0), (["--pages", "3,1"], 2),
  ])
  func options(_ options: [String], count: Int) async throws {
    let tool = try bench()
    let result = await tool.run(["search", "@in.pdf", "hyphenated", "--json"] + options)
    #expect(result.status == 0)
    let matches = try #require(try result.json()["matches"] as? [[String: Any]])
    #expect(matches.count == count)
    #expect(try result.json()["count"] as? Int == count)
    if options.contains("3,1") { #expect(matches.map { $0["page"] as? Int } == [3, 1]) }
    let marked = await tool.run(["highlight", "@in.pdf", "hyphenated", "--json", "-o", "@out.pdf"] + options)
    #expect(marked.status == 0)
    #expect((try marked.json()["ids"] as? [String])?.count == count)
  }

  @Test func wholeWords() async throws {
    let tool = try bench()
    for (options, count) in [([], 5), (["--whole-words"], 1)] as [([String], Int)] {
      let result = await tool.run(["search", "@in.pdf", "a", "--pages", "1", "--json"] + options)
      #expect(try result.json()["count"] as? Int == count)
    }
  }

  @Test func oneObjectForPrograms() async throws {
    let result = await (try bench()).run("search", "@in.pdf", "hyphenated", "--json")
    let json = try result.json()
    #expect(json["text"] as? String == "hyphenated")
    #expect(json["unreadablePages"] as? [Int] == [])
    let match = try #require((json["matches"] as? [[String: Any]])?.first)
    #expect(match["page"] as? Int == 1)
    #expect(match["text"] as? String == "hyphen-\nated")
    #expect(match["before"] as? String == "Far away, a " && match["after"] as? String == " word")
    let rects = try #require(match["rects"] as? [[String: Double]])
    #expect(rects.count == 2 && rects.allSatisfy { Set($0.keys) == ["x", "y", "width", "height"] })
    #expect(rects[1]["x"] == 72)
  }

  @Test func nothingFoundIsNoFailure() async throws {
    let tool = try bench()
    let result = await tool.run("search", "@in.pdf", "nowhere")
    #expect(result.status == 0 && result.output == "There are no matches.\n" && result.errors.isEmpty)
    #expect(try await tool.run("search", "@in.pdf", "nowhere", "--json").json()["count"] as? Int == 0)
  }

  @Test func whatCannotBe() async throws {
    let tool = try bench()
    #expect(await tool.run("search", "@in.pdf").errors.contains("TEXT is missing"))
    let empty = await tool.run("search", "@in.pdf", " ")
    #expect(empty.status == 2 && empty.errors.contains("nothing to search for"))
    let page = await tool.run("search", "@in.pdf", "a", "--pages", "9")
    #expect(page.status == 1 && page.errors.contains("There is no page 9"))
    #expect(await tool.run("search", "@no.pdf", "a").status == 1)
  }

  /// A text may begin with a hyphen, after `--`.
  @Test func textsThatLookLikeOptions() async throws {
    let result = await (try bench()).run("search", "--json", "@in.pdf", "--", "-ated")
    #expect(try result.json()["count"] as? Int == 1)
  }

  @Test func whatMayNotBeCopiedIsNotPrinted() async throws {
    let tool = try bench()
    let encrypted = await tool.run(
      "squash", "@in.pdf", "-o", "@secret.pdf", "--encrypt-user", "u",
      "--encrypt-owner", "o", "--encrypt-allow", "print,accessibility")
    #expect(encrypted.status == 0, "\(encrypted.errors)")
    for (password, isShown) in [("u", false), ("o", true)] {
      let json = await tool.run("search", "@secret.pdf", "away", "--password", password, "--json")
      let match = try #require((try json.json()["matches"] as? [[String: Any]])?.first)
      #expect(match["text"] as? String == "away")
      #expect(
        (match["before"] as? String == "Far ") == isShown && (match["after"] as? String == "") != isShown)
      let lines = await tool.run("search", "@secret.pdf", "away", "--password", password)
      #expect(lines.status == 0 && lines.output.contains("Far") == isShown)
      #expect(lines.errors.contains("does not allow copying") != isShown)
    }
  }
}
