import Foundation
import PostilTestSupport

/// Small PDFs of pages that say little more than what they draw.
enum TestPDF {
  /// A page's dictionary entries and its content stream.
  struct Page {
    var entries = "/MediaBox [0 0 100 200]"
    var content = ""
  }

  /// A document with these pages. `addObjects` gets the builder first, and returns further entries of
  /// the first page.
  static func data(_ pages: [Page], addObjects: (inout PDFBuilder) -> String = { _ in "" }) -> Data {
    var builder = PDFBuilder()
    let catalog = builder.reserve()
    let tree = builder.reserve()
    var entries = addObjects(&builder)
    let kids = pages.map { page in
      defer { entries = "" }
      let content = builder.addStream(page.content)
      return builder.add(
        "<</Type/Page/Parent \(tree) 0 R \(page.entries)\(entries)/Contents \(content) 0 R>>")
    }
    let references = kids.map { "\($0) 0 R" }.joined(separator: " ")
    builder.add("<</Type/Pages/Kids[\(references)]/Count \(kids.count)>>", as: tree)
    builder.add("<</Type/Catalog/Pages \(tree) 0 R>>", as: catalog)
    return builder.data()
  }
}
