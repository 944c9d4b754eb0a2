import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

/// `postil outline`, `metadata`, `labels`, `attachments`, `attach` without a page, and `detach`.
@Suite struct PartsTests {
  @Test func theOutlineIsShownAndSet() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    #expect(await tool.run("outline", "@in.pdf").output == "There is no outline.\n")
    try tool.write(
      #"[{"label": "One", "to": {"page": 1}, "children": [{"label": "In it", "to": {"page": 3, "fit": "contentWidth"}}]}]"#,
      to: "a.json")
    let set = await tool.run("outline", "@in.pdf", "--set", "@a.json", "-o", "@out.pdf", "--json")
    #expect(set.status == 0, "\(set.errors)")
    #expect(try set.json()["items"] as? Int == 2)
    let shown = await tool.run("outline", "@out.pdf")
    #expect(shown.output == "Item     Page  Leads to\nOne         1\n  In it     3\n")
    // What --json prints can be set again, and changes nothing.
    try tool.write(await tool.run("outline", "@out.pdf", "--json").output, to: "b.json")
    let again = await tool.run("outline", "@out.pdf", "--set", "@b.json", "--in-place")
    #expect(
      again.status == 0 && again.output.contains("nothing was changed"), "\(again.output)\(again.errors)")
    let cleared = await tool.run(["outline", "@out.pdf", "--set", "-", "--in-place"], input: Data("[]".utf8))
    #expect(cleared.status == 0, "\(cleared.errors)")
    #expect(await tool.run("outline", "@out.pdf").output == "There is no outline.\n")
  }

  @Test func aDocumentWithoutOutlineDoesNotOpenWithIt() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    try tool.write(#"[{"label": "One", "to": {"page": 1}}]"#, to: "a.json")
    #expect(await tool.run("outline", "@in.pdf", "--set", "@a.json", "-o", "@out.pdf").status == 0)
    let mode = await tool.run("metadata", "@out.pdf", "--set", "pageMode=UseOutlines", "--in-place")
    #expect(mode.status == 0, "\(mode.errors)")
    try tool.write("[]", to: "b.json")
    #expect(await tool.run("outline", "@out.pdf", "--set", "@b.json", "--in-place").status == 0)
    #expect(try await tool.run("metadata", "@out.pdf", "--json").json()["pageMode"] is NSNull)
  }

  @Test(arguments: [
    ("[", "line 1"), (#"[{"label": "a", "to": {"page": 9}}]"#, "page 9"), (#"[{"lable": "a"}]"#, "lable"),
    (#"[{"label": "a", "foreign": "Launch"}]"#, "Launch"), (#"{"outline": 5}"#, "outline"),
  ])
  func outlinesThatCannotBeAreErrors(text: String, word: String) async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    try tool.write(text, to: "a.json")
    let result = await tool.run("outline", "@in.pdf", "--set", "@a.json", "-o", "@out.pdf")
    #expect(result.status == 1 && result.errors.contains(word), "\(result.errors)")
    #expect(!tool.exists("out.pdf"))
  }

  @Test func metadataIsShownAndSet() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    #expect(await tool.run("metadata", "@in.pdf").output == "There is no metadata.\n")
    let set = await tool.run(
      "metadata", "@in.pdf", "--set", "title=A = B", "--set", "created=2026-05-04T12:30:00Z", "--set",
      "language=en-GB",
      "--set", "pageMode=UseOutlines", "--set", "Department=Sales", "-o", "@out.pdf")
    #expect(set.status == 0, "\(set.errors)")
    let values = try await tool.run("metadata", "@out.pdf", "--json").json()
    #expect(values["title"] as? String == "A = B" && values["created"] as? String == "2026-05-04T12:30:00Z")
    #expect(values["language"] as? String == "en-GB" && values["Department"] as? String == "Sales")
    #expect(await tool.run("metadata", "@out.pdf", "--set", "title=", "--in-place").status == 0)
    #expect(try await tool.run("metadata", "@out.pdf", "--json").json()["title"] is NSNull)
    for wrong in ["tilte=x", "title", "=x", "created=yesterday"] {
      #expect(await tool.run("metadata", "@in.pdf", "--set", wrong, "-o", "@b.pdf").status == 2)
    }
    #expect(await tool.run("metadata", "@in.pdf", "-o", "@b.pdf").status == 2)
    #expect(!tool.exists("b.pdf"))
  }

  @Test func labelsAreShownAndSet() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    #expect(await tool.run("labels", "@in.pdf").output == "Pages are called by their numbers.\n")
    let set = await tool.run("labels", "@in.pdf", "--set", "1:-:Cover,2:r,3:D:A-:7", "-o", "@out.pdf")
    #expect(set.status == 0, "\(set.errors)")
    #expect(
      await tool.run("labels", "@out.pdf").output
        == "From page  First label  Style\n        1  Cover        -\n        2  i            r\n        3  A-7          D\n"
    )
    #expect(await tool.run("labels", "@out.pdf", "--set", "none", "--in-place").status == 0)
    #expect(try await tool.run("labels", "@out.pdf", "--json").json()["labels"] as? [Int] == [])
    for wrong in ["1:X", "0:D", "1", "a:D", "1:D:p:0", "1:D:p:1:1", ""] {
      #expect(await tool.run("labels", "@in.pdf", "--set", wrong, "-o", "@b.pdf").status == 2, "\(wrong)")
    }
    for wrong in ["4:D", "1:D,1:r"] {
      #expect(await tool.run("labels", "@in.pdf", "--set", wrong, "-o", "@b.pdf").status == 1, "\(wrong)")
    }
    #expect(!tool.exists("b.pdf"))
  }

  @Test func filesAreAttachedListedWrittenAndDetached() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    #expect(await tool.run("attachments", "@in.pdf").output == "There are no attachments.\n")
    try tool.write("a,b", to: "costs.csv")
    let attached = await tool.run(
      "attach", "@in.pdf", "--file", "@costs.csv", "--type", "text/csv", "--description", "What it costs",
      "--relationship",
      "Data", "-o", "@out.pdf")
    #expect(attached.status == 0, "\(attached.errors)")
    let twice = await tool.run("attach", "@out.pdf", "--file", "@costs.csv", "--in-place")
    #expect(twice.status == 1 && twice.errors.contains("costs.csv"))
    #expect(
      await tool.run("attach", "@out.pdf", "--file", "@costs.csv", "--name", "Costs.csv", "--in-place").status
        == 0)
    let list =
      try await tool.run("attachments", "@out.pdf", "--json").json()["attachments"] as? [[String: Any]]
    #expect(list?.compactMap { $0["name"] as? String } == ["Costs.csv", "costs.csv"])
    #expect(list?[1]["relationship"] as? String == "Data" && list?[1]["size"] as? Int == 3)
    let written = await tool.run("attachments", "@out.pdf", "-o", "@files/")
    #expect(written.status == 0, "\(written.errors)")
    #expect(
      try tool.data("files/Costs.csv") == Data("a,b".utf8)
        && tool.data("files/costs_2.csv") == Data("a,b".utf8))
    #expect(await tool.run("attachments", "@out.pdf", "-o", "@files/").status == 1)
    #expect(await tool.run("attachments", "@out.pdf", "--name", "no").status == 1)
    #expect(await tool.run("detach", "@out.pdf", "--name", "no", "--in-place").status == 1)
    #expect(await tool.run("detach", "@out.pdf", "--name", "costs.csv", "--in-place").status == 0)
    #expect(await tool.run("attachments", "@out.pdf").output.contains("Costs.csv"))
    #expect(
      await tool.run("attach", "@in.pdf", "--file", "@costs.csv", "--at", "1,1", "-o", "@b.pdf").status == 2)
    #expect(
      await tool.run("attach", "@in.pdf", "--file", "@costs.csv", "--page", "1", "-o", "@b.pdf").status == 2)
    #expect(!tool.exists("b.pdf"))
  }

  @Test func aNameWithFoldersStaysInTheFolder() async throws {
    let tool = try Workbench()
    var builder = PDFBuilder(annotations: [])
    builder.add("<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(a)10 0 R(b)11 0 R]>>>>>>", as: 1)
    builder.add("<</Type/Filespec/F(../../evil.sh)/EF<</F 12 0 R>>>>", as: 10)
    builder.add("<</Type/Filespec/F(..)/EF<</F 12 0 R>>>>", as: 11)
    builder.addStream("x", dictionary: "/Type/EmbeddedFile", as: 12)
    _ = try tool.folder.file("in.pdf", builder.data())
    let written = await tool.run("attachments", "@in.pdf", "-o", "@one/two/")
    #expect(written.status == 0, "\(written.errors)")
    #expect(tool.exists("one/two/evil.sh") && tool.exists("one/two/attachment") && !tool.exists("evil.sh"))
  }

  @Test func aMergeKeepsLabelsOrNumbersAnew() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    #expect(await tool.run("labels", "@in.pdf", "--set", "1:r", "-o", "@a.pdf").status == 0)
    try tool.write(#"[{"label": "One", "to": {"page": 2}}]"#, to: "a.json")
    #expect(await tool.run("outline", "@a.pdf", "--set", "@a.json", "--in-place").status == 0)
    #expect(await tool.run("merge", "@a.pdf", "@a.pdf", "-o", "@kept.pdf").status == 0)
    #expect(await tool.run("merge", "@a.pdf", "@a.pdf", "--renumber", "-o", "@anew.pdf").status == 0)
    let kept = try await tool.run("labels", "@kept.pdf", "--json").json()["labels"] as? [[String: Any]]
    #expect(kept?.compactMap { $0["page"] as? Int } == [1, 4])
    #expect(await tool.run("labels", "@anew.pdf").output == "Pages are called by their numbers.\n")
    let outline = try await tool.run("outline", "@kept.pdf", "--json").json()["outline"] as? [[String: Any]]
    #expect(outline?.compactMap { ($0["to"] as? [String: Any])?["page"] as? Int } == [2, 5])
  }
}
