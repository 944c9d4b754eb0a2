import Foundation

/// A small document with what page edits can break: inherited attributes, an outline, a link, named
/// destinations, page labels, a form field, an attachment, and annotations of other kinds.
package struct SampleDocument {
  package var pageCount = 4
  /// Pages a node; the tree has two levels if there are more pages than this.
  package var fanOut = 2
  package var mediaBox = "[0 0 300 400]"
  package var cropBox: String?
  package var rotation = 0
  /// Further entries of every page.
  package var pageEntries = ""
  package var xref = PDFBuilder.Xref.table
  package var builder = PDFBuilder()

  package init() {}

  package var data: Data {
    var builder = builder
    let catalog = builder.reserve()
    let root = builder.reserve()
    let font = builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
    let pages = (0..<pageCount).map { _ in builder.reserve() }
    addTree(root, pages, font, &builder)
    let field = builder.add(
      "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(value)/Rect[20 20 80 40]/P \(pages[0]) 0 R>>")
    let last = pages[pageCount - 1]
    let link = builder.add("<</Type/Annot/Subtype/Link/Rect[100 20 160 40]/Dest[\(last) 0 R/Fit]>>")
    let note = builder.reserve()
    let popup = builder.add("<</Type/Annot/Subtype/Popup/Rect[200 200 280 260]/Parent \(note) 0 R>>")
    builder.add(
      "<</Type/Annot/Subtype/Text/Rect[200 300 220 320]/Contents(a note)/Popup \(popup) 0 R/NM(note-1)>>",
      as: note)
    addPages(pages, root, "[\(field) 0 R \(link) 0 R \(note) 0 R \(popup) 0 R]", &builder)
    let outline = builder.reserve()
    let item = builder.add("<</Title(Last)/Parent \(outline) 0 R/Dest[\(last) 0 R/Fit]>>")
    builder.add("<</Type/Outlines/First \(item) 0 R/Last \(item) 0 R/Count 1>>", as: outline)
    let info = builder.add(
      "<</Title(A sample)/Author<FEFF041F04400438043204350442>/CreationDate(D:20240229120000+01'00')>>")
    builder.add(
      """
      <</Type/Catalog/Pages \(root) 0 R/Outlines \(outline) 0 R/AcroForm<</Fields[\(field) 0 R]>>\
      /PageLabels<</Nums[0<</S/r>>2<</S/D/P(A-)>>]>>\
      /Names<</Dests<</Names[(last)[\(last) 0 R/Fit]]>>>>>>
      """, as: catalog)
    return builder.data(xref, info: info)
  }

  /// The nodes of the tree: the root gives resources and the media box to all pages.
  private func addTree(_ root: Int, _ pages: [Int], _ font: Int, _ builder: inout PDFBuilder) {
    let shared = "/Resources<</Font<</F \(font) 0 R>>>>/MediaBox \(mediaBox)"
    guard pageCount > fanOut else {
      builder.add("<</Type/Pages/Count \(pageCount)/Kids[\(references(pages))]\(shared)>>", as: root)
      return
    }
    let groups = stride(from: 0, to: pageCount, by: fanOut).map {
      Array(pages[$0..<min($0 + fanOut, pageCount)])
    }
    let nodes = groups.enumerated().map { index, group in
      // Every second node turns its pages, so that a move has something to carry along.
      let turn = index % 2 == 1 ? "/Rotate 90" : ""
      return builder.add(
        "<</Type/Pages/Parent \(root) 0 R/Count \(group.count)/Kids[\(references(group))]\(turn)>>")
    }
    builder.add("<</Type/Pages/Count \(pageCount)/Kids[\(references(nodes))]\(shared)>>", as: root)
  }

  private func addPages(_ pages: [Int], _ root: Int, _ annotations: String, _ builder: inout PDFBuilder) {
    for (index, page) in pages.enumerated() {
      let content = builder.addStream("BT /F 40 Tf 60 200 Td (Page \(index + 1)) Tj ET")
      let entries = [
        "/Contents \(content) 0 R", cropBox.map { "/CropBox \($0)" } ?? "",
        rotation == 0 ? "" : "/Rotate \(rotation)", index == 0 ? "/Annots \(annotations)" : "", pageEntries,
      ].joined()
      builder.add("<</Type/Page/Parent \(parent(of: index, root)) 0 R\(entries)>>", as: page)
    }
  }

  /// Nodes are numbered after catalog, root, font and pages.
  private func parent(of index: Int, _ root: Int) -> Int {
    pageCount > fanOut ? 4 + pageCount + index / fanOut : root
  }

  private func references(_ numbers: [Int]) -> String {
    numbers.map { "\($0) 0 R" }.joined(separator: " ")
  }
}
