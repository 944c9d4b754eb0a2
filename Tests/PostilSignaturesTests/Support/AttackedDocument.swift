import Foundation
import PostilTestSupport

@testable import PostilSignatures

/// A document with what pages are drawn with, to sign, and updates of it written by hand.
struct AttackedDocument {
  private(set) var data: Data
  /// The objects as they are now, in text.
  private var texts: [Int: String] = [:]
  private var size = 100

  static let evil = stream("1 1 0 rg 0 0 400 300 re f (Pay 9000) Tj")
  static let form = "/Type/XObject/Subtype/Form/BBox[0 0 400 300]"
  static let font =
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[48/nine/nine]>>>>"
  static let stamp = "<</Type/Annot/Subtype/Stamp/Rect[0 60 400 240]/F 4/P 3 0 R/AP<</N 82 0 R>>>>"

  static func stream(_ content: String, _ entries: String = "", length: String? = nil) -> String {
    "<<\(entries)/Length \(length ?? "\(content.utf8.count)")>>\nstream\n\(content)\nendstream"
  }

  /// The document, unsigned.
  ///
  /// - Parameter objects: Objects in place of its own, or more.
  init(_ objects: [Int: String] = [:], _ xref: PDFBuilder.Xref = .table) {
    var builder = PDFBuilder()
    let own: [Int: String] = [
      1: "<</Type/Catalog/Pages 2 0 R/AcroForm 10 0 R/StructTreeRoot 25 0 R>>",
      2: "<</Type/Pages/Kids[3 0 R 6 0 R]/Count 2/MediaBox[0 0 400 300]>>",
      3: "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources 9 0 R/Annots[11 0 R 12 0 R 13 0 R 14 0 R]>>",
      4: Self.stream("(Pay 100) Tj /Im Do"),
      5: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      6: "<</Type/Page/Parent 2 0 R/Contents 7 0 R/Resources 9 0 R>>", 7: Self.stream("(Pay 999) Tj"),
      8: "<</Title(Contract)>>", 9: "<</Font<</F1 5 0 R>>/XObject<</Im 15 0 R>>>>",
      10: "<</Fields[11 0 R 12 0 R 13 0 R]/DR<</Font<</Helv 5 0 R>>>>/DA(/Helv 12 Tf 0 g)>>",
      11: "<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig1)/Rect[300 10 390 40]/F 4/P 3 0 R/AP<</N 19 0 R>>>>",
      12:
        "<</Type/Annot/Subtype/Widget/FT/Tx/T(amount)/Rect[40 60 200 80]/F 4/P 3 0 R/V()/AP<</N 16 0 R>>>>",
      13: "<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig2)/Rect[200 10 290 40]/F 4/P 3 0 R>>",
      14: "<</Type/Annot/Subtype/Square/Rect[10 250 40 280]/F 4/P 3 0 R/AP<</N 17 0 R>>>>",
      15: Self.stream("(within 30 days) Tj", Self.form + "/Resources<</Font<</F1 5 0 R>>>>"),
      16: Self.stream("/Tx BMC EMC", Self.form), 17: Self.stream("1 1 28 28 re S", Self.form),
      19: Self.stream("(signed: Ada) Tj", Self.form),
      25: "<</Type/StructTreeRoot/K[26 0 R]/ParentTree 27 0 R/ParentTreeNextKey 1>>",
      26: "<</S/Document/P 25 0 R/K[]>>", 27: "<</Nums[]>>",
    ]
    let all = own.merging(objects) { $1 }
    for (number, text) in all { builder.add(text, as: number) }
    data = builder.data(xref, info: 8)
    texts = all
  }

  /// The same document after it was signed.
  func with(_ signed: Data) -> AttackedDocument {
    var copy = self
    copy.data = signed
    for number in texts.keys {
      guard let start = signed.range(of: Data("\n\(number) 0 obj\n".utf8), options: .backwards)?.upperBound,
        let end = signed.range(of: Data("\nendobj".utf8), in: start..<signed.endIndex)?.lowerBound
      else { continue }
      // As the texts here are written, without spaces that nothing needs.
      copy.texts[number] = String(decoding: signed[start..<end], as: UTF8.self)
      if copy.texts[number]?.contains("stream") == false {
        copy.texts[number]?.replace(#/\s+(?=[<\/\[(])/#, with: "")
      }
    }
    return copy
  }

  /// An object with a part of its text replaced, as it is now.
  func text(_ number: Int, _ old: String = "", _ new: String = "") -> String {
    let text = texts[number] ?? ""
    if old.isEmpty, new.isEmpty { return text }
    if old.isEmpty { return String(text.dropLast(2)) + new + ">>" }
    precondition(text.contains(old), "\(number): \(old) is not in \(text)")
    return text.replacingOccurrences(of: old, with: new)
  }

  /// The object that is the appearance of an annotation.
  func appearance(of number: Int) -> Int {
    (texts[number] ?? "").firstMatch(of: #/\/N (\d+) 0 R/#).flatMap { Int($0.1) } ?? 0
  }

  /// How an update is written.
  struct Style {
    var generation: [Int: Int] = [:]
    var free: [Int] = []
    /// Rows that lead to other places of the file.
    var rows: [Int: Int] = [:]
    var trailer = "/Info 8 0 R"
    var root = 1
    var hasTable = true
    var previous = true
    /// How many bytes before its table `startxref` leads.
    var lead = 0
  }

  /// Appends objects, and a table of them.
  mutating func append(_ objects: [Int: String], _ style: Style = Style()) {
    let text = String(decoding: data, as: Unicode.ASCII.self)
    let before = text.components(separatedBy: "startxref").last?.split(whereSeparator: \.isWhitespace).first
    var rows = style.rows.mapValues { ($0, 0) }
    for (number, body) in objects.sorted(by: { $0.key < $1.key }) {
      let generation = style.generation[number] ?? 0
      rows[number] = (data.count, generation)
      data += Data("\(number) \(generation) obj\n\(body)\nendobj\n".utf8)
      texts[number] = body
    }
    guard style.hasTable else { return }
    func padded(_ value: Int, _ width: Int) -> String {
      String(repeating: "0", count: max(0, width - "\(value)".count)) + "\(value)"
    }
    size = max(size, (objects.keys.max() ?? 0) + 1)
    let start = data.count
    var table = "xref\n0 1\n0000000000 65535 f\r\n"
    for number in style.free { table += "\(number) 1\n0000000000 00001 f\r\n" }
    for (number, row) in rows.sorted(by: { $0.key < $1.key }) {
      table += "\(number) 1\n\(padded(row.0, 10)) \(padded(row.1, 5)) n\r\n"
    }
    let previous = style.previous ? "/Prev \(before ?? "0")" : ""
    table += "trailer\n<</Size \(size)/Root \(style.root) 0 R\(previous)\(style.trailer)>>\n"
    data += Data((table + "startxref\n\(start - style.lead)\n%%EOF\n").utf8)
  }
}
