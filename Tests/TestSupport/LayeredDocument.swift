import Foundation

/// A document of one page with layers: each shows a black square, and its place as a text (`L0`, `L1` …), one beside the other.
package struct LayeredDocument {
  /// The entries of each layer's dictionary besides its type, as PDF has them.
  package var layers: [String]
  /// The entries of the default configuration; the layers are objects from ``firstLayer`` on.
  package var configuration: String
  /// Further objects, by number; those from 1,000 on are free.
  package var objects: [Int: String] = [:]
  /// What the page shows besides, after the squares.
  package var content = ""
  /// Entries of the page's properties besides `/L0`, `/L1` and so on.
  package var properties = ""
  /// Entries of the page besides.
  package var entries = ""

  package static let firstLayer = 10
  package static let width = 30.0
  package static let height = 40.0

  package init(_ names: [String], configuration: String = "") {
    layers = names.map { "/Name(\($0))" }
    self.configuration = configuration
  }

  /// The middle of a layer's square, in pixels at scale 1.
  package static func middle(of layer: Int) -> (x: Int, y: Int) { (15 + layer * 30, 25) }

  package var data: Data {
    var builder = PDFBuilder()
    let numbers = layers.indices.map { Self.firstLayer + $0 }
    let list = numbers.map { "\($0) 0 R" }.joined(separator: " ")
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[\(list)]/D<<\(configuration)>>>>>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]>>", as: 2)
    let properties = numbers.enumerated().map { "/L\($0) \($1) 0 R" }.joined() + self.properties
    let width = max(Double(layers.count), 1) * Self.width
    builder.add(
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(width) \(Self.height)]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>"
        + "/Properties<<\(properties)>>>>\(entries)>>", as: 3)
    let squares = layers.indices.map { index in
      "/OC /L\(index) BDC \(5 + index * 30) 5 20 20 re f BT /F 9 Tf \(5 + index * 30) 28 Td (L\(index)) Tj ET EMC"
    }
    builder.addStream((squares + [content]).joined(separator: "\n"), as: 4)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>", as: 5)
    for (number, layer) in zip(numbers, layers) { builder.add("<</Type/OCG\(layer)>>", as: number) }
    for (number, object) in objects.sorted(by: { $0.key < $1.key }) { builder.add(object, as: number) }
    return builder.data()
  }
}
