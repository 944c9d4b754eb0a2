import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilGraphics

@Suite struct FontFilesTests {
  @Test func familiesOfFilesHaveNamesOfTheirOwn() {
    let names = FontNames(["House", "DejaVu Sans"])
    #expect(names.resolved("house , Noto Sans,DejaVu Sans") == "file House,Noto Sans,file DejaVu Sans")
    #expect(names.resolved("Other") == "Other")
    #expect(FontNames().resolved("House , Other") == "House , Other")
  }

  @Test func copiesGoWithTheirFonts() throws {
    let found = try Tool.run("fc-match", ["-f", "%{file}", "DejaVu Sans Mono"])
    let data = try Data(contentsOf: URL(fileURLWithPath: found.output))
    var files: FontFiles? = try FontFiles([FontFiles.Source(family: "House", data: data, face: 0)])
    let folder = try #require(files?.folder)
    #expect(FileManager.default.fileExists(atPath: folder.path))
    let text = Appearance.Text("words", font: TextFont("House"))
    let family = try FontFiles.$current.withValue(files) { try text.measured().family }
    #expect(family.hasPrefix("file House"))
    files = nil
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    #expect(try text.measured().family != family)
  }

  @Test func whatIsNoFontIsNamed() {
    let source = FontFiles.Source(family: "House", data: Data("no font".utf8), face: 0)
    #expect(throws: FontFiles.Unreadable.self) { try FontFiles([source]) }
  }
}
