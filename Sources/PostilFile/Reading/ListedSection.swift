/// A cross-reference section where it stands in a file (ISO 32000-2, 7.5.4 and 7.5.8): what it says of itself, and where its entries
/// are, which are not looked at.
struct ListedSection {
  let kind: XrefChain.Kind
  let dictionary: PDFDictionary
  /// One more than the highest number listed.
  let listedEnd: Int
  /// The same, with the section's own number if it is a stream.
  let end: Int
  /// Where it is, as the file counts.
  let start: Int
  /// Where the entries are, if they can be looked up there.
  var rows: XrefChain.Section.Rows?
  /// Whether its trailer or dictionary has a key twice: readers do not agree about which counts.
  let repeatsKeys: Bool
  /// Whether it begins just there, without white space before it.
  let isExact: Bool

  /// - Parameters:
  ///   - bytes: A file, or a part of one.
  ///   - headerOffset: What is added to offsets to get places in the bytes.
  /// - Returns: `nil` if there is none.
  init?(in bytes: UnsafeRawBufferPointer, headerOffset: Int, at offset: Int) {
    let place = headerOffset.addingReportingOverflow(offset)
    guard offset >= 0, !place.overflow, bytes.indices.contains(place.partialValue) else { return nil }
    var parser = PDFParser(bytes, at: place.partialValue)
    start = offset
    isExact = parser.current.map { !ByteClass.endsToken($0) } ?? false
    if parser.skip("xref") {
      guard let table = Self.table(&parser, bytes) else { return nil }
      kind = .table
      (rows, dictionary) = (table.subsections.map(XrefChain.Section.Rows.table), table.trailer)
      (listedEnd, end) = (table.end, table.end)
      repeatsKeys = !parser.repeated.isEmpty
      return
    }
    guard let own = parser.objectHeader(), let dictionary = parser.object()?.dictionary,
      dictionary["Type"]?.name == "XRef"
    else { return nil }
    let index = dictionary["Index"]?.array?.compactMap(\.integer) ?? [0, dictionary["Size"]?.integer ?? 0]
    let ends = stride(from: 0, to: index.count - 1, by: 2).map { index[$0] &+ index[$0 + 1] }
    kind = .stream
    self.dictionary = dictionary
    repeatsKeys = !parser.repeated.isEmpty
    listedEnd = ends.max() ?? 0
    end = max(listedEnd, own.number &+ 1)
    let data = dictionary["Length"]?.integer.flatMap { parser.streamData(length: $0) }
    rows = data.map { .stream(dictionary, data: $0) }
  }

  /// Past the entries of a subsection, which should have 20 bytes each; some writers leave out one.
  /// Returns whether they do.
  private static func skipEntries(
    _ count: Int, _ parser: inout PDFParser, _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    let start = parser.position
    parser.position += count * XrefSection.tableRowLength
    var next = parser
    if count == 0 || isEntryEnd(parser.position, bytes),
      next.skip("trailer") || (next.integer() != nil && next.integer() != nil)
    {
      return true
    }
    parser.position = start
    for _ in 0..<count {
      guard parser.integer() != nil, parser.integer() != nil, parser.skip("n") || parser.skip("f") else {
        break
      }
    }
    return false
  }

  /// Whether an entry of 20 bytes can end here: with its kind and a line end of two bytes. Otherwise the
  /// place may be in the middle of a number.
  private static func isEntryEnd(_ position: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard position >= 3, position <= bytes.count else { return false }
    let isKind = bytes[position - 3] == UInt8(ascii: "n") || bytes[position - 3] == UInt8(ascii: "f")
    return isKind && ByteClass.isSpace(bytes[position - 2]) && ByteClass.isSpace(bytes[position - 1])
  }

  /// Subsections, if their entries can be looked up, then the trailer.
  private static func table(
    _ parser: inout PDFParser, _ bytes: UnsafeRawBufferPointer
  ) -> (subsections: [XrefSection.Subsection]?, trailer: PDFDictionary, end: Int)? {
    var end = 0
    var subsections: [XrefSection.Subsection]? = []
    while !parser.skip("trailer") {
      guard let first = parser.integer(), let count = parser.integer(), count < bytes.count / 20 + 1 else {
        return nil
      }
      parser.skipSpace()
      let start = parser.position
      if skipEntries(count, &parser, bytes) {
        subsections?.append(.init(first: first, count: count, position: start))
      } else {
        subsections = nil
      }
      if count > 0 { end = max(end, first &+ count) }
    }
    guard let trailer = parser.object()?.dictionary else { return nil }
    return (subsections, trailer, end)
  }
}
