import PostilModel

/// Gives names (ISO 32000-2, 7.3.5) that somebody chose and that match others: states of fields, places, keys of the information,
/// colorants, tags, resources. A name gets the same new name wherever it stands, so that what is found by it is found still.
struct NameCleaner {
  /// The new names.
  private(set) var names: [PDFName: PDFName] = [:]
  /// Streams of operations with something that matches in what they do not show.
  private(set) var contents: [ObjectID] = []
  /// Streams of operations that show one of the texts that must not be shown.
  private(set) var showing: [ObjectID] = []
  /// Names of fonts that match: fonts are found by them, and stay as they are.
  private(set) var fontNames: [ObjectID: PDFName] = [:]

  private let changes: ObjectChanges
  private let matcher: RedactionMatcher
  private let textsNotShown: RedactionMatcher
  private var known: [PDFName: Bool] = [:]
  private static let deepest = 100

  /// - Complexity: O(objects), and O(bytes) of content streams.
  init(_ run: RedactionRun, _ roles: StreamRoles, keepsInformation: Bool) {
    (changes, matcher, textsNotShown) = (run.changes, run.matcher, run.textsNotShown)
    var walk = ObjectWalk(changes, keepsInformation: keepsInformation)
    while let id = walk.next() {
      let object = changes.object(id)
      look(at: object, id, 0)
      if object.isStream, !run.plainStreams.contains(id), !roles[id].isDisjoint(with: [.content]) {
        look(atContent: id)
      }
    }
    name()
  }

  var isEmpty: Bool { names.isEmpty && contents.isEmpty }

  /// Whether a name was chosen by somebody and matches.
  private mutating func matches(_ name: PDFName) -> Bool {
    if let known = known[name] { return known }
    let result = matcher.hasMatch(inName: name)
    known[name] = result
    return result
  }

  private mutating func look(at object: PDFObject, _ id: ObjectID, _ depth: Int) {
    guard depth < Self.deepest else { return }
    switch object {
    case .name(let name): _ = matches(name)
    case .array(let items): for item in items { look(at: item, id, depth + 1) }
    case .dictionary(let dictionary), .stream(let dictionary, _):
      if Self.isOfFont(dictionary) {
        for key in Self.fontNameKeys {
          if let name = changes.resolve(dictionary[key]).name, matches(name) {
            fontNames[id] = name
            known[name] = false
          }
        }
        return
      }
      for entry in dictionary.entries {
        _ = matches(entry.key)
        look(at: entry.value, id, depth + 1)
      }
    default: break
    }
  }

  private static let fontNameKeys: [PDFName] = ["BaseFont", "FontName", "CMapName"]

  /// Whether the names in a dictionary are those of a font and its glyphs, which the font program has too: all but drawings.
  static func isOfFont(_ dictionary: PDFDictionary) -> Bool {
    if dictionary["Subtype"]?.name == "Type3" { return false }
    if dictionary["Type"]?.name == "Font" { return dictionary["BaseFont"] != nil }
    return dictionary["FontName"] != nil && dictionary["Flags"] != nil || dictionary["CMapName"] != nil
      || dictionary["Differences"] != nil && dictionary["CharProcs"] == nil
  }

  private mutating func look(atContent id: ObjectID) {
    // What cannot be read is refused by what reads it to remove text, or by the check.
    guard let bytes = try? changes.decodedStream(id, limit: StreamLimit.content) else { return }
    let glance = ContentWords.glance(at: bytes)
    if textsNotShown.hasMatch(inShown: glance.shown) { showing.append(id) }
    guard glance.hasOthers || glance.names.contains(where: { matches($0) }) else { return }
    let words = ContentWords(bytes)
    // All of them, not only the first.
    let found = words.names.filter { matches($0) }
    let hasOther =
      words.strings.contains { matcher.hasMatch(inReadingsOf: $0) }
      || words.others.contains { matcher.hasMatch(inReadingsOf: $0) }
    if !found.isEmpty || hasOther { contents.append(id) }
  }

  private mutating func name() {
    let old = known.filter(\.value).keys.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    let word = ["redacted", "x", "Q", "-", "~"].first {
      !matcher.hasMatch(inReadingsOf: Array("\($0)1".utf8)) && !matcher.hasMatch(inReadingsOf: Array($0.utf8))
    }
    // Where every name matches, the check refuses the file.
    guard let word else { return }
    var number = 0
    for name in old {
      var new: PDFName
      repeat {
        number += 1
        new = PDFName("\(word)\(number)")
      } while known[new] != nil
      names[name] = new
    }
  }

  // MARK: - Changing

  /// An object with the new names.
  func renamed(_ object: PDFObject, depth: Int = 0) -> PDFObject {
    guard depth < Self.deepest else { return object }
    switch object {
    case .name(let name): return names[name].map { .name($0) } ?? object
    case .array(let items): return .array(items.map { renamed($0, depth: depth + 1) })
    case .dictionary(let dictionary): return .dictionary(renamed(dictionary, depth))
    case .stream(let dictionary, let body): return .stream(renamed(dictionary, depth), body)
    default: return object
    }
  }

  private func renamed(_ dictionary: PDFDictionary, _ depth: Int) -> PDFDictionary {
    guard !Self.isOfFont(dictionary) else { return dictionary }
    var result = PDFDictionary()
    for entry in dictionary.entries {
      result.append(names[entry.key] ?? entry.key, renamed(entry.value, depth: depth + 1))
    }
    return result
  }
}
