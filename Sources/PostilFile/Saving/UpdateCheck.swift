import PostilModel

/// Checks an update before a byte of it is written: that its cross-reference section is where it
/// says, that it lists every object, and that each object is where it is listed. O(size of the update).
enum UpdateCheck {
  static func check(
    _ update: AppendWriter.Result, _ objects: [ObjectID: PDFObject], base: IncrementalBase, length: Int
  ) throws {
    // The writer has nothing to write for such a stream.
    if let id = objects.first(where: { $0.value.isStreamInFile })?.key {
      throw PDFError(.cannotAppend, "The stream of object \(id.number) has no data: nothing was written.")
    }
    let isRight = update.bytes.withUnsafeBytes { bytes in
      let start = length - base.chain.headerOffset
      func matches(_ id: ObjectID?, at offset: Int) -> Bool {
        var parser = PDFParser(bytes, at: offset - start)
        return offset >= start && parser.objectHeader() == id
      }
      guard XrefChain.startxref(bytes) == update.start else { return false }
      var parser = PDFParser(bytes, at: update.start - start)
      switch base.chain.kind {
      case .table:
        guard parser.skip("xref"), let entries = table(&parser) else { return false }
        return objects.keys.allSatisfy { id in
          entries[id.number].map { $0.generation == id.generation && matches(id, at: $0.offset) } ?? false
        }
      case .stream:
        guard let section = section(&parser, previous: base.start) else { return false }
        var streams: [Int: DecodedObjectStream] = [:]
        return objects.allSatisfy { id, object in
          switch try? section.entry(of: id.number) {
          case .offset(let offset, let generation)?: generation == id.generation && matches(id, at: offset)
          case .member(let number, let index)?:
            id.generation == 0
              && objectStream(number, section, bytes, start, &streams)?.has(object, id.number, at: index)
                == true
          default: false
          }
        }
      }
    }
    guard isRight else {
      throw PDFError(
        .cannotAppend, "The update did not pass its check: nothing was written, save with 'rewrite'.")
    }
  }

  /// The update's own cross-reference stream.
  private static func section(_ parser: inout PDFParser, previous: Int) -> XrefSection? {
    guard parser.objectHeader() != nil, let dictionary = parser.object()?.dictionary,
      dictionary["Type"]?.name == "XRef", dictionary["Prev"]?.integer == previous,
      let length = dictionary["Length"]?.integer, let data = parser.streamData(length: length)
    else { return nil }
    let bytes = UnsafeRawBufferPointer(rebasing: parser.bytes[data])
    return try? XrefSection(stream: dictionary, data: bytes, limit: DecodedObjectStream.largestSize)
  }

  /// An object stream of the update, decoded once.
  private static func objectStream(
    _ number: Int, _ section: XrefSection, _ bytes: UnsafeRawBufferPointer, _ start: Int,
    _ known: inout [Int: DecodedObjectStream]
  ) -> DecodedObjectStream? {
    if let known = known[number] { return known }
    guard case .offset(let offset, 0)? = try? section.entry(of: number), offset >= start else { return nil }
    var parser = PDFParser(bytes, at: offset - start)
    guard parser.objectHeader() == ObjectID(number: number), let dictionary = parser.object()?.dictionary,
      let length = dictionary["Length"]?.integer, let data = parser.streamData(length: length),
      let stream = DecodedObjectStream(dictionary, UnsafeRawBufferPointer(rebasing: bytes[data]))
    else { return nil }
    known[number] = stream
    return stream
  }

  private static func table(_ parser: inout PDFParser) -> [Int: (offset: Int, generation: Int)]? {
    var entries: [Int: (offset: Int, generation: Int)] = [:]
    while !parser.skip("trailer") {
      guard let first = parser.integer(), let count = parser.integer() else { return nil }
      for number in first..<first + count {
        guard let offset = parser.integer(), let generation = parser.integer(), parser.skip("n") else {
          return nil
        }
        entries[number] = (offset, generation)
      }
    }
    return entries
  }
}

extension PDFObject {
  /// Whether it is a stream whose data are only in the file.
  fileprivate var isStreamInFile: Bool { if case .stream(_, .inFile) = self { true } else { false } }
}
