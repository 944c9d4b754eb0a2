/// The cross-reference sections of a file, newest first: which kind the newest is, where it is, the highest object
/// number, how many revisions there are, and where the entries of each section are.
///
/// Our own walk, because the C interface of libqpdf tells none of this.
struct XrefChain {
  enum Kind { case table, stream }

  /// The kind of the newest section; an update continues in the same kind.
  let kind: Kind
  /// The newest section's offset as the file writes it: what an update gives as `/Prev`.
  let start: Int
  /// Where `%PDF-` is: offsets count from here.
  let headerOffset: Int
  /// The newest trailer, or the newest cross-reference stream's dictionary.
  let trailer: PDFDictionary
  /// One more than the highest object number of any section, and at least the newest `/Size`.
  let size: Int
  /// One more than the highest object number that any section lists.
  let listedSize: Int
  /// How many times the file was saved.
  let revisions: Int
  /// Where the newest section of each save is, newest first, as the file counts; of a linearized file both of its sections.
  let starts: [Int]
  /// The sections, newest first, if all of them are plainly right as far as they were looked at: then any object can be
  /// found through them.
  let sections: [Section]?
  /// Whether each section begins just where the file says, without white space before it: strict readers want that.
  let isExact: Bool

  /// Where the entries of a section are.
  struct Section {
    enum Rows {
      case table([XrefSection.Subsection])
      /// A cross-reference stream's data, encoded.
      case stream(PDFDictionary, data: Range<Int>)
    }

    /// Where it is, as the file counts.
    let start: Int
    let rows: Rows
    /// The cross-reference stream that a table refers to for readers that know such streams; it comes before older
    /// sections (ISO 32000-2, 7.5.8.4).
    var hidden: Rows?
    /// The trailer of a table, or the dictionary of a stream.
    let trailer: PDFDictionary
    /// Whether that, or the dictionary of the hidden stream, has a key twice.
    var repeatsKeys = false
    var isEncrypted: Bool { trailer["Encrypt"] != nil }
  }

  static let maximumSize = 100_000_000
  private static let maximumSections = 100_000

  /// Why appending to a file cannot be right.
  struct Unusable: Error { let reason: String }

  init(_ bytes: UnsafeRawBufferPointer) throws {
    guard let headerOffset = PDFHeader.position(in: bytes) else {
      throw Unusable(reason: "the file does not begin with a PDF header")
    }
    guard let start = Self.startxref(bytes) else {
      throw Unusable(reason: "the end of the file does not say where its cross-reference table is")
    }
    self.headerOffset = headerOffset
    self.start = start
    var walk = Walk(bytes: bytes, headerOffset: headerOffset)
    guard let first = walk.section(at: start), first.dictionary["Root"]?.reference != nil else {
      throw Unusable(reason: "the cross-reference table is not where the file says")
    }
    guard try walk.follow(first, limit: Self.maximumSections) else {
      throw Unusable(reason: "an older cross-reference table cannot be read")
    }
    guard walk.size < Self.maximumSize else {
      throw Unusable(reason: "the cross-reference table claims more objects than can be")
    }
    kind = first.kind
    trailer = first.dictionary
    size = walk.size
    listedSize = walk.listedSize
    starts = walk.starts
    sections = walk.sections
    isExact = walk.isExact
    revisions = max(1, walk.starts.count - (Self.isLinearized(bytes, headerOffset) ? 1 : 0))
  }

  /// The number after the last `startxref`, which must come within the last 1,054 bytes.
  static func startxref(_ bytes: UnsafeRawBufferPointer) -> Int? {
    let word = Array("startxref".utf8)
    let lowest = max(0, bytes.count - 1054)
    var position = bytes.count - word.count
    while position >= lowest {
      if bytes[position] == word[0], bytes[position..<position + word.count].elementsEqual(word) {
        var parser = PDFParser(bytes, at: position + word.count)
        return parser.integer()
      }
      position -= 1
    }
    return nil
  }

  /// Whether the first object is a linearization dictionary of this file (ISO 32000-2, annex F):
  /// such a file has two sections for one save.
  private static func isLinearized(_ bytes: UnsafeRawBufferPointer, _ headerOffset: Int) -> Bool {
    var parser = PDFParser(bytes, at: headerOffset)
    guard parser.objectHeader() != nil, let dictionary = parser.object()?.dictionary else { return false }
    return dictionary["Linearized"] != nil
  }
}

/// Goes through the sections one by one.
private struct Walk {
  let bytes: UnsafeRawBufferPointer
  let headerOffset: Int
  var size = 0
  var listedSize = 0
  var starts: [Int] = []
  private var sectionCount = 0
  /// Whether the section that was seen last lists nothing itself and leads to the stream with what the section before hides:
  /// both are written in one save (ISO 32000-2, 7.5.8.4).
  private var isHybridUpdate = false
  /// The sections seen; `nil` once one was not plainly right.
  var sections: [XrefChain.Section]? = []
  private var visited: Set<Int> = []
  /// Whether each section was just where it should be.
  private(set) var isExact = true

  init(bytes: UnsafeRawBufferPointer, headerOffset: Int) {
    self.bytes = bytes
    self.headerOffset = headerOffset
  }

  mutating func follow(_ first: ListedSection, limit: Int) throws -> Bool {
    var next: ListedSection? = first
    while let section = next {
      sectionCount += 1
      if !isHybridUpdate { starts.append(section.start) }
      isHybridUpdate = false
      guard sectionCount < limit, let stated = section.dictionary["Size"]?.integer else { return false }
      // Readers use the newest section's: a wrong value in an older one shows nowhere.
      size = max(size, sectionCount == 1 ? stated : 0, section.end)
      listedSize = max(listedSize, section.listedEnd)
      add(section)
      guard let entry = section.dictionary["Prev"] else { return true }
      guard let previous = entry.integer else {
        sections = nil
        return true
      }
      guard visited.insert(previous).inserted else {
        sections = nil
        return true
      }
      next = self.section(at: previous)
      if next == nil { return false }
    }
    return true
  }

  private mutating func add(_ section: ListedSection) {
    var hidden: XrefChain.Section.Rows?
    var repeatsKeys = section.repeatsKeys
    if let place = section.dictionary["XRefStm"] {
      let stream = place.integer.flatMap(self.section(at:))
      if let stream {
        size = max(size, stream.end)
        isHybridUpdate = section.end == 0 && section.dictionary["Prev"] != nil
        listedSize = max(listedSize, stream.listedEnd)
      }
      hidden = stream?.kind == .stream ? stream?.rows : nil
      repeatsKeys = repeatsKeys || stream?.repeatsKeys == true
      isExact = isExact && stream?.isExact != false
      // A stream that is not there, or one that belongs to a stream, is nothing to rely on.
      if hidden == nil || section.kind == .stream { sections = nil }
    }
    guard let rows = section.rows else {
      sections = nil
      return
    }
    isExact = isExact && section.isExact
    sections?.append(
      .init(
        start: section.start, rows: rows, hidden: hidden, trailer: section.dictionary,
        repeatsKeys: repeatsKeys))
  }

  func section(at offset: Int) -> ListedSection? {
    ListedSection(in: bytes, headerOffset: headerOffset, at: offset)
  }
}
