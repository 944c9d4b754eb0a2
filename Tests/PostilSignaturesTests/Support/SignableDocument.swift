import Foundation
import PostilTestSupport

@testable import PostilSignatures

/// Small documents to sign, and updates of them written by hand.
enum SignableDocument {
  /// Two pages, a text field `name`, an empty field for a signature `sign` that locks the field, and an annotation.
  static func data(_ xref: PDFBuilder.Xref = .table) -> Data {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R 7 0 R]>>>>", as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Annots[6 0 R 7 0 R 8 0 R]/Contents 5 0 R>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R/Rotate 90>>", as: 4)
    builder.addStream("0 0 10 10 re f", as: 5)
    builder.add("<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(old)/Rect[10 10 90 30]/F 4/P 3 0 R>>", as: 6)
    builder.add(
      "<</Type/Annot/Subtype/Widget/FT/Sig/T(sign)/Rect[10 40 90 60]/F 4/P 3 0 R"
        + "/Lock<</Type/SigFieldLock/Action/Include/Fields[(name)]>>>>", as: 7)
    builder.add("<</Type/Annot/Subtype/Square/Rect[100 100 150 150]/F 4/P 3 0 R>>", as: 8)
    return builder.data(xref)
  }

  /// The document with other versions of objects appended, and a table of them.
  static func appending(_ objects: [Int: String], to data: Data, trailer: String = "") throws -> Data {
    let text = String(decoding: data, as: Unicode.ASCII.self)
    let previous = text.components(separatedBy: "startxref").last.map {
      $0.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? "0"
    }
    var result = data
    var offsets: [Int: Int] = [:]
    for (number, body) in objects.sorted(by: { $0.key < $1.key }) {
      offsets[number] = result.count
      result += Data("\(number) 0 obj\n\(body)\nendobj\n".utf8)
    }
    let start = result.count
    var table = "xref\n"
    for (number, offset) in offsets.sorted(by: { $0.key < $1.key }) {
      table += "\(number) 1\n" + String(format: "%010d", offset) + " 00000 n\r\n"
    }
    let size = max(100, (objects.keys.max() ?? 0) + 1)
    table +=
      "trailer\n<</Size \(size)/Root 1 0 R/Prev \(previous ?? "0")\(trailer)>>\nstartxref\n\(start)\n%%EOF\n"
    return result + Data(table.utf8)
  }
}
