public import Foundation
internal import Postil

/// Text of a document: ranges of characters, on one page or several.
open class PDFSelection: NSObject, NSCopying {
  /// A range of Unicode scalars of a page's text.
  struct Part {
    var page: PDFPage
    var range: Range<Int>
  }

  private weak var document: PDFDocument?
  private(set) var parts: [Part] = []
  /// The color in which a view shows it. It is kept, and nothing else.
  open var color: PDFKitPlatformColor?

  /// Makes an empty selection.
  public init(document: PDFDocument) { self.document = document }

  init(_ parts: [Part], of document: PDFDocument?) {
    self.document = document
    self.parts = Self.ordered(parts)
  }

  /// The pages, in order.
  open var pages: [PDFPage] {
    parts.reduce(into: []) { pages, part in
      if !pages.contains(where: { $0 === part.page }) { pages.append(part.page) }
    }
  }

  /// The text; parts stand in lines of their own.
  open var string: String? {
    parts.compactMap { part in part.page.characters?.text.selection(of: part.range)?.string }
      .joined(separator: "\n")
  }

  /// The smallest rectangle with all of it that is on a page, in page space; empty if nothing is.
  open func bounds(for page: PDFPage) -> CGRect {
    let rects = parts.filter { $0.page === page }.flatMap { part in
      page.characters?.text.selection(of: part.range)?.rects ?? []
    }
    guard let first = rects.first else { return .zero }
    return CGRect(rects.dropFirst().reduce(first) { $0.union($1) })
  }

  /// The parts of it that stand in one line each.
  open func selectionsByLine() -> [PDFSelection] {
    parts.flatMap { part -> [PDFSelection] in
      guard let text = part.page.characters?.text else { return [] }
      return text.lines.compactMap { line in
        let common = line.range.clamped(to: part.range)
        return common.isEmpty ? nil : PDFSelection([Part(page: part.page, range: common)], of: document)
      }
    }
  }

  /// Adds what another selection has.
  open func add(_ selection: PDFSelection) { parts = Self.ordered(parts + selection.parts) }

  /// Adds what other selections have.
  open func add(_ selections: [PDFSelection]) { parts = Self.ordered(parts + selections.flatMap(\.parts)) }

  /// Adds characters at the end, or takes them off if there are fewer than none.
  open func extend(atEnd count: Int) {
    guard let last = parts.indices.last else { return }
    let limit = parts[last].page.characters?.text.count ?? 0
    let (start, end) = (parts[last].range.lowerBound, parts[last].range.upperBound)
    parts[last].range = start..<max(start, min(limit, Self.sum(end, count)))
  }

  /// Adds characters at the beginning, or takes them off if there are fewer than none.
  open func extend(atStart count: Int) {
    guard let first = parts.indices.first else { return }
    let (start, end) = (parts[first].range.lowerBound, parts[first].range.upperBound)
    parts[first].range = min(end, max(0, Self.sum(start, count == .min ? .max : -count)))..<end
  }

  /// How many ranges it has on a page.
  open func numberOfTextRanges(on page: PDFPage) -> Int { parts.count { $0.page === page } }

  /// One of the ranges on a page, in UTF-16 units of the page's text; its location is `NSNotFound` if there is none.
  open func range(at index: Int, on page: PDFPage) -> NSRange {
    let ranges = parts.filter { $0.page === page }
    guard ranges.indices.contains(index), let characters = page.characters else {
      return NSRange(location: NSNotFound, length: 0)
    }
    return characters.range(ranges[index].range)
  }

  /// A selection of the same text.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = PDFSelection(parts, of: document)
    copy.color = color
    return copy
  }

  private static func sum(_ a: Int, _ b: Int) -> Int {
    let (sum, isOverflown) = a.addingReportingOverflow(b)
    return isOverflown ? (b > 0 ? .max : .min) : sum
  }

  /// In the order of pages and characters, with parts that touch joined.
  private static func ordered(_ parts: [Part]) -> [Part] {
    let places = parts.map { (part: $0, page: $0.page.document?.index(for: $0.page) ?? 0) }
    return places.sorted { ($0.page, $0.part.range.lowerBound) < ($1.page, $1.part.range.lowerBound) }
      .reduce(into: []) { result, place in
        let part = place.part
        if let last = result.last, last.page === part.page, part.range.lowerBound <= last.range.upperBound {
          result[result.count - 1].range =
            last.range.lowerBound..<max(last.range.upperBound, part.range.upperBound)
        } else {
          result.append(part)
        }
      }
  }
}
