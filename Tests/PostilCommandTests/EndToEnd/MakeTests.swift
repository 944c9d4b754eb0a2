import Foundation
import Postil
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct MakeTests {
  private static let text = """
    ---
    title: A report
    author: Ann
    language: en-GB
    ---
    # Heading

    Text and ![a square](a.png).

    ## Deeper
    """

  private func bench() throws -> Workbench {
    let tool = try Workbench()
    try tool.write(Self.text, to: "in.md")
    _ = try tool.folder.file("a.png", SampleImage.png(width: 2, height: 2) { _, _ in [9, 9, 9, 255] })
    return tool
  }

  private func open(_ tool: Workbench) throws -> PDFDocument { try PDFDocument(data: tool.data("out.pdf")) }

  @Test func aTextBecomesADocument() async throws {
    let tool = try bench()
    try tool.write("x,y", to: "data.csv")
    try tool.write(
      #"{"style": {"size": 12}, "page": {"size": "A5", "margins": 40}}"#, to: "style.json")
    let result = await tool.run(
      "make", "@in.md", "--contents", "--numbers", "--pdfa", "--pdfua", "--style", "@style.json", "--attach",
      "@data.csv", "-o", "@out.pdf", "--json")
    #expect(result.status == 0, "\(result.errors)")
    let json = try result.json()
    #expect(json["pages"] as? Int == 2)
    #expect(try json["fileSize"] as? Int == tool.data("out.pdf").count)
    let document = try open(tool)
    #expect(document.information.title == "A report" && document.information.author == "Ann")
    #expect(try document.outline.items.map(\.label) == ["Heading"])
    #expect(try document.attachments.map(\.name) == ["data.csv"])
    #expect(try document.page(at: 0).width == PageSize.a5.width)
    #expect(try Tool.qpdfCheck(URL(fileURLWithPath: tool.path("out.pdf"))).status == 0)
  }

  @Test func fontsAreFoundFromTheStylesFolderOn() async throws {
    let tool = try bench()
    let found = try Tool.run("fc-match", ["-f", "%{file}", "DejaVu Sans Mono"])
    let folder = tool.folder.url.appending(path: "looks")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(contentsOf: URL(fileURLWithPath: found.output)).write(to: folder.appending(path: "House.ttf"))
    let style = #"{"style": {"family": "House", "fonts": [{"family": "House", "file": "House.ttf"}]}}"#
    try Data(style.utf8).write(to: folder.appending(path: "style.json"))
    let result = await tool.run("make", "@in.md", "--style", "@looks/style.json", "-o", "@out.pdf")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try open(tool).fontsAndWait().contains { $0.baseName == "DejaVuSansMono" })
    try FileManager.default.removeItem(at: folder.appending(path: "House.ttf"))
    let lost = await tool.run("make", "@in.md", "--style", "@looks/style.json", "-o", "@lost.pdf")
    #expect(lost.status == 1 && lost.errors.contains("House.ttf"), "\(lost.errors)")
    #expect(!tool.exists("lost.pdf"))
  }

  @Test func optionsComeBeforeTheText() async throws {
    let tool = try bench()
    #expect(await tool.run("make", "@in.md", "--title", "Other", "-o", "@out.pdf").status == 0)
    #expect(try open(tool).information.title == "Other")
    let input = "# From a pipe"
    #expect(await tool.run("make", "-", "-o", "@out.pdf", input: input).status == 0)
    #expect(try open(tool).information.title == "From a pipe")
    let piped = await tool.run("make", "-", "-o", "-", input: input)
    #expect(try PDFDocument(data: piped.data).pageCount == 1)
    #expect(piped.errors.contains("1 page"))
  }

  @Test func picturesAreInTheFolderThatIsNamed() async throws {
    let tool = try bench()
    let folder = tool.folder.url.appending(path: "texts")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(Self.text.utf8).write(to: folder.appending(path: "in.md"))
    let without = await tool.run("make", "@texts/in.md", "-o", "@out.pdf")
    #expect(without.status == 1 && without.errors.contains("in.md:8: "), "\(without.errors)")
    #expect(
      await tool.run(["make", "@texts/in.md", "--images", tool.folder.url.path, "-o", "@out.pdf"]).status == 0
    )
  }

  @Test func whatIsWrongIsSaid() async throws {
    let tool = try bench()
    try tool.write("### Deep", to: "deep.md")
    try tool.write(#"{"style": {"body": {"sise": 1}}}"#, to: "style.json")
    try tool.write(#"{"looks": {}}"#, to: "looks.json")
    for (arguments, reason) in [
      (["@deep.md", "--pdfua", "--title", "x", "--language", "en"], "deep.md:1: "),
      (["@deep.md", "--pdfua"], "asks for a title"), (["@none.md"], "no such file"),
      (["@in.md", "--style", "@style.json"], "style.body.sise"),
      (["@in.md", "--style", "@looks.json"], "no key 'looks'"), (["@a.png"], "UTF-8"),
    ] {
      let result = await tool.run(["make"] + arguments + ["-o", "@out.pdf"])
      #expect(result.status == 1 && result.errors.contains(reason), "\(arguments): \(result.errors)")
      #expect(!tool.exists("out.pdf"))
    }
  }
}
