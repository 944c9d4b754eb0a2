import Foundation
import Postil
import PostilLayout
import PostilTestSupport
import Testing

@Suite struct FontFileTests {
  private func document(_ fonts: [FontFile], family: String = "House") -> LayoutDocument {
    var style = LayoutStyle(family: "\(family), DejaVu Sans")
    style.fonts = fonts
    return LayoutDocument(title: "a", language: "en", style: style) {
      Paragraph("words")
      Paragraph("\(Inline("bold").bold())")
      Field.text("name", label: "Name").value("value")
      Barcode("text", .code128)
    }
  }

  private func fonts(_ document: LayoutDocument) throws -> Set<String> {
    let data = try document.dataAndWait(conformingTo: [.pdfA3b, .pdfUA1])
    return Set(try PDFDocument(data: data).fontsAndWait().compactMap(\.baseName))
  }

  @Test func fontsOfFilesGoBeforeThoseOfTheSystem() throws {
    let mono = try SystemFontFile.url("DejaVu Sans Mono")
    // A name that the system has too.
    for family in ["House", "DejaVu Sans", "house"] {
      let named = document(
        [FontFile(family: family.capitalized == family ? family : "House", contentsOf: mono)], family: family)
      #expect(try fonts(named).contains { $0.contains("DejaVuSansMono") }, "\(family)")
    }
    let data = FontFile(family: "House", data: try Data(contentsOf: mono))
    #expect(try fonts(document([data])).contains { $0.contains("DejaVuSansMono") })
  }

  @Test func documentsDoNotFindTheFontsOfOthers() async throws {
    let mono = try SystemFontFile.url("DejaVu Sans Mono")
    let plain = LayoutDocument(style: LayoutStyle(family: "House, DejaVu Sans")) { Paragraph("words") }
    try await withThrowingTaskGroup { group in
      for index in 0..<12 {
        let own = document([FontFile(family: "House", contentsOf: mono)])
        group.addTask {
          let data = try await (index % 2 == 0 ? plain : own).data()
          let names = try PDFDocument(data: data).fontsAndWait().compactMap(\.baseName)
          #expect(names.contains { $0 == "DejaVuSansMono" } == (index % 2 == 1), "\(names)")
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func whatIsWrongIsSaidWithItsPlace() throws {
    let folder = try TemporaryFolder()
    func message(_ font: FontFile) throws -> String {
      #expect(throws: PDFError.self) { try document([font]).dataAndWait() }?.message ?? ""
    }
    let line = #line + 1
    let lost = FontFile(family: "House", contentsOf: folder.url.appending(path: "none.ttf"))
    #expect(try message(lost).contains("FontFileTests.swift:\(line)"))
    #expect(try message(lost).contains("There is no such file"))
    #expect(
      try message(FontFile(family: "House", data: Data("no font".utf8))).contains(
        "no font 0 that can be read"))
    #expect(try message(FontFile(family: "House", data: Data())).contains("no font 0"))
    let mono = try SystemFontFile.url("DejaVu Sans Mono")
    #expect(try message(FontFile(family: "House", contentsOf: mono, face: 7)).contains("no font 7"))
    #expect(try message(FontFile(family: "House", contentsOf: mono, face: -1)).contains("faces count from 0"))
    #expect(try message(FontFile(family: "A, B", contentsOf: mono)).contains("no commas"))
    #expect(throws: PDFError.self) { try document([FontFile(family: "", contentsOf: mono)]).dataAndWait() }
  }

  @Test func whatMayNotBeEmbeddedIsRefusedWhereItIsUsed() throws {
    var style = LayoutStyle(family: "House")
    style.fonts = [FontFile(family: "House", data: try SystemFontFile.restricted("DejaVu Sans Mono"))]
    let line = #line + 1
    let document = LayoutDocument(style: style) { Paragraph("words") }
    let error = #expect(throws: PDFError.self) { try document.dataAndWait() }
    #expect(error?.message.contains("FontFileTests.swift:\(line)") == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("forbids to embed") == true)
  }

  @Test func stylesInJSONNameFonts() throws {
    let mono = try SystemFontFile.url("DejaVu Sans Mono")
    let decoder = JSONDecoder()
    decoder.userInfo[try #require(FontFile.folder)] = mono.deletingLastPathComponent()
    func style(_ font: String) throws -> LayoutStyle {
      try decoder.decode(LayoutStyle.self, from: Data(#"{"family": "House", "fonts": [\#(font)]}"#.utf8))
    }
    let found = try style(#"{"family": "House", "file": "\#(mono.lastPathComponent)"}"#)
    #expect(found.fonts == [FontFile(family: "House", contentsOf: mono)])
    let again = try JSONDecoder().decode(LayoutStyle.self, from: JSONEncoder().encode(found))
    #expect(again == found)
    #expect(
      try style(#"{"family": "House", "data": "AAEC", "face": 2}"#).fonts
        == [FontFile(family: "House", data: Data([0, 1, 2]), face: 2)])
    for wrong in [
      #"{"family": "House"}"#, #"{"family": "House", "file": "a", "data": "AAEC"}"#, #"{"file": 1}"#,
      #"{"size": 1}"#,
    ] {
      #expect(throws: DecodingError.self) { try style(wrong) }
    }
  }
}
