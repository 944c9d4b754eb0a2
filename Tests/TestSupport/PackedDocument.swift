import Foundation

/// A document of many pages in a tree of two levels, of which all that is no stream is in object streams. Pages inherit
/// resources, boxes and rotation, which are objects of their own, as are lists of annotations.
package struct PackedDocument {
  package var pageCount = 80
  /// Pages a node.
  package var fanOut = 10
  /// Objects an object stream.
  package var streamLength = 40
  /// Further entries of the trailer.
  package var trailer = ""
  /// How many of the first nodes an update takes out of the tree, with their pages.
  package var deletedNodes = 0
  /// Further entries of the catalog.
  package var catalog = ""
  package var builder = PDFBuilder()

  package init() {}

  package var data: Data {
    var builder = builder
    builder.trailer = trailer
    var packed: [Int] = []
    func reserve() -> Int {
      packed.append(builder.reserve())
      return packed[packed.count - 1]
    }
    func add(_ body: String) -> Int {
      let number = reserve()
      return builder.add(body, as: number)
    }
    let (catalog, root) = (reserve(), reserve())
    let font = add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
    builder.add("<</Type/Catalog/Pages \(root) 0 R\(self.catalog)>>", as: catalog)
    let form = builder.addStream(
      "0 0 1 rg 0 0 40 40 re f", dictionary: "/Type/XObject/Subtype/Form/BBox[0 0 40 40]/Resources<<>>")
    var nodes: [Int] = []
    for first in stride(from: 0, to: pageCount, by: fanOut) {
      let node = reserve()
      nodes.append(node)
      let box = add("[0 0 \(200 + first) 300]")
      let resources = add("<</Font<</F \(font) 0 R>>/XObject<</X \(form) 0 R>>>>")
      let pages = (first..<min(first + fanOut, pageCount)).map { index in
        let content = builder.addStream(
          "0.9 0.\(index % 10) 0.2 rg 20 20 90 90 re f BT /F 40 Tf 30 200 Td (Page \(index + 1)) Tj ET")
        let note = add(
          "<</Type/Annot/Subtype/Stamp/Contents(A note)/Rect[120 20 160 60]/F 4/AP<</N \(form) 0 R>>>>")
        let annotations = index.isMultiple(of: 3) ? "/Annots \(add("[\(note) 0 R]")) 0 R" : ""
        return add("<</Type/Page/Parent \(node) 0 R/Contents \(content) 0 R\(annotations)>>")
      }
      builder.add(
        "<</Type/Pages/Parent \(root) 0 R/Count \(pages.count)/Kids[\(Self.references(pages))]"
          + "/MediaBox \(box) 0 R/Resources \(resources) 0 R/Rotate \(first % 20 == 0 ? 0 : 90)>>", as: node)
    }
    builder.add("<</Type/Pages/Count \(pageCount)/Kids[\(Self.references(nodes))]>>", as: root)
    for start in stride(from: 0, to: packed.count, by: streamLength) {
      builder.pack(Array(packed[start..<min(start + streamLength, packed.count)]))
    }
    var data = builder.data(.stream, root: catalog)
    guard deletedNodes > 0 else { return data }
    let left = nodes.dropFirst(deletedNodes)
    let count = pageCount - deletedNodes * fanOut
    let tree = "<</Type/Pages/Count \(count)/Kids[\(Self.references(Array(left)))]>>"
    let object = "\(root) 0 obj\n\(tree)\nendobj\n"
    let size = builder.reserve() + 1
    let start = String(decoding: data.suffix(40), as: UTF8.self).split(separator: "\n").dropLast().last ?? ""
    let entry = String(10_000_000_000 + data.count).dropFirst()
    let table =
      "xref\n\(root) 1\n\(entry) 00000 n\r\ntrailer\n<</Size \(size)/Root \(catalog) 0 R/Prev \(start)>>\n"
    data += Data((object + table + "startxref\n\(data.count + object.utf8.count)\n%%EOF\n").utf8)
    return data
  }

  private static func references(_ numbers: [Int]) -> String {
    numbers.map { "\($0) 0 R" }.joined(separator: " ")
  }
}
