public import Foundation
internal import Postil

/// The text of a page. Characters are counted in UTF-16 units, as `NSString` does. All of it blocks until the page has been read.
extension PDFPage {
  var characters: Characters? {
    guard let engine else { return nil }
    let (document, id) = (engine.document, pageID)
    return Waiting.result { try await document.text(of: id) }.map(Characters.init)
  }

  /// All of the text, in reading order; `nil` if the page cannot be read.
  public var string: String? { characters?.text.string }

  /// How many UTF-16 units the text has.
  public var numberOfCharacters: Int { characters?.count ?? 0 }

  /// The rectangle of a character, in page space; empty where there is none.
  public func characterBounds(at index: Int) -> CGRect {
    guard let characters, let range = characters.scalars(NSRange(location: index, length: 1)) else {
      return .zero
    }
    let whole = range.lowerBound..<max(range.upperBound, range.lowerBound + 1)
    return characters.text.selection(of: whole)?.rects.first.map { CGRect($0) } ?? .zero
  }

  /// The index of the character at a point; -1 if there is none.
  public func characterIndex(at point: CGPoint) -> Int {
    let place = PagePoint(point)
    guard let characters, let word = characters.text.word(at: place) else { return -1 }
    let index = word.range.first {
      characters.text.selection(of: $0..<$0 + 1)?.rects.contains { $0.contains(place) } ?? false
    }
    return index.map(characters.unit) ?? -1
  }

  /// The text of a range; `nil` if nothing is there.
  public func selection(for range: NSRange) -> PDFSelection? {
    guard let scalars = characters?.scalars(range), !scalars.isEmpty else { return nil }
    return PDFSelection([.init(page: self, range: scalars)], of: document)
  }

  /// The words that a rectangle holds wholly or in part; `nil` if it holds none.
  public func selection(for rect: CGRect) -> PDFSelection? {
    let area = PageRect(rect)
    guard let words = characters?.text.words.filter({ $0.bounds.intersects(area) }), !words.isEmpty else {
      return nil
    }
    return PDFSelection(words.map { .init(page: self, range: $0.range) }, of: document)
  }

  /// The text from the character nearest to one point to that nearest to another.
  public func selection(from startPoint: CGPoint, to endPoint: CGPoint) -> PDFSelection? {
    guard let selection = characters?.text.selection(from: PagePoint(startPoint), to: PagePoint(endPoint))
    else {
      return nil
    }
    return PDFSelection([.init(page: self, range: selection.range)], of: document)
  }

  /// The word at a point; `nil` if there is none.
  public func selectionForWord(at point: CGPoint) -> PDFSelection? {
    guard let word = characters?.text.word(at: PagePoint(point)) else { return nil }
    return PDFSelection([.init(page: self, range: word.range)], of: document)
  }

  /// The line at a point; `nil` if there is none.
  public func selectionForLine(at point: CGPoint) -> PDFSelection? {
    let place = PagePoint(point)
    guard let line = characters?.text.lines.first(where: { $0.bounds.contains(place) }) else { return nil }
    return PDFSelection([.init(page: self, range: line.range)], of: document)
  }
}
