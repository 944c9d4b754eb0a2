/// Finds Type 3 fonts whose glyphs may show text in Type 3 fonts (ISO 32000-2, 9.6.4). Drawing one, cairo 1.16 waits for a lock
/// that it holds itself, and with it everything else in the program that draws; or it calls itself until the
/// stack ends.
struct FontCheck {
  private static let objectLimit = 2_000

  private let graph: ObjectGraph
  private var count = 0

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Whether something drawn with these resources may hang the program.
  mutating func findsHazard(in resources: PDFObject?) -> Bool {
    var seen: Set<ObjectID> = []
    var fonts: [PDFDictionary] = []
    collectFonts(resources, &seen, &fonts, depth: 0)
    return fonts.contains { font in
      var (seen, inner) = (Set<ObjectID>(), [PDFDictionary]())
      collectFonts(font["Resources"], &seen, &inner, depth: 0)
      return !inner.isEmpty
    }
  }

  /// The Type 3 fonts among resources, and among those of forms and patterns in them.
  private mutating func collectFonts(
    _ resources: PDFObject?, _ seen: inout Set<ObjectID>, _ fonts: inout [PDFDictionary], depth: Int
  ) {
    guard depth < 8, let resources = graph.resolve(resources).dictionary else { return }
    for font in members(of: resources["Font"], &seen) where graph.resolve(font["Subtype"]).name == "Type3" {
      fonts.append(font)
    }
    let others = members(of: resources["XObject"], &seen) + members(of: resources["Pattern"], &seen)
    for other in others where other["Resources"] != nil {
      collectFonts(other["Resources"], &seen, &fonts, depth: depth + 1)
    }
  }

  /// The dictionaries of a category of resources, each object once.
  private mutating func members(of category: PDFObject?, _ seen: inout Set<ObjectID>) -> [PDFDictionary] {
    let entries = graph.resolve(category).dictionary?.entries.map(\.value) ?? []
    var members: [PDFDictionary] = []
    for entry in entries where count < Self.objectLimit {
      if let id = entry.reference, !seen.insert(id).inserted { continue }
      count += 1
      if let dictionary = graph.resolve(entry).dictionary { members.append(dictionary) }
    }
    return members
  }
}
