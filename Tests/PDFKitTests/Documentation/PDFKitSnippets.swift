// The code of the article about PDFKit.
import Foundation
import PDFKit

func highlightAll(_ word: String, in url: URL, savingTo target: URL) -> Bool {
  guard let document = PDFDocument(url: url) else { return false }
  for selection in document.findString(word, withOptions: .caseInsensitive) {
    for line in selection.selectionsByLine() {
      for page in line.pages {
        let mark = PDFAnnotation(
          bounds: line.bounds(for: page), forType: .highlight, withProperties: nil)
        mark.color = NSColor.yellow.withAlphaComponent(0.5)
        page.addAnnotation(mark)
      }
    }
  }
  return document.write(to: target)
}
