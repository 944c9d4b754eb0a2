import Foundation
import PDFKit

/// 29. A table of contents: a chapter for each page, with a section in it.
func addContents(_ titles: [String], to document: PDFDocument) {
  let root = PDFOutline()
  document.outlineRoot = root
  for (index, title) in titles.enumerated() {
    guard let page = document.page(at: index) else { continue }
    let chapter = PDFOutline()
    chapter.label = title
    chapter.destination = PDFDestination(page: page, at: CGPoint(x: 0, y: page.bounds(for: .mediaBox).height))
    root.insertChild(chapter, at: root.numberOfChildren)
    let section = PDFOutline()
    section.label = "\(title), below"
    section.destination = PDFDestination(page: page, at: CGPoint(x: 0, y: 200))
    chapter.insertChild(section, at: 0)
    chapter.isOpen = true
  }
}

/// 30. The outline as text.
func contents(of document: PDFDocument) -> [String] {
  var lines: [String] = []
  func list(_ item: PDFOutline, _ level: Int) {
    for index in 0..<item.numberOfChildren {
      guard let child = item.child(at: index) else { continue }
      let page = child.destination?.page.map { document.index(for: $0) + 1 } ?? 0
      lines.append(String(repeating: "  ", count: level) + "\(child.label ?? "") \(page)")
      list(child, level + 1)
    }
  }
  if let root = document.outlineRoot { list(root, 0) }
  return lines
}
