import Foundation
import PDFKit

/// 24. The text of each page.
func text(of document: PDFDocument) -> [String] {
  (0..<document.pageCount).map { document.page(at: $0)?.string ?? "" }
}

/// 25. The word at a point, the line that it is in, and the character.
func whatIsAt(_ point: CGPoint, on page: PDFPage) -> (word: String?, line: String?, character: Int) {
  (
    page.selectionForWord(at: point)?.string, page.selectionForLine(at: point)?.string,
    page.characterIndex(at: point)
  )
}

/// 26. Searching step by step, as "Find Next" does.
func places(of text: String, in document: PDFDocument, backwards: Bool = false) -> [String] {
  var found: [String] = []
  var current: PDFSelection?
  let options: NSString.CompareOptions = backwards ? [.caseInsensitive, .backwards] : .caseInsensitive
  while let next = document.findString(text, fromSelection: current, withOptions: options) {
    guard let page = next.pages.first else { break }
    found.append("\(document.index(for: page) + 1):\(next.range(at: 0, on: page).location)")
    current = next
  }
  return found
}

/// 27. A search that tells a delegate of what it finds.
final class Finder: NSObject, PDFDocumentDelegate {
  var found: [PDFSelection] = []
  var hasEnded = false

  func didMatchString(_ instance: PDFSelection) { found.append(instance) }
  func documentDidEndDocumentFind(_ notification: Notification) { hasEnded = true }

  func find(_ text: String, in document: PDFDocument) {
    document.delegate = self
    document.beginFindString(text, withOptions: .caseInsensitive)
  }
}

/// 28. A selection from one page to another, made longer and taken apart.
func passage(of document: PDFDocument) -> (text: String?, lines: Int) {
  guard let first = document.page(at: 0), let last = document.page(at: document.pageCount - 1),
    let selection = document.selection(from: first, atCharacterIndex: 4, to: last, atCharacterIndex: 2)
  else { return (nil, 0) }
  selection.extend(atStart: 4)
  selection.extend(atEnd: 2)
  return (selection.string, selection.selectionsByLine().count)
}
