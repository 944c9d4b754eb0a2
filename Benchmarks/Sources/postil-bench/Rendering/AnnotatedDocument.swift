import BenchSupport
import Foundation
import Postil

/// A document whose page has many annotations, all in the left half.
enum AnnotatedDocument {
  /// The file of a case, with `--annotations` strokes added in this session, or with `--in-file` in the
  /// file that is opened.
  static func make(_ input: CaseInput) throws -> PDFDocument {
    let document = try PDFDocument.openAndWait(try input.needFile())
    let page = try Rendering.page(of: document, input)
    let count = try input.options.value("annotations", 0)
    guard count > 0 else { return document }
    let box = try document.page(page).bounds(for: .cropBox)
    try document.apply((0..<count).map { .addAnnotation(stroke($0, in: box), page: page) })
    guard input.options.has("in-file") else { return document }
    return try PDFDocument(data: try document.dataRepresentationAndWait())
  }

  /// A small stroke, at a place of its own.
  static func stroke(_ number: Int, in box: PageRect) -> Annotation {
    let (column, row) = (number % 50, number / 50 % 100)
    let x = box.minX + 10 + Double(column) / 50 * (box.width / 2 - 30)
    let y = box.minY + 10 + Double(row) / 100 * (box.height - 30)
    let points = (0..<12).map { index in
      PagePoint(x: x + Double(index), y: y + 4 * sin(Double(index) / 2))
    }
    return Annotation(.ink([InkStroke(points: points)]), style: AnnotationStyle(color: .red, lineWidth: 1))
  }
}
