/// Shows that bytes of a file belong to something that is known: to objects, to cross-reference sections, or to nothing at all.
struct ByteAccounting {
  private let bytes: UnsafeRawBufferPointer
  private let headerOffset: Int
  /// The parts of the file that are accounted for.
  private var known: [Range<Int>] = []

  /// Why bytes are not accounted for.
  struct Leftover: Error, CustomStringConvertible { let description: String }

  init(_ bytes: UnsafeRawBufferPointer, headerOffset: Int) {
    (self.bytes, self.headerOffset) = (bytes, headerOffset)
  }

  /// Accounts for an object that stands by itself.
  ///
  /// - Parameters:
  ///   - number: Its number; `nil` if any will do.
  ///   - length: How long a stream is, from the value of its `/Length`.
  mutating func addObject(_ number: Int?, at offset: Int, length: (PDFObject?) -> Int?) throws -> PDFObject {
    var parser = PDFParser(bytes, at: headerOffset + offset)
    let start = parser.position
    guard let found = parser.objectHeader()?.number, number == nil || found == number,
      let object = parser.object()
    else { throw Leftover(description: "object \(number.map(String.init) ?? "") is not where it should be") }
    var hasData = parser
    if hasData.skip("stream") {
      guard let length = length(object.dictionary?["Length"]), parser.streamData(length: length) != nil else {
        throw Leftover(description: "the stream \(found) has another length than it says")
      }
    }
    guard parser.skip("endobj") else { throw Leftover(description: "object \(found) has no end") }
    known.append(start..<parser.position)
    return object
  }

  /// Accounts for a section, and for the stream that a table leads to.
  mutating func addSection(_ section: XrefChain.Section) throws {
    switch section.rows {
    case .stream: _ = try addObject(nil, at: section.start) { $0?.integer }
    case .table(let subsections):
      let start = headerOffset + section.start
      let end = subsections.map { $0.position + $0.count * XrefSection.tableRowLength }.max()
      var parser = PDFParser(bytes, at: end ?? start)
      let isEmpty = end == nil
      guard !isEmpty || parser.skip("xref"), parser.skip("trailer"), parser.object() != nil else {
        throw Leftover(description: "it has a cross-reference table of an unusual form")
      }
      known.append(start..<parser.position)
      if section.hidden != nil, let place = section.trailer["XRefStm"]?.integer {
        _ = try addObject(nil, at: place) { $0?.integer }
      }
    }
  }

  /// Looks at what lies between the parts that are accounted for.
  ///
  /// - Throws: ``Leftover`` if there is something else than white space, comments and `startxref`.
  func requireNothingElse(in range: Range<Int>, longestComment: Int) throws {
    var position = range.lowerBound
    let parts = known.map { $0.clamped(to: range) }.filter { !$0.isEmpty }
    for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) + [range.upperBound..<range.upperBound] {
      if part.lowerBound > position {
        try Self.requireNothing(in: position..<part.lowerBound, bytes, longestComment: longestComment)
      }
      position = max(position, part.upperBound)
    }
  }

  private static func requireNothing(
    in gap: Range<Int>, _ bytes: UnsafeRawBufferPointer, longestComment: Int, allowsStart: Bool = true
  ) throws {
    var parser = PDFParser(UnsafeRawBufferPointer(rebasing: bytes[..<gap.upperBound]), at: gap.lowerBound)
    while let byte = parser.current {
      let start = parser.position
      if ByteClass.isSpace(byte) {
        parser.position += 1
      } else if byte == UInt8(ascii: "%") {
        while let byte = parser.current, byte != 10, byte != 13 { parser.position += 1 }
        let comment = UnsafeRawBufferPointer(rebasing: bytes[start..<parser.position])
        // Readers that search a damaged file for these words find them in comments too.
        let isHarmless = ["obj", "trailer", "xref"].allSatisfy { ByteSearch.first($0, in: comment) == nil }
        guard comment.count <= longestComment, isHarmless else { throw leftover(at: start) }
      } else {
        guard allowsStart, parser.skip("startxref"), parser.integer() != nil else {
          throw leftover(at: start)
        }
      }
    }
  }

  private static func leftover(at position: Int) -> Leftover {
    Leftover(description: "there is something at byte \(position) that is no part of the document")
  }

  /// Whether there is nothing in a range but white space and comments.
  static func isBlank(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
    (try? requireNothing(in: range, bytes, longestComment: .max, allowsStart: false)) != nil
  }
}
