import Foundation
import Postil
import PostilTools

/// Frames the upper part of the first page, underlines it by hand, and saves.
///
/// The marks are annotations: any reader shows them, and they can be changed or removed later. The
/// original is the beginning of the new file, byte for byte.
@discardableResult
func markUp(_ input: URL, savingTo output: URL) throws -> SaveReport {
  let document = try PDFDocument.openAndWait(input)
  let page = try document.page(at: 0)
  let paper = page.bounds(for: .cropBox)

  // A shape is an annotation with a place and a style. Points are 1/72 inch, y runs upwards.
  let frame = PageRect(x: paper.minX + 36, y: paper.maxY - 136, width: paper.width - 72, height: 100)
  let marker = AnnotationStyle(color: .orange, lineWidth: 2, opacity: 0.8)
  try document.add(Annotation(.rectangle(frame), style: marker, contents: "Please check"), to: page.id)

  // A tool makes annotations of what a hand does. A viewer passes on what the mouse reports.
  var pen = FreehandTool(style: AnnotationStyle(color: .red, lineWidth: 3))
  pen.begin(at: PagePoint(x: frame.minX + 20, y: frame.minY + 20))
  for step in 1...20 {
    pen.move(to: PagePoint(x: frame.minX + 20 + Double(step) * 8, y: frame.minY + 20 + sin(Double(step)) * 4))
  }
  try document.commit(pen.finish(), on: page.id, named: "Underline")

  return try document.saveAndWait(to: output)
}
