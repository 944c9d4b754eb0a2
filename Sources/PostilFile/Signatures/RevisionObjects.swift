import PostilModel

/// The objects of a file at one of its revisions, and as they were just before: the cross-reference sections of update after
/// update are taken in, so that going through all revisions costs no more than their sections have rows.
///
/// Everything is read as it stands in the file. What is not plainly right reads as null and counts as unreadable; of the oldest
/// revision libqpdf reads it, since older programs wrote much that is not.
final class RevisionObjects {
  typealias Entry = XrefSection.Entry

  let bytes: FileBytes
  let headerOffset: Int
  private let password: String?
  /// The oldest section, with what it hides. All others are in `entries`.
  private var oldest: [XrefSection] = []
  private var entries: [Int: Entry] = [:]
  private(set) var trailer: PDFDictionary
  /// The numbers that any update gave another entry.
  private var updated: Set<Int> = []
  /// The entries that the last update replaced.
  private var former: [Int: Entry] = [:]
  private(set) var formerTrailer: PDFDictionary
  private var room = XrefSection.largestSize
  private var streams = ObjectStreamCache(limit: 16 << 20)
  /// How long each revision is, oldest first: no object of one reaches into the next.
  private var lengths: [Int]
  private var repaired: QPDFReader?
  /// How objects are encrypted; `nil` if they are not.
  private(set) var encryption: ObjectEncryption?
  private var encryptionObject: Int?
  /// Why something could not be read that has to be, once it could not.
  private(set) var failure: PDFError?

  /// As the file is now, and as it was before the last update.
  private(set) lazy var now = RevisionView(self, isFormer: false)
  private(set) lazy var before = RevisionView(self, isFormer: true)

  /// More rows than this are not looked at.
  private static let mostRows = 8_000_000
  private var rows = 0

  /// - Parameters:
  ///   - length: How long the oldest revision is.
  ///   - sections: Its sections, newest first.
  /// - Throws: ``XrefSection/Malformed``; `PDFError` if it is encrypted in a way that is not known.
  init(
    _ bytes: FileBytes, headerOffset: Int, length: Int, sections: [XrefChain.Section], password: String?
  ) throws {
    (self.bytes, self.headerOffset, self.password, lengths) = (bytes, headerOffset, password, [length])
    guard let newest = sections.first else { throw XrefSection.Malformed() }
    (trailer, formerTrailer) = (newest.trailer, newest.trailer)
    let (table, hidden) = try read(sections[sections.count - 1])
    oldest = [table] + (hidden.map { [$0] } ?? [])
    for section in sections.dropLast().reversed() { entries.merge(try rows(of: section)) { $1 } }
    if let entry = trailer["Encrypt"] {
      encryptionObject = entry.reference?.number
      let reader = try QPDFReader(FileBytes(first: length, of: bytes), password: password)
      let dictionary = entry.reference.map(reader.object) ?? entry
      encryption = ObjectEncryption(dictionary.dictionary ?? [:], fileKey: try reader.encryptionKey()) {
        $0?.reference.map(reader.object) ?? $0 ?? .null
      }
      guard encryption != nil, !reader.wasRepaired else {
        throw PDFError(.unsupported, "The document is encrypted in a way that is not known.")
      }
    }
  }

  private func read(_ section: XrefChain.Section) throws -> (XrefSection, hidden: XrefSection?) {
    func read(_ rows: XrefChain.Section.Rows) throws -> XrefSection {
      let section = try XrefSection(rows, in: bytes.pointer, room: &room)
      self.rows += section.count
      guard self.rows <= Self.mostRows else { throw XrefSection.Malformed() }
      return section
    }
    return (try read(section.rows), try section.hidden.map(read))
  }

  private func rows(of section: XrefChain.Section) throws -> [Int: Entry] {
    let (table, hidden) = try read(section)
    var result: [Int: Entry] = [:]
    try table.forEach { result[$0] = $1 }
    try hidden?.forEach { number, entry in
      // Readers disagree about objects that the section beside the stream calls free.
      guard result[number] != .free else { throw XrefSection.Malformed() }
      if result[number] == nil { result[number] = entry }
    }
    return result
  }

  // MARK: - Updates

  /// Takes in the sections of an update, and forgets what was before the one before it.
  ///
  /// - Parameter isContinued: Whether they lead to the older sections: if not, nothing of those is left.
  /// - Returns: The numbers whose entries are others now.
  func apply(_ update: FileRevisions.Update, isContinued: Bool) throws -> Set<Int> {
    guard let newest = update.sections.first else { return [] }
    var listed: [Int: Entry] = [:]
    for section in update.sections.reversed() { listed.merge(try rows(of: section)) { $1 } }
    former = [:]
    lengths.append(update.bytes.upperBound)
    if !isContinued {
      for section in oldest {
        try section.forEach { number, _ in if listed[number] == nil { listed[number] = .free } }
      }
      for number in entries.keys where listed[number] == nil { listed[number] = .free }
    }
    for (number, entry) in listed {
      let old = self.entry(of: number)
      guard old != entry else { continue }
      former[number] = old
      entries[number] = entry
      updated.insert(number)
    }
    (formerTrailer, trailer) = (trailer, newest.trailer)
    return Set(former.keys)
  }

  /// What the sections say about an object now; free if they do not list it.
  func entry(of number: Int) -> Entry {
    if let entry = entries[number] { return entry }
    for section in oldest { if let entry = try? section.entry(of: number) { return entry } }
    return .free
  }

  fileprivate func formerEntry(of number: Int) -> Entry { former[number] ?? entry(of: number) }

  /// The object streams that the sections name now, with their members.
  func members() -> [Int: [Int]] {
    var result: [Int: [Int]] = [:]
    for section in oldest {
      try? section.forEach { number, entry in
        if case .member(let stream, _) = entry, entries[number] == nil {
          result[stream, default: []].append(number)
        }
      }
    }
    for (number, entry) in entries {
      if case .member(let stream, _) = entry { result[stream, default: []].append(number) }
    }
    return result
  }

  // MARK: - Reading

  /// An object as it stands in the file.
  struct Read {
    let object: PDFObject
    /// The values of keys that a dictionary in it has twice, but for the last of each: some readers take those.
    var repeated: [PDFObject] = []
    /// Where the data of a stream begins, as far as the file counts.
    fileprivate var parser: PDFParser?

    init(object: PDFObject, repeated: [PDFObject] = []) { (self.object, self.repeated) = (object, repeated) }

    fileprivate init(object: PDFObject, repeated: [PDFObject], parser: PDFParser) {
      self.init(object: object, repeated: repeated)
      self.parser = parser
    }
  }

  /// The object of an entry; `nil` if it cannot be read.
  fileprivate func read(_ number: Int, _ entry: Entry, _ view: RevisionView) -> Read? {
    switch entry {
    case .free: return Read(object: .null)
    case .offset(let offset, let generation):
      let id = ObjectID(number: number, generation: generation)
      guard let own = own(id, at: offset) else {
        return repair(id, isOld: headerOffset + offset < lengths[0])
      }
      return accepted(own, as: number)
    case .member(let stream, let index):
      guard let container = container(stream, view) else {
        return repair(ObjectID(number: number), isOld: isOld(stream))
      }
      guard let found = container.member(number, at: index) else { return nil }
      return accepted(Read(object: found.object, repeated: found.repeated), as: number)
    }
  }

  /// An object that is nothing but a reference some readers follow, and others take for null (ISO 32000-2, 7.3.10 has none): what a file
  /// with one shows cannot be told.
  private func accepted(_ read: Read, as number: Int) -> Read? {
    guard read.object.reference != nil else { return read }
    failure = failure ?? PDFError(.damaged, "Object \(number) is nothing but a reference to another.")
    return nil
  }

  private func isOld(_ number: Int) -> Bool {
    guard !updated.contains(number) else { return false }
    guard case .offset(let offset, _) = entry(of: number) else { return false }
    return headerOffset + offset < lengths[0]
  }

  private func own(_ id: ObjectID, at offset: Int) -> Read? {
    guard offset > 0, let limit = limit(of: offset) else { return nil }
    var parser = PDFParser(
      UnsafeRawBufferPointer(rebasing: bytes.pointer[..<limit]), at: headerOffset + offset)
    guard parser.objectHeader() == id, var object = parser.object() else { return nil }
    if let encryption, id.number != encryptionObject, object.dictionary?["Type"]?.name != "XRef" {
      guard let plain = encryption.decrypted(object, id) else { return nil }
      object = plain
    }
    let end = parser
    if parser.skip("endobj") { return Read(object: object, repeated: end.repeated) }
    guard parser.skip("stream"), case .dictionary(let dictionary) = object else { return nil }
    return Read(
      object: .stream(dictionary, .inFile), repeated: end.repeated, parser: end)
  }

  /// The end of the revision that an offset is in.
  private func limit(of offset: Int) -> Int? {
    guard offset < bytes.pointer.count else { return nil }
    var (low, high) = (0, lengths.count)
    while low < high {
      let middle = (low + high) / 2
      if lengths[middle] <= headerOffset + offset { low = middle + 1 } else { high = middle }
    }
    return low < lengths.count ? lengths[low] : nil
  }

  /// Where an object that stands by itself is in the file, but for the data of a stream.
  func extent(of number: Int) -> Range<Int>? {
    guard case .offset(let offset, let generation) = entry(of: number), let limit = limit(of: offset) else {
      return nil
    }
    var parser = PDFParser(
      UnsafeRawBufferPointer(rebasing: bytes.pointer[..<limit]), at: headerOffset + offset)
    guard parser.objectHeader() == ObjectID(number: number, generation: generation), parser.object() != nil
    else {
      return nil
    }
    return headerOffset + offset..<parser.position
  }

  /// What libqpdf makes of an object of the oldest revision.
  private func repair(_ id: ObjectID, isOld: Bool) -> Read? {
    guard isOld, !updated.contains(id.number), failure == nil else { return nil }
    do {
      let reader = try repaired ?? QPDFReader(FileBytes(first: lengths[0], of: bytes), password: password)
      repaired = reader
      let object = reader.object(id)
      guard !reader.wasRepaired, reader.failure == nil else {
        throw PDFError(.damaged, "Object \(id.number) is damaged.")
      }
      return Read(object: object)
    } catch {
      failure = error as? PDFError ?? PDFError(.damaged, "Object \(id.number) cannot be read.")
      return nil
    }
  }

  /// An object stream, decoded.
  fileprivate func container(_ number: Int, _ view: RevisionView) -> DecodedObjectStream? {
    guard case .offset(let offset, let generation) = view.entry(of: number) else { return nil }
    return streams.stream(offset) {
      let id = ObjectID(number: number, generation: generation)
      guard let read = own(id, at: offset), let dictionary = read.object.dictionary,
        let data = try? data(id, read, view)
      else { return nil }
      return data.withUnsafeBytes { DecodedObjectStream(dictionary, $0) }
    }
  }

  /// The data of a stream, decrypted.
  fileprivate func data(_ id: ObjectID, _ read: Read, _ view: RevisionView) throws -> [UInt8] {
    guard case .stream(let dictionary, _) = read.object else {
      throw PDFError.unreadableStream(id, "it is none")
    }
    guard var parser = read.parser else {
      guard let repaired else { throw PDFError.unreadableStream(id, "it is damaged") }
      return try repaired.rawStream(id)
    }
    // Of an object stream no member is asked for here, so that looking for one never leads back to it.
    var length = dictionary["Length"]
    if let reference = length?.reference {
      guard case .offset(let offset, let generation) = view.entry(of: reference.number) else {
        throw PDFError.unreadableStream(id, "its length is not known")
      }
      length = own(ObjectID(number: reference.number, generation: generation), at: offset)?.object
    }
    guard let count = length?.integer, let range = parser.streamData(length: count) else {
      throw PDFError.unreadableStream(id, "its length is wrong")
    }
    let data = Array(bytes.pointer[range])
    guard let encryption, dictionary["Type"]?.name != "XRef" else { return data }
    // Strings of the dictionary are decrypted already.
    var names = PDFDictionary()
    for key in ["Type", "Filter", "DecodeParms"] as [PDFName] { names[key] = dictionary[key] }
    guard case .stream(_, .encoded(let plain))? = encryption.decrypted(.stream(names, .encoded(data)), id)
    else { throw PDFError.unreadableStream(id, "it cannot be decrypted") }
    return plain
  }
}

/// The objects of a file at one moment.
final class RevisionView: NumberedObjects {
  private unowned let objects: RevisionObjects
  private let isFormer: Bool
  /// The objects that could not be read, and read as null.
  private(set) var unreadable: Set<Int> = []

  fileprivate init(_ objects: RevisionObjects, isFormer: Bool) {
    (self.objects, self.isFormer) = (objects, isFormer)
  }

  var trailer: PDFDictionary { isFormer ? objects.formerTrailer : objects.trailer }
  var catalog: PDFDictionary { resolve(trailer["Root"]).dictionary ?? [:] }

  /// What the sections say about an object; free if they do not list it.
  func entry(of number: Int) -> XrefSection.Entry {
    isFormer ? objects.formerEntry(of: number) : objects.entry(of: number)
  }

  /// The generation of the object that has a number.
  func generation(of number: Int) -> Int {
    if case .offset(_, let generation) = entry(of: number) { generation } else { 0 }
  }

  /// The object of a number, whatever its generation: some readers look at that, others do not.
  func read(_ number: Int) -> RevisionObjects.Read? {
    let result = objects.read(number, entry(of: number), self)
    if result == nil { unreadable.insert(number) }
    return result
  }

  func object(_ id: ObjectID) -> PDFObject { object(id.number) }

  func streamData(_ id: ObjectID) throws -> [UInt8] { try streamData(id.number) }

  func streamData(_ number: Int) throws -> [UInt8] {
    let id = ObjectID(number: number, generation: generation(of: number))
    guard let read = read(number) else { throw PDFError.unreadableStream(id, "it is damaged") }
    return try objects.data(id, read, self)
  }

  /// An object stream, decoded; `nil` if it is none.
  func container(_ number: Int) -> DecodedObjectStream? { objects.container(number, self) }
}
