import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct WriteTests {
  @Test func aTextIsWrittenAndFoundAgain() async throws {
    let tool = try Workbench()
    try tool.makeDocument(PageDocument(pageCount: 2))
    let result = await tool.run(
      "write", "@in.pdf", "--page", "2", "--rect", "72,600,80,20", "--text", "Проверено: all of it is right",
      "--font",
      "DejaVu Serif", "--size", "11", "--bold", "--color", "0000FF", "--background", "FFFF00", "--border",
      "1",
      "--align", "center", "--author", "Ada", "-o", "@out.pdf", "--json")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let list = try await tool.annotations("out.pdf")
    #expect(list.map { $0["subtype"] as? String } == ["FreeText"] && list.first?["page"] as? Int == 2)
    #expect(list.first?["author"] as? String == "Ada")
    let annotation = list.first?["annotation"] as? [String: Any]
    #expect(annotation?["text"] as? String == "Проверено: all of it is right")
    #expect(annotation?["alignment"] as? String == "center")
    // It grew downwards.
    let rect = annotation?["rect"] as? [Double] ?? []
    #expect(rect.count == 4 && rect[0] == 72 && rect[2] == 80 && rect[3] > 40)
    #expect(rect.count == 4 && abs(rect[1] + rect[3] - 620) < 0.01)
    let file = URL(fileURLWithPath: tool.path("out.pdf"))
    #expect(try Tool.qpdfCheck(file).status == 0)
    #expect(try Tool.run("pdftotext", [file.path, "-"]).output.contains("Проверено"))
  }

  @Test func itStandsUprightOnATurnedPage() async throws {
    let tool = try Workbench()
    var document = PageDocument()
    document.pages[0].rotation = 90
    try tool.makeDocument(document)
    let result = await tool.run(
      "write", "@in.pdf", "--page", "1", "--rect", "72,300,40,100", "--text", "Up", "-o", "@out.pdf")
    #expect(result.status == 0, "\(result.errors)")
    let list = try await tool.annotations("out.pdf")
    #expect((list.first?["annotation"] as? [String: Any])?["rotation"] as? Int == 90)
  }

  @Test func whatCannotBeWrittenIsAnError() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    let arguments = ["write", "@in.pdf", "--page", "1", "--rect", "72,600,80,20", "-o", "@out.pdf", "--text"]
    let missing = await tool.run(arguments + ["a\u{F1234}"])
    #expect(missing.status == 1 && missing.errors.contains("U+F1234"))
    let control = await tool.run(arguments + ["a\u{7}"])
    #expect(control.status == 1 && control.errors.contains("U+0007"))
    for bad in [["--size", "0"], ["--size", "nan"], ["--align", "middle"]] {
      #expect(await tool.run(arguments + ["a"] + bad).status == 2)
    }
    #expect(!tool.exists("out.pdf"))
  }

  @Test func itsFormerNameIsUnderstood() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    let result = await tool.run(
      "text", "@in.pdf", "--page", "1", "--rect", "72,600,80,20", "--text", "a", "-o", "@out.pdf")
    #expect(result.status == 0 && tool.exists("out.pdf"))
    #expect(result.errors == "postil: 'text' is called 'write' now.\n")
  }
}
