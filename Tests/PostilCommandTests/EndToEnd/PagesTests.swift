import Foundation
import Postil
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct PagesTests {
  /// Pages of different widths, which tell them apart: 101, 102, …
  private func makePages(_ tool: Workbench, _ count: Int = 5) throws {
    var builder = PageDocument(pageCount: count)
    for index in 0..<count { builder.pages[index].mediaBox = [0, 0, Double(101 + index), 200] }
    builder.pages[1].rotation = 270
    try tool.makeDocument(builder)
  }

  private func pages(_ tool: Workbench, _ name: String, _ key: String) async throws -> [Int?] {
    let json = try await tool.run("info", "@\(name)", "--pages", "1-last", "--json").json()
    return try #require(json["pages"] as? [[String: Any]]).map { $0[key] as? Int }
  }

  @Test(arguments: [
    ("90", [90, 0, 0, 0, 90]), ("-90", [270, 180, 0, 0, 270]), ("180", [180, 90, 0, 0, 180]),
  ])
  func pagesTurnFromTheWayTheyAre(by: String, expected: [Int]) async throws {
    let tool = try Workbench()
    try makePages(tool)
    let result = await tool.run(
      "rotate", "@in.pdf", "--pages", "2-1,last,5", "--by", by, "-o", "@out.pdf", "--json")
    #expect(try result.json()["pages"] as? [Int] == [1, 2, 5])
    #expect(try await pages(tool, "out.pdf", "rotation") == expected)
    #expect(try tool.data("out.pdf").starts(with: tool.data("in.pdf")))
  }

  @Test(arguments: [
    ("last", "1", [105, 101, 102, 103, 104]), ("1-2", "4", [103, 104, 105, 101, 102]),
    ("5-4,1", "2", [102, 105, 104, 101, 103]), ("3", "3", [101, 102, 103, 104, 105]),
    ("1", "last", [102, 103, 104, 105, 101]), ("2,1", "end", [103, 104, 105, 102, 101]),
  ])
  func movedPagesBeginAtTheirPlace(range: String, place: String, expected: [Int]) async throws {
    let tool = try Workbench()
    try makePages(tool)
    let result = await tool.run("move", "@in.pdf", "--pages", range, "--to", place, "-o", "@out.pdf")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try await pages(tool, "out.pdf", "width") == expected)
    #expect(try tool.data("out.pdf").starts(with: tool.data("in.pdf")))
  }
}

/// Pages that come and go.
extension PagesTests {
  private func widths(_ tool: Workbench, _ name: String = "out.pdf") async throws -> [Int?] {
    let check = try Tool.qpdfCheck(URL(fileURLWithPath: tool.path(name)))
    #expect(check.status == 0, "\(check.output)")
    return try await pages(tool, name, "width")
  }

  @Test(arguments: [
    ("1", [55, 101, 102, 103, 104, 105]), ("3", [101, 102, 55, 103, 104, 105]),
    ("end", [101, 102, 103, 104, 105, 55]),
  ])
  func emptyPagesAreInserted(at place: String, expected: [Int]) async throws {
    let tool = try Workbench()
    try makePages(tool)
    let result = await tool.run(
      "insert", "@in.pdf", "--blank", "55x200", "--at", place, "-o", "@out.pdf", "--json")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try result.json()["inserted"] as? Int == 1)
    #expect(try await widths(tool) == expected)
    #expect(try tool.data("out.pdf").starts(with: tool.data("in.pdf")))
  }

  @Test func pagesOfAnotherDocumentAreInserted() async throws {
    let tool = try Workbench()
    try makePages(tool, 2)
    try FileManager.default.moveItem(atPath: tool.path("in.pdf"), toPath: tool.path("other.pdf"))
    try makePages(tool)
    let result = await tool.run(
      "insert", "@in.pdf", "--from", "@other.pdf", "--pages", "2,1,1", "--at", "2", "-o", "@out.pdf")
    #expect(result.status == 0 && result.output.contains("3 pages inserted"), "\(result.errors)")
    #expect(try await widths(tool) == [101, 102, 101, 101, 102, 103, 104, 105])
    #expect(try await pages(tool, "out.pdf", "rotation").prefix(3) == [0, 270, 0])
  }

  @Test func anImageIsInserted() async throws {
    let tool = try Workbench()
    try makePages(tool, 2)
    let image = SampleImage.png(width: 30, height: 20) { _, _ in [255, 0, 0, 255] }
    try image.write(to: URL(fileURLWithPath: tool.path("a.png")))
    let result = await tool.run(
      "insert", "@in.pdf", "--image", "@a.png", "--resolution", "72", "--at", "end", "-o", "@out.pdf")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try await widths(tool) == [101, 102, 30])
  }

  @Test func pagesAreDeletedDuplicatedAndCropped() async throws {
    let tool = try Workbench()
    try makePages(tool)
    #expect(await tool.run("delete", "@in.pdf", "--pages", "5-4,2,2", "-o", "@out.pdf").status == 0)
    #expect(try await widths(tool) == [101, 103])
    let copies = await tool.run("duplicate", "@in.pdf", "--pages", "last,1", "-o", "@out.pdf", "--json")
    #expect(try copies.json()["copies"] as? [Int] == [2, 7])
    #expect(try await widths(tool) == [101, 101, 102, 103, 104, 105, 105])
    #expect(await tool.run("crop", "@in.pdf", "--box", "10,10,40,150", "-o", "@out.pdf").status == 0)
    #expect(try await widths(tool) == [40, 40, 40, 40, 40])
    #expect(await tool.run("crop", "@out.pdf", "--box", "all", "--pages", "1", "--in-place").status == 0)
    #expect(try await widths(tool) == [101, 40, 40, 40, 40])
  }

  @Test func documentsAreMadeOfPages() async throws {
    let tool = try Workbench()
    try makePages(tool)
    let extracted = await tool.run("extract", "@in.pdf", "--pages", "last,2-1", "-o", "@out.pdf", "--json")
    #expect(try extracted.json()["pages"] as? Int == 3)
    #expect(try await widths(tool) == [105, 102, 101])
    #expect(await tool.run("merge", "@out.pdf", "@in.pdf", "@out.pdf", "-o", "@all.pdf").status == 0)
    #expect(try await widths(tool, "all.pdf").count == 11)
    let split = await tool.run("split", "@in.pdf", "--every", "2", "-o", "@parts", "--json")
    let names = ["pages-0001-0002.pdf", "pages-0003-0004.pdf", "pages-0005-0005.pdf"]
    #expect(try split.json()["files"] as? [String] == names)
    #expect(try await widths(tool, "parts/" + names[1]) == [103, 104])
  }

  @Test func documentsAreSplitAtTheirOutlineAndBySize() async throws {
    let tool = try Workbench()
    try makePages(tool)
    try Data(#"[{"label": "One", "to": {"page": 2}}, {"label": "Two", "to": {"page": 4}}]"#.utf8)
      .write(to: URL(fileURLWithPath: tool.path("outline.json")))
    let outlined = await tool.run("outline", "@in.pdf", "--set", "@outline.json", "-o", "@outlined.pdf")
    #expect(outlined.status == 0, "\(outlined.errors)")
    let split = await tool.run("split", "@outlined.pdf", "--at-outline", "1", "-o", "@parts", "--json")
    let names = ["pages-0001-0001.pdf", "pages-0002-0003.pdf", "pages-0004-0005.pdf"]
    #expect(try split.json()["files"] as? [String] == names)
    let titles = try #require(split.json()["titles"] as? [Any])
    #expect(titles.map { $0 as? String } == [nil, "One", "Two"])
    // Items that lead to other parts are told to programs alone, an attachment to everybody.
    let parts = try #require(split.json()["parts"] as? [[String: Any]])
    let kinds = parts.map { ($0["leftBehind"] as? [[String: Any]])?.map { $0["kind"] as? String } }
    #expect(kinds == [["outlineItems"], ["outlineItems"], ["outlineItems"]])
    #expect(
      await tool.run("attach", "@outlined.pdf", "--file", "@outline.json", "-o", "@attached.pdf").status == 0)
    let told = await tool.run("split", "@attached.pdf", "--every", "1", "-o", "@single")
    #expect(told.errors.contains("pages-0001-0001.pdf: left behind: 1 attachment (outline.json)"))
    #expect(!told.errors.contains("outline item") && !told.errors.contains("more left something behind"))
    #expect(try await widths(tool, "parts/" + names[1]) == [102, 103])
    let whole = await tool.run("split", "@in.pdf", "--max-size", "1000000", "-o", "@whole")
    #expect(whole.status == 0)
    #expect(try await widths(tool, "whole/pages-0001-0005.pdf") == [101, 102, 103, 104, 105])
  }

  @Test func pagesArePaintedOnOthersAndShareSheets() async throws {
    let tool = try Workbench()
    try makePages(tool)
    for option in ["--below", "--actual-size"] {
      let painted = await tool.run(
        "overlay", "@in.pdf", "--from", "@in.pdf", "--from-page", "2", "--pages", "1-2", option, "-o",
        "@out.pdf", "--json")
      #expect(try painted.json()["pages"] as? [Int] == [1, 2], "\(painted.errors)")
      #expect(try tool.data("out.pdf").starts(with: tool.data("in.pdf")))
      #expect(try await widths(tool) == [101, 102, 103, 104, 105])
    }
    let sheets = await tool.run(
      "nup", "@in.pdf", "--columns", "2", "--rows", "1", "--sheet", "300x200", "-o", "@sheets.pdf", "--json")
    #expect(try sheets.json()["pages"] as? Int == 3, "\(sheets.errors)")
    #expect(try await widths(tool, "sheets.pdf") == [300, 300, 300])
  }

  @Test(arguments: [
    ("insert @in.pdf --at 1 -o @out.pdf", 2), ("insert @in.pdf --blank 9 --at 1 -o @out.pdf", 2),
    ("insert @in.pdf --blank 1x9 --at 1 -o @out.pdf", 2),
    ("insert @in.pdf --blank 99x99 --at 0 -o @out.pdf", 2),
    ("insert @in.pdf --blank 99x99 --at 9 -o @out.pdf", 1),
    ("insert @in.pdf --blank 99x99 --image a --at 1 -o @out.pdf", 2),
    ("insert @in.pdf --from @no.pdf --at 1 -o @out.pdf", 1),
    ("insert @in.pdf --from @in.pdf --pages 9 --at 1 -o @out.pdf", 1),
    ("insert @in.pdf --image @in.pdf --at 1 -o @out.pdf", 1),
    ("insert @in.pdf --pages 1 --blank 99x99 --at 1 -o @out.pdf", 2),
    ("delete @in.pdf --pages 1-last -o @out.pdf", 1), ("delete @in.pdf --pages 7 -o @out.pdf", 1),
    ("duplicate @in.pdf --pages 7 -o @out.pdf", 1), ("crop @in.pdf --box 500,0,9,9 -o @out.pdf", 1),
    ("extract @in.pdf --pages 7 -o @out.pdf", 1), ("merge @in.pdf @no.pdf -o @out.pdf", 1),
    ("split @in.pdf --every 0 -o @out.pdf", 2), ("split @in.pdf --at-outline 1 -o @out.pdf", 1),
    ("split @in.pdf --every 2 --max-size 9 -o @out.pdf", 2), ("overlay @in.pdf -o @out.pdf", 2),
    ("overlay @in.pdf --from @no.pdf -o @out.pdf", 1),
    ("overlay @in.pdf --from @in.pdf --from-page 9 -o @out.pdf", 1),
    ("overlay @in.pdf --from @in.pdf --actual-size --rect 0,0,9,9 -o @out.pdf", 2),
    ("nup @in.pdf --sheet 9 -o @out.pdf", 2), ("nup @in.pdf --sheet 30x30 -o @out.pdf", 1),
  ])
  func whatCannotBeDoneIsSaid(line: String, status: Int32) async throws {
    let tool = try Workbench()
    try makePages(tool)
    let result = await tool.run(line.split(separator: " ").map(String.init))
    #expect(result.status == status && !result.errors.isEmpty && !tool.exists("out.pdf"), "\(result.errors)")
  }

  /// What the author does not allow is refused, unless the command says otherwise.
  @Test func permissions() async throws {
    let tool = try Workbench()
    try makePages(tool, 2)
    let encryption = RewriteOptions.Encryption.aes256(
      userPassword: "u", ownerPassword: "o", permissions: [.annotating])
    try PDFDocument.openAndWait(URL(fileURLWithPath: tool.path("in.pdf"))).writeAndWait(
      to: URL(fileURLWithPath: tool.path("restricted.pdf")), .rewrite(RewriteOptions(encryption: encryption)))
    let rotate = ["rotate", "@restricted.pdf", "--pages", "1", "--by", "90", "-o", "@out.pdf", "--password"]
    let refused = await tool.run(rotate + ["u", "--json"])
    #expect(refused.status == 1 && refused.errors.contains("\"notPermitted\"") && !tool.exists("out.pdf"))
    #expect(
      await tool.run(
        "draw", "@restricted.pdf", "--page", "1", "--rect", "1,1,9,9", "--password", "u", "-o", "@out.pdf"
      ).status == 0)
    for command in ["extract @restricted.pdf --pages 1", "merge @restricted.pdf @in.pdf"] {
      let words = command.split(separator: " ").map(String.init) + ["--password", "u", "-o", "@copy.pdf"]
      #expect(await tool.run(words).errors.contains("does not allow copying") && !tool.exists("copy.pdf"))
      #expect(await tool.run(words + ["--ignore-permissions"]).status == 0)
      try FileManager.default.removeItem(at: URL(fileURLWithPath: tool.path("copy.pdf")))
    }
    #expect(await tool.run(rotate + ["u", "--ignore-permissions"]).status == 0)
    #expect(await tool.run(rotate + ["o"]).status == 0)
  }

  /// A document that needs a password says so, and one that is merged with itself is there twice.
  @Test func encryptedDocumentsAndOneWithItself() async throws {
    let tool = try Workbench()
    try makePages(tool, 2)
    let encrypted = await tool.run(
      "rotate", "@in.pdf", "--pages", "1", "--by", "90", "-o", "@secret.pdf", "--encrypt-user", "u",
      "--encrypt-owner", "o")
    #expect(encrypted.status == 0)
    let refused = await tool.run("insert", "@in.pdf", "--from", "@secret.pdf", "--at", "1", "-o", "@out.pdf")
    #expect(refused.status == 5 && refused.errors.contains("password") && !tool.exists("out.pdf"))
    let taken = await tool.run(
      "insert", "@in.pdf", "--from", "@secret.pdf", "--from-password", "u", "--at", "1", "-o", "@out.pdf")
    #expect(taken.status == 0)
    #expect(try await widths(tool) == [101, 102, 101, 102])
    #expect(await tool.run("merge", "@in.pdf", "@in.pdf", "-o", "@twice.pdf").status == 0)
    #expect(try await widths(tool, "twice.pdf") == [101, 102, 101, 102])
    #expect(await tool.run("merge", "@secret.pdf", "@in.pdf", "-o", "@no.pdf").status == 5)
    #expect(
      await tool.run("merge", "@secret.pdf", "@in.pdf", "--password", "u", "-o", "@both.pdf").status == 0)
  }

  /// A file with the passwords u and o, and the permissions of the tool's words.
  private func makeEncrypted(_ tool: Workbench, _ allowed: String) async throws {
    try makePages(tool, 4)
    let made = await tool.run(
      "squash", "@in.pdf", "-o", "@secret.pdf", "--encrypt-user", "u",
      "--encrypt-owner", "o", "--encrypt-allow", allowed)
    #expect(made.status == 0, "\(made.errors)")
  }

  private func permissions(_ tool: Workbench, _ name: String, _ password: String = "u") async throws
    -> [String]
  {
    let json = try await tool.run("info", "@\(name)", "--json", "--password", password).json()
    #expect(json["encrypted"] as? Bool == true)
    return try #require(json["permissions"] as? [String])
  }

  @Test(arguments: [
    ("none", []), ("print-draft", ["printing"]), ("print", ["printing", "highQualityPrinting"]),
    ("copy,accessibility", ["copying"]),
    ("modify,annotate,fill,assemble", ["changing", "annotating", "fillingForms", "assembling"]),
  ])
  func whatIsAllowedIsChosen(words: String, besidesAccess: [String]) async throws {
    // ISO 32000-2, table 22: always.
    let expected = Set(besidesAccess).union(["accessibility"])
    let tool = try Workbench()
    try await makeEncrypted(tool, words)
    #expect(Set(try await permissions(tool, "secret.pdf")) == expected)
    // Kept where others are not given.
    let again = await tool.run(
      "rotate", "@secret.pdf", "--pages", "1", "--by", "90", "--password", "o", "--encrypt-owner", "p", "-o",
      "@again.pdf")
    #expect(again.status == 0, "\(again.errors)")
    #expect(Set(try await permissions(tool, "again.pdf", "")) == expected)
  }

  @Test(arguments: [
    "--encrypt-allow copy", "--encrypt-owner o --encrypt-allow copy,read",
    "--encrypt-owner o --encrypt-allow ,",
  ])
  func wrongWordsForWhatIsAllowed(options: String) async throws {
    let tool = try Workbench()
    try makePages(tool)
    for command in ["rotate @in.pdf --pages 1 --by 90", "extract @in.pdf --pages 1"] {
      let words = "\(command) \(options) -o @out.pdf".split(separator: " ").map(String.init)
      #expect(await tool.run(words).status == 2 && !tool.exists("out.pdf"))
    }
  }

  @Test(arguments: [
    "extract @secret.pdf --pages 1-2 -o @out/pages-0001-0004.pdf",
    "merge @secret.pdf @in.pdf -o @out/pages-0001-0004.pdf",
    "nup @secret.pdf -o @out/pages-0001-0004.pdf", "split @secret.pdf --every 4 -o @out",
  ])
  func newFilesAreEncryptedAsTheirSource(line: String) async throws {
    let tool = try Workbench()
    try await makeEncrypted(tool, "print,copy")
    let words = line.split(separator: " ").map(String.init)
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: tool.path("out")), withIntermediateDirectories: true)
    let result = await tool.run(words + ["--password", "u"])
    #expect(result.status == 0 && !result.errors.contains("not encrypted"), "\(result.errors)")
    #expect(await tool.run("info", "@out/pages-0001-0004.pdf").status == 5)
    let kept = ["printing", "highQualityPrinting", "copying", "accessibility"]
    #expect(try await permissions(tool, "out/pages-0001-0004.pdf") == kept)
    // Only the owner may have it otherwise.
    for options in [["--decrypt"], ["--encrypt-owner", "p", "--encrypt-allow", "all"]] {
      let refused = await tool.run(words + ["--password", "u"] + options)
      #expect(refused.status == 1 && refused.errors.contains("encryption"), "\(refused.errors)")
    }
    let other = await tool.run(words + ["--password", "o", "--encrypt-owner", "p"])
    #expect(other.status == 0, "\(other.errors)")
    #expect(try await permissions(tool, "out/pages-0001-0004.pdf", "") == kept)
    let plain = await tool.run(words + ["--password", "o", "--decrypt"])
    #expect(plain.status == 0 && plain.errors.isEmpty, "\(plain.errors)")
    #expect(
      try await tool.run("info", "@out/pages-0001-0004.pdf", "--json").json()["encrypted"] as? Bool == false)
  }

  @Test func encryptionThatIsLostIsTold() async throws {
    let tool = try Workbench()
    try await makeEncrypted(tool, "copy")
    for line in [
      "merge @in.pdf @secret.pdf --password u", "insert @in.pdf --from @secret.pdf --from-password u --at 1",
      "overlay @in.pdf --from @secret.pdf --from-password u",
    ] {
      let result = await tool.run(line.split(separator: " ").map(String.init) + ["-o", "@out.pdf"])
      #expect(result.status == 0 && result.errors.contains("this file is not encrypted"), "\(result.errors)")
    }
    let streamed = await tool.run("merge", "@in.pdf", "@secret.pdf", "--password", "u", "-o", "-")
    #expect(
      streamed.errors.contains("this file is not encrypted") && streamed.data.starts(with: Data("%PDF".utf8)))
  }
}
