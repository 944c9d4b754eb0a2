import PostilModel

/// What a redaction of a document knows and counts while it goes through the document's content.
final class RedactionRun {
  let changes: ObjectChanges
  /// Texts and patterns that are removed wherever they are.
  let matcher: RedactionMatcher
  /// Whether text that is not painted (rendering mode 3) is removed everywhere.
  var removesHiddenText = false
  /// Whether notes in pictures are removed, whatever they say.
  var removesImageNotes = false
  /// Whether the file was redacted already and is only looked at: what is written is thrown away.
  var isCheck = false
  /// Whether an image was found with something in an area, where nothing is to be any more.
  var hasPixelsLeft = false
  /// Layers whose content is removed.
  var hiddenLayers = HiddenLayers.none
  var report = RedactionReport()
  /// Marked content of which something was removed.
  var touchedContent: Set<MarkedContentID> = []
  /// Objects that were replaced, or are no longer painted, somewhere: other content may still use them as they are. What none
  /// does must not be in the new file.
  var replaced: Set<ObjectID> = []
  /// Where glyphs were removed on the page that is looked at.
  var holes: [RemovedGlyphs] = []
  /// Images as a renderer painted them, and those that one has to paint.
  var paintedImages: [[UInt8]: PaintedImage] = [:]
  var undecoded: [UndecodedImage] = []
  /// How many bytes of meshes were gone through, and how many may be, each use counting.
  var meshBytes = 0
  static let mostMeshBytes = 1 << 30
  /// The streams that took the place of others, by these.
  private(set) var copies: [ObjectID: Set<ObjectID>] = [:]
  /// Fonts of which glyphs were removed.
  var touchedFonts: Set<ObjectID> = []
  /// A form where no area is, and what was found in it there.
  struct FormUse: Hashable {
    let form: ObjectID
    let hits: GlyphHits
  }
  /// Forms as they are without what was found and hidden content; `nil` if that is as they were.
  var formsWithoutAreas: [FormUse: PDFObject?] = [:]
  /// What forms that stay take from the resources of who paints them.
  var knownBorrowedNames: [ObjectID: Set<BorrowedNames.Name>] = [:]
  /// The texts that were removed.
  private(set) var removed: Set<String> = []
  let context: ContentContext
  /// Content streams in which nothing matches beside what they show.
  var plainStreams: Set<ObjectID> = []
  /// Texts that no operator may show, whatever its font makes of the bytes: those of a check.
  var textsNotShown = RedactionMatcher()

  struct MarkedContentID: Hashable {
    let owner: ObjectID
    let number: Int
  }

  /// What takes the place of content for those who cannot see it (ISO 32000-2, 14.9).
  static let replacementKeys: Set<PDFName> = ["ActualText", "Alt", "E"]
  /// What else property lists have that says nothing of the content (14.6.2, 14.8.2.2).
  private static let formalKeys: Set<PDFName> = ["MCID", "Lang", "Type", "Subtype", "BBox", "Attached"]

  /// The keys of a property list under which something may be said of its content: programs have their own, and artifacts have contents.
  static func telling(of mark: ContentMark) -> [PDFName] {
    guard let properties = mark.properties else { return [] }
    // A layer is not of its content.
    if let type = properties["Type"]?.name, type == "OCG" || type == "OCMD" {
      return properties.entries.map(\.key).filter(replacementKeys.contains)
    }
    return properties.entries.compactMap { entry in
      if formalKeys.contains(entry.key) { return nil }
      switch entry.value {
      case .boolean, .integer, .real, .null: return nil
      default: return entry.key
      }
    }
  }

  /// What belongs to the bytes of a stream that are replaced.
  static let encodingKeys: [PDFName] = [
    "Filter", "DecodeParms", "Length", "DL", "F", "FFilter", "FDecodeParms",
  ]
  /// What programs keep of pages, forms and images beside their content; it goes where that changes. Of annotations and all other
  /// objects see `DocumentRedactor.removeRemains`.
  static let keysBesideContent: [PDFName] = ["PieceInfo", "Metadata", "LastModified", "OPI", "Ref", "AF"]

  init(_ changes: ObjectChanges, _ matcher: RedactionMatcher) {
    (self.changes, self.matcher) = (changes, matcher)
    context = ContentContext(changes, fileSize: changes.graph.fileSize)
  }

  /// What goes through a content with these resources.
  func interpreter(_ resources: PDFObject?) -> ContentInterpreter {
    ContentInterpreter(
      context, resources: changes.resolve(resources).dictionary ?? [:], hiddenLayers: hiddenLayers)
  }

  /// Whether content is looked at that no area touches and in which nothing was found.
  var looksEverywhere: Bool { removesHiddenText || !hiddenLayers.isEmpty }

  /// Notes that a stream took the place of another one.
  func noteReplaced(_ old: ObjectID, by new: ObjectID) {
    replaced.insert(old)
    copies[old, default: []].insert(new)
  }

  func refusal(_ reason: String, _ place: String) -> PDFError {
    PDFError(.unsupported, "\(place) cannot be redacted, \(reason): nothing was written.")
  }

  // MARK: - Objects

  /// The data of a stream.
  func decoded(_ object: PDFObject, _ place: String) throws -> [UInt8] {
    do { return try context.decoded(object) } catch let error as PDFError {
      throw refusal("a stream of it cannot be read: \(error.message)", place)
    }
  }

  // MARK: - Texts

  func removedText(_ text: String) {
    for part in text.split(separator: "\n") {
      let trimmed = part.trimmed
      if trimmed.unicodeScalars.count > 2, removed.count < 10_000 { removed.insert(trimmed) }
    }
  }

  /// Notes that a text of an area is left elsewhere.
  func noteRemaining(_ text: String, _ key: PDFName, _ place: ObjectID) {
    noteRemaining("'\(text)' in \(key) of object \(place.number)")
  }

  /// Counts data that were cut off.
  func noteCut(_ surplus: [UInt8]) {
    report.cutStreams += 1
    if matcher.hasMatch(inReadingsOf: surplus) { report.strings += 1 }
  }

  /// Notes that something is left, or may be.
  func noteRemaining(_ note: String) {
    if report.remaining.count < 1000, !report.remaining.contains(note) { report.remaining.append(note) }
  }

  /// Whether something in a string (ISO 32000-2, 7.9.2) matches.
  func hasMatch(_ object: PDFObject) -> Bool {
    guard let bytes = object.string, !matcher.isEmpty else { return false }
    return matcher.hasMatch(in: TextString.decode(bytes))
  }
}

extension StringProtocol {
  /// Without white space at both ends.
  var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
