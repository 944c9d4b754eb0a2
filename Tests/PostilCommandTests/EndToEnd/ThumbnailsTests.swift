import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct ThumbnailsTests {
  private func document() throws -> Workbench {
    let tool = try Workbench()
    var builder = PageDocument(pageCount: 3)
    for index in builder.pages.indices { builder.pages[index].mediaBox = [0, 0, 200, 100] }
    try tool.makeDocument(builder)
    return tool
  }

  private func names(_ tool: Workbench, in folder: String) throws -> [String] {
    let path = tool.path(folder)
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  @Test func aPictureForEveryPage() async throws {
    let tool = try document()
    let result = await tool.run("thumbnails", "@in.pdf", "--width", "40", "-o", "@small/pictures")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.isEmpty && result.errors.isEmpty)
    #expect(try names(tool, in: "small/pictures") == ["page-0001.png", "page-0002.png", "page-0003.png"])
    let png = try tool.data("small/pictures/page-0002.png")
    #expect([16, 20].map { start in png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } } == [40, 20])
  }

  @Test func onlyThePagesAskedFor() async throws {
    let tool = try document()
    let result = await tool.run("thumbnails", "@in.pdf", "--pages", "last,2", "-o", "@out")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try names(tool, in: "out") == ["page-0002.png", "page-0003.png"])
  }

  @Test func aFolderThatCannotBeMadeIsAnError() async throws {
    let tool = try document()
    let result = await tool.run("thumbnails", "@in.pdf", "-o", "@in.pdf/out")
    #expect(result.status == 1)
    #expect(result.errors.contains("The folder cannot be made"))
  }
}
