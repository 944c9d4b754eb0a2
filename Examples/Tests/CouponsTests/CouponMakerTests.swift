import Foundation
import Postil
import PostilLayout
import Testing

@testable import Coupons

@Suite struct CouponMakerTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static let layout = """
    {"code": "{code}", "file": "{name}", "items": [
      {"text": "{name}", "rect": [10, 60, 90, 30], "font": {"family": "DejaVu Sans", "size": 20}},
      {"qr": "{code}", "rect": [110, 10, 80, 80]}]}
    """

  private func text(_ document: PDFDocument, _ index: Int) async throws -> String {
    try await document.text(of: document.pageIDs[index]).string
  }

  @Test(arguments: [1, 2, 500]) func oneDocumentHasASheetForEachRow(batch: Int) async throws {
    let table = "code,name\nA1,Ada\nA2,Ελένη\nA3,Анна\nA4,Bob\n"
    let summary = try folder.maker(table, Self.layout).makeDocument(at: folder.file("out.pdf"), batch: batch)
    let document = try PDFDocument.openAndWait(folder.file("out.pdf"))
    #expect(summary.sheets == 4 && summary.bytes == document.fileSize && document.pageCount == 4)
    for (index, name) in ["Ada", "Ελένη", "Анна", "Bob"].enumerated() {
      #expect(try await text(document, index).contains(name))
    }
    #expect(document.pages.flatMap(\.annotations) == [])
    #expect(try CouponFile(folder.file("out.pdf")).codes() == ["A1", "A2", "A3", "A4"])
    #expect(folder.names == ["out.pdf", "template.pdf"])
  }

  @Test func filesAreNamedByTheLayout() async throws {
    let maker = try folder.maker("code,name\nA1,Ada\nA2,../Bob\n", Self.layout)
    // A name that begins with a dot would lead out of the folder, or hide the file.
    #expect(
      message { _ = try maker.makeFiles(in: folder.file("out")) }.contains("Line 3: '../Bob' is no name"))
    let table = "code,name\nA1,Ada\nA2,a/b.pdf\n"
    let summary = try folder.maker(table, Self.layout).makeFiles(in: folder.file("out"))
    #expect(summary.sheets == 2)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("out").path).sorted()
    #expect(names == ["Ada.pdf", "a-b.pdf"])
    let document = try PDFDocument.openAndWait(folder.file("out/a-b.pdf"))
    #expect(try await text(document, 0).contains("a/b.pdf"))
    #expect(try CouponFile(folder.file("out/a-b.pdf")).codes() == ["A2"])
    // The template is the beginning of each.
    let template = try Data(contentsOf: folder.file("template.pdf"))
    #expect(try Data(contentsOf: folder.file("out/Ada.pdf")).starts(with: template))
    #expect(folder.names == ["out", "template.pdf"])
  }

  @Test func codesAreDrawnModuleByModule() async throws {
    let code = "https://coupons.example/0123456789"
    _ = try folder.maker("code,name\n\(code),Ada\n", Self.layout).makeDocument(at: folder.file("out.pdf"))
    let scale = 8.0
    let pixels = Pixels(try await CouponFile(folder.file("out.pdf")).picture(scale: scale))
    let symbol = try BarcodeSymbol(code, .qr, hasQuietZone: false)
    let side = Int(symbol.width)
    // Right of the text.
    let dark = pixels.places { Double($0) > 105 * scale && pixels.isDark($0, $1) }
    let left = try #require(dark.map(\.x).min())
    let right = try #require(dark.map(\.x).max())
    let top = try #require(dark.map(\.y).min())
    let bottom = try #require(dark.map(\.y).max())
    let module = Double(right - left + 1) / symbol.width
    #expect(abs((bottom - top) - (right - left)) <= 1 && module > 1.5 * scale)
    for row in 0..<side {
      for column in 0..<side {
        let x = left + Int((Double(column) + 0.5) * module)
        let y = top + Int((Double(row) + 0.5) * module)
        let middle = PagePoint(x: Double(column) + 0.5, y: Double(row) + 0.5)
        let isDark = symbol.bars.contains { $0.contains(middle) }
        #expect(pixels.isDark(x, y) == isDark, "\(column), \(row)")
      }
    }
  }

  /// Text is in the rectangle as the page is shown, whichever way the page is turned.
  @Test(arguments: [PageRotation.none, .clockwise90, .clockwise180, .clockwise270])
  func placesAreThoseOfThePageAsItIsShown(rotation: PageRotation) async throws {
    let layout = """
      {"code": "{code}", "items": [{"text": "{code}", "rect": [4, 60, 60, 20], "vertical": "middle"},
        {"qr": "{code}", "rect": [5, 5, 50, 50]}], "redeemed": {"rect": [10, 70, 70, 25]}}
      """
    let maker = try folder.maker("code\nABC\n", layout, rotation: rotation)
    _ = try maker.makeDocument(at: folder.file("out.pdf"))
    let file = CouponFile(folder.file("out.pdf"))
    let document = try PDFDocument.openAndWait(file.url)
    let page = document.pages[0]
    let found = try await document.text(of: page.id)
    let match = try #require(found.matches(of: "ABC").first)
    let shown = try page.transform().viewRect(#require(match.rects.first))
    #expect(shown.x >= 3 && shown.x < 20 && page.height - shown.y > 60 && page.height - shown.y < 81)
    let pixels = Pixels(try await file.picture(scale: 1))
    let dark = pixels.places(where: pixels.isDark).map { (x: $0.x, y: pixels.height - 1 - $0.y) }
    #expect(dark.allSatisfy { $0.x < 65 && $0.y < 82 })
    #expect(dark.contains { $0.x < 20 && $0.y < 20 })
    try file.redeem("ABC", by: "Till")
    let stamp = try #require(try PDFDocument.openAndWait(file.url).pages[0].annotations.first)
    let place = page.transform().viewRect(stamp.frame)
    #expect(
      abs(place.x - 10) < 0.01 && abs(page.height - place.y - 95) < 0.01 && abs(place.width - 70) < 0.01)
  }

  @Test func aSheetMayHaveSeveralPages() async throws {
    let layout = """
      {"code": "{code}", "items": [{"text": "front {code}", "rect": [10, 10, 150, 30]},
        {"text": "back {code}", "page": 2, "rect": [10, 10, 150, 30]}], "redeemed": {"page": 2, "rect": [10, 50, 100, 40]}}
      """
    _ = try folder.maker("code\nA1\nA2\nA3\n", layout, pages: 2).makeDocument(
      at: folder.file("out.pdf"), batch: 1)
    let document = try PDFDocument.openAndWait(folder.file("out.pdf"))
    #expect(document.pageCount == 6)
    for (index, text) in ["front A1", "back A1", "front A2", "back A2", "front A3", "back A3"].enumerated() {
      #expect(try await self.text(document, index).contains(text))
    }
    try CouponFile(folder.file("out.pdf")).redeem("A2", by: "Till")
    #expect(
      try PDFDocument.openAndWait(folder.file("out.pdf")).pages.map(\.annotations.count) == [
        0, 0, 0, 1, 0, 0,
      ])
    let other = try folder.maker("code\nA1\n", layout)
    #expect(message { _ = try other.makeDocument(at: folder.file("b.pdf")) }.contains("names page 2"))
  }

  @Test func whatSheetsShareIsInTheFileOnce() async throws {
    func bytes(_ rows: Int) async throws -> Int {
      let sample = try await Sample(in: folder.file("sample"), rows: rows)
      let maker = try CouponMaker(
        template: sample.template, table: Table(contentsOf: sample.table),
        layout: Layout(contentsOf: sample.layout), images: folder.file("sample"))
      return try maker.makeDocument(at: folder.file("\(rows).pdf")).bytes
    }
    let (few, many) = (try await bytes(12), try await bytes(60))
    // A sheet more costs its texts and its code: less than the template, a font or an image.
    #expect((many - few) / 48 < 8_000)
  }

  @Test func textIsMadeSmallerUntilItFits() async throws {
    let layout = """
      {"code": "{code}", "items": [{"text": "{code}", "rect": [10, 10, 60, 24], "leastSize": 6,
        "font": {"family": "DejaVu Sans", "size": 16}}]}
      """
    _ = try folder.maker("code\nshort\na much longer one\n", layout).makeDocument(at: folder.file("out.pdf"))
    let document = try PDFDocument.openAndWait(folder.file("out.pdf"))
    let heights = try await [("short", 0), ("longer", 1)].asyncMap { word, index in
      let text = try await document.text(of: document.pageIDs[index])
      return try #require(text.matches(of: word).first?.rects.first).height
    }
    #expect(heights[0] > heights[1] * 1.3)
    let long = try folder.maker("code\nx\n\(String(repeating: "word ", count: 19))\n", layout)
    let said = message { _ = try long.makeDocument(at: folder.file("b.pdf")) }
    #expect(said.contains("Line 3, column 'code'") && said.contains("does not fit"))
  }

  @Test func aBadRowIsNamedAndNothingIsLeftBehind() throws {
    let layout = """
      {"code": "{code}", "items": [{"image": "{picture}", "rect": [10, 10, 50, 50]},
        {"qr": "{code} {note}", "rect": [70, 10, 40, 40]}, {"text": "{note}", "rect": [10, 60, 190, 30]}]}
      """
    try Data("no image".utf8).write(to: folder.file("bad.png"))
    let long = String(repeating: "x", count: 4_000)
    for (row, expected) in [
      ("B,,missing.png", "Line 3, column 'picture': The image 'missing.png' cannot be read"),
      ("B,,bad.png", "Line 3, column 'picture'"), ("B,\(long),", "Line 3, columns 'code', 'note'"),
      ("B,\u{10FFFD},", "Line 3, column 'note'"), ("A,,", "Line 3 has the code 'A' of line 2"),
      (",,", "Line 3: the code of a coupon"), ("B", "Line 3 has 1 cells"),
    ] {
      let maker = try folder.maker("code,note,picture\nA,,\n\(row)\nC,,\n", layout)
      for make in [
        { try maker.makeDocument(at: folder.file("out.pdf"), batch: 1) },
        { try maker.makeFiles(in: folder.file("out")) },
      ] {
        let said = message { _ = try make() }
        #expect(said.contains(expected), "\(said)")
        #expect(folder.names == ["bad.png", "template.pdf"])
      }
    }
  }

  @Test func whatIsThereIsNotReplaced() throws {
    let maker = try folder.maker("code,name\nA1,Ada\n", Self.layout)
    for url in [folder.file("out.pdf"), folder.file("out")] {
      if url.pathExtension == "pdf" {
        _ = try maker.makeDocument(at: url)
      } else {
        _ = try maker.makeFiles(in: url)
      }
    }
    let before = try Data(contentsOf: folder.file("out.pdf"))
    #expect(message { _ = try maker.makeDocument(at: folder.file("out.pdf")) }.contains("is there already"))
    #expect(
      message { _ = try maker.makeFiles(in: folder.file("out")) }.contains("'Ada.pdf' is there already"))
    #expect(try Data(contentsOf: folder.file("out.pdf")) == before)
    // Others go into the same folder.
    _ = try folder.maker("code,name\nA2,Bob\n", Self.layout).makeFiles(in: folder.file("out"))
    #expect(folder.names == ["out", "out.pdf", "template.pdf"])
  }

  @Test func whatTheTableLacksIsSaidAtOnce() throws {
    #expect(message { _ = try folder.maker("code\nA1\n", Self.layout) }.contains("a column 'name'"))
    let empty = try folder.maker("code,name\n", Self.layout)
    #expect(message { _ = try empty.makeDocument(at: folder.file("out.pdf")) }.contains("no rows"))
    let twice = try folder.maker("code,name\nA,x\nB,x\n", Self.layout)
    #expect(
      message { _ = try twice.makeFiles(in: folder.file("out")) }.contains("the file 'x.pdf' of line 2"))
  }
}

extension Sequence {
  /// The results of an asynchronous call for each element, one after the other.
  func asyncMap<Result>(_ body: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await body(element)) }
    return results
  }
}
