import Foundation

/// A document told by the lines of text on its pages. Any character may stand in them: the font says by its
/// `/ToUnicode` what its codes mean. In `.helvetica` glyphs look as they should, but it knows ASCII only; in
/// `.made` each character is a black box, 0.6 of the size wide and 0.7 high, on the baseline.
///
/// ```swift
/// var document = TextDocument([[.init(72, 700, "hyphen-"), .init(72, 684, "ated")]])
/// document.pages[0].rotation = 90
/// ```
package struct TextDocument {
  package enum Font: String, Sendable { case helvetica = "H", made = "M" }

  package struct Line: Sendable {
    package var x: Double
    package var y: Double
    package var text: String
    package var size: Double

    /// Makes a line whose baseline begins at `x`, `y`.
    package init(_ x: Double, _ y: Double, _ text: String, size: Double = 12) {
      (self.x, self.y, self.text, self.size) = (x, y, text, size)
    }
  }

  package struct Page {
    package var lines: [Line]
    package var font = Font.made
    package var mediaBox: [Double] = [0, 0, 612, 792]
    package var cropBox: [Double]?
    package var rotation = 0
    /// Further entries of the page.
    package var entries = ""
  }

  package var pages: [Page]

  package init(_ pages: [[Line]]) { self.pages = pages.map { Page(lines: $0) } }

  package var data: Data {
    var builder = PDFBuilder()
    let catalog = builder.reserve()
    let tree = builder.reserve()
    let helvetica = builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
    let made = addFont(&builder)
    let kids = pages.map { page in
      let content = builder.addStream(content(of: page))
      let crop = page.cropBox.map { "/CropBox \(Self.list($0))" } ?? ""
      return builder.add(
        "<</Type/Page/Parent \(tree) 0 R/MediaBox \(Self.list(page.mediaBox))\(crop)/Rotate \(page.rotation)"
          + "/Resources<</Font<</H \(helvetica) 0 R/M \(made) 0 R>>>>/Contents \(content) 0 R\(page.entries)>>"
      )
    }
    let references = kids.map { "\($0) 0 R" }.joined(separator: " ")
    builder.add("<</Type/Pages/Kids[\(references)]/Count \(kids.count)>>", as: tree)
    builder.add("<</Type/Catalog/Pages \(tree) 0 R>>", as: catalog)
    return builder.data()
  }

  /// The characters of the made font: their codes begin at 33, the space has its own.
  private var letters: [Unicode.Scalar] {
    Set(pages.flatMap { $0.lines.flatMap { Array($0.text.unicodeScalars) } }).subtracting([" "]).sorted()
  }

  private func content(of page: Page) -> String {
    let letters = letters
    return page.lines.map { line in
      let codes = line.text.unicodeScalars.map { scalar in
        page.font == .helvetica ? Int(scalar.value) : letters.firstIndex(of: scalar).map { $0 + 33 } ?? 32
      }
      let digits = codes.map { Self.hexadecimal($0, 2) }.joined()
      return "BT /\(page.font.rawValue) \(line.size) Tf \(line.x) \(line.y) Td <\(digits)> Tj ET"
    }.joined(separator: "\n")
  }

  private func addFont(_ builder: inout PDFBuilder) -> Int {
    let codes = letters.indices.map { $0 + 33 }
    let box = builder.addStream("600 0 0 0 600 700 d1 0 0 600 700 re f")
    let blank = builder.addStream("600 0 0 0 0 0 d1")
    let rows = zip(letters, codes).map { letter, code in
      let units = String(letter).utf16.map { Self.hexadecimal(Int($0), 4) }.joined()
      return "1 beginbfchar <\(Self.hexadecimal(code, 2))> <\(units)> endbfchar\n"
    }
    let map = builder.addStream(
      "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def\n"
        + "1 begincodespacerange <00> <FF> endcodespacerange\n"
        + "1 beginbfchar <20> <0020> endbfchar\n\(rows.joined())endcmap end end")
    let names = ([32] + codes).map { "/c\($0)" }.joined()
    let glyphs = (["/c32 \(blank) 0 R"] + codes.map { "/c\($0) \(box) 0 R" }).joined()
    let widths = Array(repeating: "600", count: codes.count + 1).joined(separator: " ")
    return builder.add(
      "<</Type/Font/Subtype/Type3/FontBBox[0 -200 600 900]/FontMatrix[0.001 0 0 0.001 0 0]/Resources<<>>"
        + "/CharProcs<<\(glyphs)>>/Encoding<</Type/Encoding/Differences[32\(names)]>>/FirstChar 32"
        + "/LastChar \(32 + codes.count)/Widths[\(widths)]/ToUnicode \(map) 0 R>>")
  }

  private static func list(_ numbers: [Double]) -> String {
    "[" + numbers.map { "\($0)" }.joined(separator: " ") + "]"
  }

  private static func hexadecimal(_ value: Int, _ width: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }
}
