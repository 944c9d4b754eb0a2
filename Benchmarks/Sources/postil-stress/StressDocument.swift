import BenchSupport
import Foundation

/// A document of pages with lines, text and annotations, when no other is given.
enum StressDocument {
  private static let pageCount = 60

  static var data: Data {
    let pages = (0..<pageCount).map { 4 + 2 * $0 }
    var objects = [
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Count \(pageCount)/Kids[\(pages.map { "\($0) 0 R" }.joined(separator: " "))]"
        + "/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>>>",
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    for number in 0..<pageCount {
      let content = content(of: number)
      let note =
        "<</Type/Annot/Subtype/Square/Rect[100 100 200 200]/C[0 0 1]/NM(square-\(number))>>"
      objects.append("<</Type/Page/Parent 2 0 R/Contents \(5 + 2 * number) 0 R/Annots[\(note)]>>")
      objects.append("<</Length \(content.utf8.count)>>\nstream\n\(content)\nendstream")
    }
    var text = "%PDF-1.7\n"
    for (index, object) in objects.enumerated() { text += "\(index + 1) 0 obj\n\(object)\nendobj\n" }
    // No table: libqpdf finds the objects by itself.
    return Data((text + "trailer\n<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n0\n%%EOF\n").utf8)
  }

  private static func content(of number: Int) -> String {
    var dice = Dice(seed: UInt64(number))
    var text = "BT /F 24 Tf 60 760 Td (Page \(number + 1)) Tj ET\n"
    for _ in 0..<400 {
      let places = (0..<4).map { _ in "\(Int.random(in: 0..<590, using: &dice))" }
      text += "\(places[0]) \(places[1]) m \(places[2]) \(places[3]) l S\n"
    }
    return text
  }
}
