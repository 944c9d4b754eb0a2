import Foundation

/// A document whose first page takes poppler a minute; two others are red and quick.
package enum SlowPage: CaseIterable, Sendable {
  /// A shading with a function that is long and jumps about, so that poppler divides it as far as it does.
  case shading
  /// A glyph of a Type 3 font that is drawn with such shadings.
  case glyph

  /// How often the shading is drawn: some 8 ms each, on a fast machine.
  private static let count = 8_000
  private static let steps = 1_000

  package var data: Data {
    var builder = PDFBuilder()
    let (catalog, tree, slow) = (builder.reserve(), builder.reserve(), builder.reserve())
    let others = (0..<2).map { _ in builder.reserve() }
    let kids = ([slow] + others).map { "\($0) 0 R" }.joined(separator: " ")
    builder.add("<</Type/Catalog/Pages \(tree) 0 R>>", as: catalog)
    builder.add("<</Type/Pages/Kids[\(kids)]/Count 3/MediaBox[0 0 200 200]>>", as: tree)
    addSlowPage(slow, tree, &builder)
    let red = builder.addStream("1 0 0 rg 0 0 200 200 re f")
    for page in others { builder.add("<</Type/Page/Parent \(tree) 0 R/Contents \(red) 0 R>>", as: page) }
    return builder.data()
  }

  private func addSlowPage(_ page: Int, _ tree: Int, _ builder: inout PDFBuilder) {
    let shading = Self.addShading(&builder)
    let drawing = String(repeating: "/S sh ", count: Self.count)
    var resources = "/Shading<</S \(shading) 0 R>>"
    var content = drawing
    if self == .glyph {
      let proc = builder.addStream("200 0 d0 \(drawing)")
      let font = builder.add(
        """
        <</Type/Font/Subtype/Type3/FontBBox[0 0 200 200]/FontMatrix[.005 0 0 .005 0 0]/FirstChar 97/LastChar 97\
        /Widths[200]/Encoding<</Differences[97/a]>>/CharProcs<</a \(proc) 0 R>>/Resources<<\(resources)>>>>
        """)
      resources = "/Font<</F \(font) 0 R>>"
      content = "BT /F 100 Tf 20 20 Td (a) Tj ET"
    }
    let stream = builder.addStream(content)
    builder.add(
      "<</Type/Page/Parent \(tree) 0 R/Contents \(stream) 0 R/Resources<<\(resources)>>>>", as: page)
  }

  private static func addShading(_ builder: inout PDFBuilder) -> Int {
    let steps = String(repeating: "1 add 1 sub ", count: steps)
    let function = builder.addStream(
      "{ 7919 mul exch 104729 mul add cvi 2 mod \(steps)dup dup }",
      dictionary: "/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]")
    return builder.add(
      """
      <</ShadingType 1/ColorSpace/DeviceRGB/Domain[0 1 0 1]/Matrix[200 0 0 200 0 0]/Function \(function) 0 R>>
      """)
  }
}
