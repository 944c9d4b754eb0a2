import Foundation
import Postil
import PostilTools

/// Rates a document: draws so many stars at the top of the first page, as one edit, and saves.
func drawStars(_ count: Int, on input: URL, savingTo output: URL) throws {
  let document = try PDFDocument.openAndWait(input)
  let page = try document.page(at: 0)
  let paper = page.bounds(for: .cropBox)

  var tool: any DrawingTool = StarTool(style: AnnotationStyle(color: .orange, fill: .yellow, lineWidth: 1))
  try document.edit("Rate") { edit in
    for number in 0..<count {
      let center = PagePoint(x: paper.minX + 50 + Double(number) * 50, y: paper.maxY - 50)
      tool.begin(at: center)
      tool.move(to: center.offset(dx: 0, dy: 20))
      try edit.commit(tool.finish(), on: page.id)
    }
  }
  try document.saveAndWait(to: output)
}
