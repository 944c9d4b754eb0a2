import Foundation

/// A document of many pages of text, each with a figure: made of nothing, a kilobyte a page.
package struct LongDocument {
  /// How many pages it has.
  package var pageCount: Int
  /// A page, from 1, that a link on the first one leads to; `nil` for no link.
  package var linkedPage: Int?
  /// Whether the link leads there by a name.
  package var linksByName = false
  /// How many chapters its outline has: each with a section that begins in the middle of the chapter's second page and has a name.
  /// All but the first are closed. None for no outline.
  package var chapterCount = 0

  /// Where the link is on the first page: left, bottom, right and top.
  package static let link = (left: 60, bottom: 300, right: 200, top: 340)

  /// Makes the description of a document.
  package init(
    pageCount: Int = 1000, linkedPage: Int? = nil, linksByName: Bool = false, chapterCount: Int = 0
  ) {
    (self.pageCount, self.linkedPage) = (pageCount, linkedPage)
    (self.linksByName, self.chapterCount) = (linksByName, chapterCount)
  }

  /// A word that is on few pages.
  package static let rareWord = "heliotrope"
  /// The pages that it is on, from 1.
  package static let rarePages = [7, 500, 900]

  /// The size of a page, in points: every tenth is wide.
  package static func size(ofPage number: Int) -> (width: Int, height: Int) {
    number.isMultiple(of: 10) ? (842, 595) : (595, 842)
  }

  /// The page, from 1, that a chapter begins on.
  package func page(ofChapter number: Int) -> Int { (number - 1) * pageCount / max(chapterCount, 1) + 1 }

  /// The file.
  package var data: Data {
    let kids = (1...pageCount).map { "\(2 * $0 + 2) 0 R" }.joined(separator: " ")
    var objects = [
      "<</Type/Catalog/Pages 2 0 R\(outlineEntries)>>", "<</Type/Pages/Count \(pageCount)/Kids[\(kids)]>>",
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ]
    for number in 1...pageCount {
      let (width, height) = Self.size(ofPage: number)
      objects.append(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(width) \(height)]/Resources<</Font<</F 3 0 R>>>>"
          + "\(number == 1 ? annotations : "")/Contents \(2 * number + 3) 0 R>>")
      let content = Self.content(ofPage: number, height: height)
      objects.append("<</Length \(content.utf8.count)>>\nstream\n\(content)\nendstream")
    }
    return Self.file(of: objects + outline)
  }

  /// The number of the first object behind the pages: the root of the outline.
  private var outlineNumber: Int { 2 * pageCount + 4 }

  private var outlineEntries: String {
    var names = (0..<chapterCount).map { chapter in
      "(sec.\(chapter + 1))[\(2 * page(ofChapter: chapter + 1) + 4) 0 R/XYZ 0 421 null]"
    }
    if let linkedPage { names.append("(target)<</D[\(2 * linkedPage + 2) 0 R/Fit]>>") }
    return "/Names<</Dests<</Names[\(names.joined())]>>>>"
      + (chapterCount > 0 ? "/Outlines \(outlineNumber) 0 R" : "")
  }

  private var outline: [String] {
    guard chapterCount > 0 else { return [] }
    let first = outlineNumber + 1
    let last = first + 2 * (chapterCount - 1)
    var objects = ["<</Type/Outlines/First \(first) 0 R/Last \(last) 0 R/Count \(chapterCount + 1)>>"]
    for chapter in 1...chapterCount {
      let number = first + 2 * (chapter - 1)
      let neighbours =
        (chapter > 1 ? "/Prev \(number - 2) 0 R" : "")
        + (chapter < chapterCount ? "/Next \(number + 2) 0 R" : "")
      objects.append(
        "<</Title(Chapter \(chapter))/Parent \(outlineNumber) 0 R\(neighbours)"
          + "/First \(number + 1) 0 R/Last \(number + 1) 0 R/Count \(chapter == 1 ? 1 : -1)"
          + "/Dest[\(2 * page(ofChapter: chapter) + 2) 0 R/Fit]>>")
      objects.append(
        "<</Title(Section \(chapter).1)/Parent \(number) 0 R/A<</S/GoTo/D(sec.\(chapter))>>>>")
    }
    return objects
  }

  private var annotations: String {
    guard let linkedPage else { return "" }
    let place = Self.link
    return
      "/Annots[<</Type/Annot/Subtype/Link/Rect[\(place.left) \(place.bottom) \(place.right) \(place.top)]"
      + "/Border[0 0 0]/Dest\(linksByName ? "(target)" : "[\(2 * linkedPage + 2) 0 R/Fit]")>>]"
  }

  /// A file of objects, which are numbered from 1, the catalog first.
  static func file(of objects: [String]) -> Data {
    var data = Data("%PDF-1.7\n".utf8)
    var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f\r\n"
    for (index, object) in objects.enumerated() {
      let offset = String(data.count)
      table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n\r\n"
      data += Data("\(index + 1) 0 obj\n\(object)\nendobj\n".utf8)
    }
    let end = "trailer\n<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(data.count)\n%%EOF\n"
    return data + Data((table + end).utf8)
  }

  // MARK: - What is on a page

  private static let words = [
    "margin", "pencil", "copper", "harbour", "winter", "engine", "letter", "garden", "signal", "bridge",
    "paper",
    "window", "timber", "valley", "reader", "circle", "lantern", "meadow", "printer", "corner",
  ]

  private static func content(ofPage number: Int, height: Int) -> String {
    var lines = (0..<10).map { line in
      (0..<9).map { words[(number * 7 + line * 5 + $0 * (line + 3)) % words.count] }.joined(separator: " ")
    }
    if rarePages.contains(number) { lines[4] = "A \(rareWord) grows here." }
    let text = lines.map { "(\($0)) '" }.joined(separator: "\n")
    return """
      BT /F 24 Tf 18 TL 60 \(height - 80) Td (Page \(number)) Tj /F 11 Tf () '
      \(text) ET
      \(figure(ofPage: number))
      """
  }

  /// Columns, and a wheel beside them.
  private static func figure(ofPage number: Int) -> String {
    let columns = (0..<8).map { column in
      "0.\(column + 1) 0.6 0.8 rg \(60 + column * 24) 60 18 \(20 + (number * 13 + column * 29) % 90) re f"
    }
    let spokes = (0..<12).map { spoke in
      let angle = (Double(spoke) + Double(number) / 10) * .pi / 6
      return "370 115 m \(Int(370 + 55 * cos(angle))) \(Int(115 + 55 * sin(angle))) l S"
    }
    return (columns + spokes).joined(separator: "\n")
  }
}
