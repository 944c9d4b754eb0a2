import Foundation

/// A PDF file made of bodies of objects, with a cross-reference table that is right.
package struct SmallPDF {
  private var bodies: [String] = []

  package init() {}

  /// The number that the next object gets.
  package var nextNumber: Int { bodies.count + 1 }

  /// Adds an object, "<<…>>" for example, and returns its number; the first is 1, the catalog.
  @discardableResult package mutating func add(_ body: String) -> Int {
    bodies.append(body)
    return bodies.count
  }

  package var data: Data {
    var bytes = Array("%PDF-1.7\n".utf8)
    var table = "xref\n0 \(bodies.count + 1)\n0000000000 65535 f\r\n"
    for (index, body) in bodies.enumerated() {
      let offset = String(bytes.count)
      table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n\r\n"
      bytes += "\(index + 1) 0 obj\n\(body)\nendobj\n".utf8
    }
    let start = bytes.count
    let trailer = "trailer\n<</Size \(bodies.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n"
    return Data(bytes + table.utf8 + trailer.utf8)
  }

  /// Empty pages.
  ///
  /// - Parameter nodeSize: How many pages a node of the tree lists; `nil`: the root lists all.
  package static func pages(_ count: Int, nodeSize: Int? = nil) -> Data {
    var file = SmallPDF()
    file.add("<</Type/Catalog/Pages 2 0 R>>")
    let size = nodeSize ?? count
    let nodes = nodeSize == nil ? 0 : (count + size - 1) / size
    let page = { (parent: Int) in "<</Type/Page/Parent \(parent) 0 R/MediaBox[0 0 612 792]/Resources<<>>>>" }
    let kids = { (numbers: Range<Int>) in numbers.map { "\($0) 0 R" }.joined(separator: " ") }
    if nodes == 0 {
      file.add("<</Type/Pages/Count \(count)/Kids[\(kids(3..<3 + count))]>>")
      for _ in 0..<count { file.add(page(2)) }
    } else {
      file.add("<</Type/Pages/Count \(count)/Kids[\(kids(3..<3 + nodes))]>>")
      for node in 0..<nodes {
        let first = node * size
        let own = min(size, count - first)
        file.add(
          "<</Type/Pages/Parent 2 0 R/Count \(own)/Kids[\(kids(3 + nodes + first..<3 + nodes + first + own))]>>"
        )
      }
      for index in 0..<count { file.add(page(3 + index / size)) }
    }
    return file.data
  }

  /// One page with squares, as another program writes them: without names, with an appearance that they share.
  package static func squares(_ count: Int) -> Data {
    var file = SmallPDF()
    file.add("<</Type/Catalog/Pages 2 0 R>>")
    file.add("<</Type/Pages/Count 1/Kids[3 0 R]>>")
    let numbers = (5..<5 + count).map { "\($0) 0 R" }.joined(separator: " ")
    file.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<<>>/Annots[\(numbers)]>>")
    let content = "1 0 0 RG 0.5 w 0.5 0.5 3 3 re S"
    file.add(
      "<</Type/XObject/Subtype/Form/BBox[0 0 4 4]/Length \(content.utf8.count)>>\nstream\n\(content)\nendstream"
    )
    for index in 0..<count {
      let (x, y) = (10 + index % 140 * 4, 10 + index / 140 * 4)
      file.add(
        "<</Type/Annot/Subtype/Square/P 3 0 R/Rect[\(x) \(y) \(x + 4) \(y + 4)]/C[1 0 0]/AP<</N 4 0 R>>>>")
    }
    return file.data
  }
}
