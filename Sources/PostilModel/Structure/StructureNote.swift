/// A comment of somebody on a page, for text that is read without its pages: which text it marks, and what it says.
public struct StructureNote: Sendable, Hashable {
  /// The page.
  public var page: PageID
  /// The annotation, which others may answer; `nil` of a note that was made otherwise.
  public var annotation: AnnotationID?
  /// The page's number, from 1.
  public var pageNumber: Int
  /// The annotation's PDF subtype: `Highlight`, `Text` or another.
  public var subtype: String
  /// Who made it.
  public var author: String?
  /// The text that it marks; `nil` of other kinds than highlights and lines under and through text.
  public var markedText: String?
  /// What it says, lines divided by line feeds.
  public var text: String?
  /// Where it is, in page space.
  public var bounds: PageRect

  /// Makes a note.
  public init(
    on page: PageID, number: Int, annotation: AnnotationID? = nil, subtype: String, author: String? = nil,
    markedText: String? = nil, text: String? = nil, bounds: PageRect
  ) {
    self.annotation = annotation
    (self.page, pageNumber, self.subtype, self.author) = (page, number, subtype, author)
    (self.markedText, self.text, self.bounds) = (markedText, text, bounds)
  }
}

/// Notes, each given out once, with the content that it stands at.
struct NotesByPlace {
  /// By pages, in the order in which they were given.
  private var waiting: [PageID: [StructureNote]]
  private let order: [PageID]

  init(_ notes: [StructureNote]) {
    waiting = Dictionary(grouping: notes, by: \.page)
    order = notes.map(\.page)
  }

  var isEmpty: Bool { waiting.isEmpty }

  /// The notes that touch something of an element.
  ///
  /// - Complexity: O(contents of the element, times notes of its pages).
  mutating func take(at element: StructureElement) -> [StructureNote] {
    guard !isEmpty else { return [] }
    var places: [PageID: [PageRect]] = [:]
    element.forEach { element, _ in
      for content in element.contents where waiting[content.page] != nil {
        if let bounds = content.bounds { places[content.page, default: []].append(bounds) }
      }
    }
    var taken: [StructureNote] = []
    for page in places.keys.sorted(by: { $0.number < $1.number }) {
      let rects = places[page] ?? []
      let notes = waiting[page] ?? []
      let here = notes.filter { note in rects.contains { $0.intersects(note.bounds) } }
      guard !here.isEmpty else { continue }
      taken += here
      let others = notes.filter { note in !rects.contains { $0.intersects(note.bounds) } }
      waiting[page] = others.isEmpty ? nil : others
    }
    return taken
  }

  /// The notes that stand nowhere else.
  mutating func takeAll() -> [StructureNote] {
    defer { waiting = [:] }
    var seen: Set<PageID> = []
    return order.filter { seen.insert($0).inserted }.flatMap { waiting[$0] ?? [] }
  }
}
