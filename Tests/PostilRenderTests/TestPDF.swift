import Foundation

/// Builds small PDFs: objects are numbered from 1 in the order given, offsets are counted here.
struct TestPDF {
  /// A page's dictionary entries and its content stream.
  struct Page {
    var entries = "/MediaBox [0 0 100 200]"
    var content = ""
  }

  /// A document with these pages.
  static func data(_ pages: [Page], extraObjects: [String] = []) -> Data {
    let kids = pages.indices.map { "\(3 + 2 * $0) 0 R" }.joined(separator: " ")
    var objects = [
      "<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Kids [\(kids)] /Count \(pages.count)>>",
    ]
    for (index, page) in pages.enumerated() {
      objects += [
        "<</Type /Page /Parent 2 0 R \(page.entries) /Contents \(4 + 2 * index) 0 R>>",
        stream("", page.content),
      ]
    }
    return file(objects + extraObjects)
  }

  /// A stream object with more dictionary entries.
  static func stream(_ entries: String, _ content: String) -> String {
    "<<\(entries) /Length \(content.utf8.count)>>\nstream\n\(content)\nendstream"
  }

  private static func file(_ objects: [String]) -> Data {
    var text = "%PDF-1.7\n"
    var table = "0000000000 65535 f\r\n"
    for (index, object) in objects.enumerated() {
      let offset = String(text.utf8.count)
      table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n\r\n"
      text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = text.utf8.count
    text += "xref\n0 \(objects.count + 1)\n\(table)trailer\n<</Root 1 0 R /Size \(objects.count + 1)>>\n"
    return Data((text + "startxref\n\(start)\n%%EOF\n").utf8)
  }
}
