import Foundation
import Postil

enum Samples {
  /// Has the libraries below set themselves up, as an import does for the peers: a program that stays
  /// open does that once.
  static func warmUp() throws {
    let objects = [
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
    ]
    var text = "%PDF-1.4\n"
    for (index, object) in objects.enumerated() { text += "\(index + 1) 0 obj\n\(object)\nendobj\n" }
    // No table: libqpdf finds the objects by itself.
    text += "trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n0\n%%EOF\n"
    _ = try PDFDocument(data: Data(text.utf8)).page(at: 0)
  }

  /// The 50 points that the peers draw too.
  static func ink(at y: Double) -> Annotation {
    let points = (0..<50).map { index in
      PagePoint(x: 72 + Double(index) * 4, y: y + 20 * sin(Double(index) / 5))
    }
    let style = AnnotationStyle(color: .red, lineWidth: 2)
    return Annotation(.ink([InkStroke(points: points)]), style: style)
  }
}
