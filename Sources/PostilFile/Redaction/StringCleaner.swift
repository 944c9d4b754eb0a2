import Foundation
import PostilModel

/// Takes what matches from everything but what pages show: strings, names, metadata, scripts, attached files; and notes where texts
/// of areas are left.
final class StringCleaner {
  private let run: RedactionRun
  private let changes: ObjectChanges
  private let matcher: RedactionMatcher
  private let roles: StreamRoles
  private let keepsInformation: Bool
  private let attachmentDepth: Int
  /// What strings became by which something is found: each another one.
  private var identifiers: [[UInt8]: [UInt8]] = [:]
  private var usedIdentifiers: Set<[UInt8]> = []
  /// Short strings that were looked at: many are there a thousand times.
  private var known: [[UInt8]: [UInt8]?] = [:]
  private static let deepest = 100
  private static let longestKnown = 64
  private static let mostKnown = 20_000
  /// How many bytes are looked through for texts that were removed from areas, one text after the other.
  private static let mostCompared = 32 << 20

  init(_ run: RedactionRun, _ roles: StreamRoles, keepsInformation: Bool, attachmentDepth: Int) {
    (self.run, self.roles, changes, matcher) = (run, roles, run.changes, run.matcher)
    (self.keepsInformation, self.attachmentDepth) = (keepsInformation, attachmentDepth)
  }

  /// - Throws: ``PDFError`` with code `.unsupported` if something cannot be removed for certain.
  func clean() throws {
    guard !matcher.isEmpty || !run.removed.isEmpty || run.removesImageNotes else { return }
    if !matcher.isEmpty { cleanNameTrees() }
    if !matcher.isEmpty { try cleanNames() }
    var walk = ObjectWalk(changes, keepsInformation: keepsInformation)
    while let id = walk.next() {
      if changes.object(id).isStream { try cleanStream(id, changes.object(id), walk.keys[id] ?? "") }
      let old = changes.object(id)
      let key = walk.keys[id] ?? ""
      let new = cleaned(
        old, key, in: nil, id, 0, isChosen: !StandardNames.contains(key) && walk.keys[id] != nil)
      if new != old { changes.set(id, to: new) }
    }
  }

  // MARK: - Strings

  private func cleaned(
    _ object: PDFObject, _ key: PDFName, in holder: PDFDictionary?, _ id: ObjectID, _ depth: Int,
    isChosen: Bool
  ) -> PDFObject {
    guard depth < Self.deepest else { return object }
    switch object {
    case .string(let bytes): return cleaned(bytes, key, in: holder, id).map { .string($0) } ?? object
    case .array(let items):
      return .array(
        items.enumerated().map { index, item in
          // The colours of an indexed space (8.6.6.3).
          if index == 3, items.count == 4, items[0].name == "Indexed", items[2].integer != nil { return item }
          return cleaned(item, key, in: nil, id, depth + 1, isChosen: isChosen)
        })
    case .dictionary(let dictionary):
      return .dictionary(cleaned(dictionary, key, id, depth, isChosen: isChosen))
    case .stream(let dictionary, let body):
      return .stream(cleaned(dictionary, key, id, depth, isChosen: isChosen), body)
    case .integer, .real:
      // What the standard's entries count or measure is no text.
      guard isChosen || Self.textKeys.contains(key), cleaned(PDFSerializer.bytes(of: object)) != nil else {
        return object
      }
      run.report.strings += 1
      return .null
    default: return object
    }
  }

  private func cleaned(
    _ old: PDFDictionary, _ key: PDFName, _ id: ObjectID, _ depth: Int, isChosen: Bool
  ) -> PDFDictionary {
    var result = PDFDictionary()
    for entry in old.entries {
      result.append(
        entry.key,
        cleaned(
          entry.value, entry.key, in: old, id, depth + 1,
          isChosen: isChosen || !StandardNames.contains(entry.key)))
    }
    // Rich text says what /Contents and /V say once more (12.7.4.4). In /MK the key is a button's caption.
    for (plain, rich) in [("Contents", "RC"), ("V", "RV")] as [(PDFName, PDFName)] where key != "MK" {
      guard let value = old[rich] else { continue }
      let hasMatch = [value, old[plain]].contains { text in
        self.bytes(of: text).map { matcher.hasMatch(inReadingsOf: $0) } ?? false
      }
      guard hasMatch else { continue }
      result[rich] = nil
      run.report.strings += 1
    }
    return result == old ? old : result
  }

  private func bytes(of object: PDFObject?) -> [UInt8]? {
    let value = changes.resolve(object)
    if let string = value.string { return string }
    guard value.isStream, let object else { return nil }
    return try? changes.decoded(object, limit: StreamLimit.content)
  }

  /// Operations that set a font and a color (12.7.4.3), without what matches in them.
  private func cleanedAppearanceString(_ object: PDFObject?) -> PDFObject? {
    guard let bytes = object?.string else { return nil }
    guard let clean = try? ContentWords.cleaned(bytes, matcher, names: [:]) else { return object }
    return .string(clean)
  }

  /// Entries that are texts: a number is none of what the standard says of them.
  private static let textKeys: Set<PDFName> = [
    "Title", "Author", "Subject", "Keywords", "Creator", "Producer", "Contents", "TU", "TM", "NM", "Alt",
    "ActualText", "UF",
    "Desc", "URI", "JS", "Lang", "RC", "RV", "DV", "V",
  ]
  private static let identifierKeys: Set<PDFName> = ["Dest", "D", "ID", "NM", "Headers"]
  private static let dateKeys: Set<PDFName> = [
    "CreationDate", "ModDate", "M", "LastModified", "SourceModified",
  ]
  private static let orderings: Set<String> = [
    "Adobe", "Identity", "Japan1", "Japan2", "GB1", "CNS1", "Korea1", "KR", "UCS", "Adobe-Identity",
  ]

  /// Whether a string is none of text, by what it is and where.
  private static func isOther(_ bytes: [UInt8], _ key: PDFName) -> Bool {
    switch key {
    case "Panose": bytes.count == 12 && bytes[0] == 0
    case "CheckSum": bytes.count == 16 && !bytes.allSatisfy { (0x20..<0x7F).contains($0) }
    case "Registry", "Ordering": orderings.contains(TextString.decode(bytes))
    case let key where dateKeys.contains(key): isDate(bytes)
    default: false
    }
  }

  /// Whether bytes are a date (7.9.4) and nothing else.
  private static func isDate(_ bytes: [UInt8]) -> Bool {
    let text = bytes.starts(with: Array("D:".utf8)) ? bytes.dropFirst(2) : bytes[...]
    let digits = text.prefix { ByteClass.isDigit($0) }
    return (4...14).contains(digits.count) && digits.count % 2 == 0 && text.count - digits.count <= 7
      && text.dropFirst(digits.count).allSatisfy {
        ByteClass.isDigit($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "Z")
          || $0 == UInt8(ascii: "'")
      }
  }

  private func cleaned(
    _ bytes: [UInt8], _ key: PDFName, in holder: PDFDictionary?, _ id: ObjectID
  ) -> [UInt8]? {
    guard !bytes.isEmpty, !Self.isOther(bytes, key) else { return nil }
    if key == "DA" {
      // Names and operators are looked at one by one.
      guard case .string(let new)? = cleanedAppearanceString(.string(bytes)), new != bytes else { return nil }
      run.report.strings += 1
      return new
    }
    let isField = key == "T" && (holder?["FT"] != nil || holder?["Kids"] != nil || holder?["Parent"] != nil)
    let clean = isField || Self.identifierKeys.contains(key) ? identifier(bytes) : cleaned(bytes)
    if !run.removed.isEmpty {
      let text = TextString.decode(clean ?? bytes)
      if let left = run.removed.first(where: text.contains) { run.noteRemaining(left, key, id) }
    }
    if clean != nil { run.report.strings += 1 }
    return clean
  }

  /// A string without what matches; `nil` if nothing does.
  private func cleaned(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count <= Self.longestKnown else { return matcher.cleaned(bytes) }
    if let known = known[bytes] { return known }
    let result = matcher.cleaned(bytes)
    if known.count < Self.mostKnown { known[bytes] = .some(result) }
    return result
  }

  /// A string by which something is found without what matches, unlike all others; `nil` if nothing matches.
  private func identifier(_ bytes: [UInt8]) -> [UInt8]? {
    if let known = identifiers[bytes] { return known }
    guard let clean = cleaned(bytes) else { return nil }
    let text = TextString.decode(clean)
    var new = clean
    var number = 1
    while !usedIdentifiers.insert(new).inserted {
      number += 1
      new = TextString.encode("\(text) \(number)")
    }
    identifiers[bytes] = new
    return new
  }

  // MARK: - Name trees

  /// Gives the keys of name trees (7.9.6) that match others, and sorts the trees anew.
  private func cleanNameTrees() {
    func cleaned(_ tree: PDFObject) -> PDFObject? {
      let entries = NameTree.entries(of: tree, changes)
      var new: [[UInt8]: PDFObject] = [:]
      var isChanged = false
      for (key, value) in entries.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        let clean = identifier(key)
        isChanged = isChanged || clean != nil
        if clean != nil { run.report.strings += 1 }
        new[clean ?? key] = value
      }
      return isChanged ? NameTree.tree(new, changes) : nil
    }
    func change(_ holder: PDFObject?, _ keys: [PDFName]?) -> PDFObject? {
      guard let old = changes.resolve(holder).dictionary else { return nil }
      var new = old
      for key in keys ?? old.entries.map(\.key) {
        if let tree = old[key].flatMap(cleaned) { new[key] = tree }
      }
      guard new != old else { return nil }
      guard let id = holder?.reference else { return .dictionary(new) }
      changes.set(id, to: .dictionary(new))
      return nil
    }
    let catalog = changes.catalog
    let names = change(catalog["Names"], nil)
    let structure = change(catalog["StructTreeRoot"], ["IDTree"])
    changes.changeCatalog {
      if let names { $0["Names"] = names }
      if let structure { $0["StructTreeRoot"] = structure }
    }
  }

  // MARK: - Names

  private func cleanNames() throws {
    let cleaner = NameCleaner(run, roles, keepsInformation: keepsInformation)
    for (id, name) in cleaner.fontNames {
      run.noteRemaining("the name of a font, '\(name)', of object \(id.number)")
    }
    if let id = cleaner.showing.first { throw RedactionCheck.failure("a text in object \(id.number)") }
    guard !cleaner.isEmpty else { return }
    for id in cleaner.contents {
      guard case .stream(var dictionary, _) = changes.object(id) else { continue }
      let place = "Object \(id.number)"
      let bytes = try run.decoded(.reference(id), place)
      do {
        guard let clean = try ContentWords.cleaned(bytes, matcher, names: cleaner.names) else { continue }
        for key in RedactionRun.encodingKeys { dictionary[key] = nil }
        changes.set(id, to: Flate.stream(dictionary, clean))
        run.report.strings += 1
      } catch let failure as ContentParser.Failure {
        throw run.refusal("its content cannot be read at byte \(failure.position)", place)
      }
    }
    run.report.strings += cleaner.names.count
    guard !cleaner.names.isEmpty else { return }
    var walk = ObjectWalk(changes, keepsInformation: keepsInformation)
    while let id = walk.next() {
      let old = changes.object(id)
      let new = cleaner.renamed(old)
      if new != old { changes.set(id, to: new) }
    }
  }

  // MARK: - Streams

  private func cleanStream(_ id: ObjectID, _ object: PDFObject, _ key: PDFName) throws {
    let role = roles[id]
    if role == [.image] { return cleanImage(id, object) }
    if role == [.profile] { return lookInto(id, "the color profile") }
    if role == [.font] { return lookInto(id, "the font program") }
    guard !role.isDisjoint(with: [.text, .file]) else { return }
    let isFile = !role.isDisjoint(with: [.file])
    let name = roles.fileNames[id].map { matcher.cleaned($0) ?? $0 }
    let what =
      name.map { "the attached file '\($0)'" }
      ?? (isFile ? "a file in object \(id.number)" : "\(key) of object \(id.number)")
    let bytes: [UInt8]
    do { bytes = try changes.decodedStream(id, limit: StreamLimit.content) } catch is PDFError {
      run.noteRemaining("\(what), which cannot be decoded")
      return
    }
    let place = name == nil ? key : "attached file"
    guard isFile, !matcher.isEmpty else {
      if matcher.hasMatch(inReadingsOf: bytes) {
        cleanText(id, object, bytes)
      } else {
        noteRemaining(bytes, place, id)
      }
      return
    }
    switch try AttachedData(matcher: matcher, depth: attachmentDepth).finding(in: bytes) {
    case .nothing: noteRemaining(bytes, place, id)
    case .match:
      run.report.attachments += 1
      changes.set(id, to: .stream(["Type": .name("EmbeddedFile")], .encoded([])))
    case .redacted(let new):
      run.report.attachments += 1
      var dictionary = object.dictionary ?? [:]
      for key in RedactionRun.encodingKeys { dictionary[key] = nil }
      // Its size, dates and checksum were those of the other file.
      dictionary["Params"] = nil
      changes.set(id, to: Flate.stream(dictionary, new))
    case .unreadable(let why):
      run.noteRemaining("\(what), which cannot be looked into: it is \(why)")
    }
  }

  /// Color profiles and fonts stay as they are: what they say of themselves is told.
  private func lookInto(_ id: ObjectID, _ what: String) {
    guard !shortTexts.isEmpty, let bytes = try? changes.decodedStream(id, limit: StreamLimit.small) else {
      return
    }
    tell(bytes, "\(what) of object \(id.number)")
  }

  private func tell(_ bytes: [UInt8], _ what: String) {
    // Texts in UTF-16 begin at any byte.
    guard [0, 1].contains(where: { shortTexts.hasMatch(inReadingsOf: Array(bytes.dropFirst($0))) }) else {
      return
    }
    run.noteRemaining("a text in \(what)")
  }

  /// Those that bytes which are no text do not have by chance.
  private lazy var shortTexts = matcher.texts(ofAtLeast: RedactionCheck.shortestText)

  /// Takes what a picture says about itself from it, if something of that matches, or all such information is to be removed.
  private func cleanImage(_ id: ObjectID, _ object: PDFObject) {
    guard let dictionary = object.dictionary, let notes = ImageNotes(dictionary, id, changes) else { return }
    for profile in notes.profiles where !shortTexts.isEmpty {
      tell(profile, "the color profile in the picture of object \(id.number)")
    }
    let hasMatch = notes.texts.contains(where: matcher.hasMatch(inReadingsOf:))
    guard hasMatch || run.removesImageNotes && notes.isShorter else {
      for text in notes.texts { noteRemaining(text, "a note in a picture", id) }
      return
    }
    if hasMatch { run.report.strings += 1 } else { run.report.count(.metadata) }
    changes.set(id, to: .stream(dictionary.filtered(by: notes.stages), .encoded(notes.without)))
  }

  private func noteRemaining(_ bytes: [UInt8], _ key: PDFName, _ id: ObjectID) {
    guard !run.removed.isEmpty else { return }
    guard bytes.count <= Self.mostCompared / run.removed.count else {
      return run.noteRemaining(
        "\(key) of object \(id.number), which is too large to be looked into for what was removed from areas")
    }
    for text in TextEncodings(bytes).texts {
      if let left = run.removed.first(where: text.contains) { return run.noteRemaining(left, key, id) }
    }
  }

  /// A stream of text with something that matches: of metadata (14.3.2) properties stay that do not, others go as a whole.
  private func cleanText(_ id: ObjectID, _ object: PDFObject, _ bytes: [UInt8]) {
    run.report.strings += 1
    var new: [UInt8]?
    if var packet = XMPPacket(Data(bytes)) {
      packet.changeTexts { matcher.cleaned($0) ?? $0 }
      new = [UInt8](packet.data)
    }
    guard let new, !matcher.hasMatch(inReadingsOf: new), var dictionary = object.dictionary else {
      return changes.set(id, to: .null)
    }
    for key in RedactionRun.encodingKeys { dictionary[key] = nil }
    // Metadata are not compressed, so that programs find them that do not know PDF.
    changes.set(id, to: .stream(dictionary, .encoded(new)))
  }
}
