import PostilModel

/// Checks an update before a byte of it is written: that its cross-reference section is where it says, leads to the
/// section before and to the document's catalog, that it lists every object, and that each object is where it is listed.
/// O(size of the update).
enum UpdateCheck {
  /// - Parameter root: The catalog; `nil` is the one that the file has.
  /// - Returns: The objects that the parser does not read back as they are, such as those nested very deeply: that
  ///   they are in their places is all that is known of them.
  /// - Throws: `PDFError` `.cannotAppend`.
  @discardableResult
  static func check(
    _ update: AppendWriter.Result, _ objects: [ObjectID: PDFObject], base: IncrementalBase, length: Int,
    encryption: ObjectEncryption? = nil, root: PDFObject? = nil
  ) throws -> Set<ObjectID> {
    // The writer has nothing to write for such a stream.
    if let id = objects.first(where: { $0.value.isStreamInFile })?.key {
      throw PDFError(.cannotAppend, "The stream of object \(id.number) has no data: nothing was written.")
    }
    let unreadable = update.bytes.withUnsafeBytes { bytes in
      let start = length - base.chain.headerOffset
      return XrefChain.startxref(bytes) == update.start
        ? Check(
          bytes: bytes, start: start, base: base, root: root ?? base.chain.trailer["Root"],
          encryption: encryption
        ).unreadable(
          objects, section: update.start) : nil
    }
    guard let unreadable else {
      throw PDFError(
        .cannotAppend, "The update did not pass its check: nothing was written, save with 'rewrite'.")
    }
    return unreadable
  }
}

/// The check of one update.
private struct Check {
  let bytes: UnsafeRawBufferPointer
  /// Where the update begins, as the file counts.
  let start: Int
  let base: IncrementalBase
  let root: PDFObject?
  let encryption: ObjectEncryption?

  /// The objects that are not read back as they are; `nil` if anything is not where it is listed.
  func unreadable(_ objects: [ObjectID: PDFObject], section offset: Int) -> Set<ObjectID>? {
    let isTable = base.chain.kind == .table
    var room = XrefSection.largestSize
    guard let listed = ListedSection(in: bytes, headerOffset: -start, at: offset), listed.isExact,
      listed.kind == base.chain.kind, leadsOn(listed.dictionary), let rows = listed.rows,
      let section = try? XrefSection(rows, in: bytes, room: &room),
      section.numbers.upperBound <= listed.dictionary["Size"]?.integer ?? 0
    else { return nil }
    var streams: [Int: DecodedObjectStream] = [:]
    var unreadable: Set<ObjectID> = []
    for (id, object) in objects {
      switch try? section.entry(of: id.number) {
      case .offset(let offset, let generation)?:
        guard generation == id.generation, let isReadBack = isReadBack(id, object, at: offset) else {
          return nil
        }
        if !isReadBack { unreadable.insert(id) }
      case .member(let number, let index)?:
        guard id.generation == 0, !isTable, let stream = objectStream(number, section, &streams),
          stream.lists(id.number, at: index)
        else { return nil }
        if let read = stream.object(id.number, at: index) {
          guard read == object else { return nil }
        } else {
          unreadable.insert(id)
        }
      default: return nil
      }
    }
    return unreadable
  }

  /// Whether an object at an offset is read back as it is; `nil` if it is not there.
  private func isReadBack(_ id: ObjectID, _ object: PDFObject, at offset: Int) -> Bool? {
    guard offset >= start else { return nil }
    var parser = PDFParser(bytes, at: offset - start)
    guard parser.objectHeader() == id else { return nil }
    guard let read = parser.object() else { return false }
    guard case .stream(var dictionary, .encoded(let data)) = object else {
      return parser.skip("endobj") && decrypted(read, id) == object
    }
    dictionary["Length"] = .integer(data.count)
    guard case .dictionary(let readDictionary) = read, let length = readDictionary["Length"]?.integer,
      let found = parser.streamData(length: length), parser.skip("endobj")
    else { return nil }
    guard encryption == nil else {
      let stream = PDFObject.stream(readDictionary, .encoded(Array(bytes[found])))
      return decrypted(stream, id) == .stream(dictionary, .encoded(data))
    }
    return readDictionary == dictionary && bytes[found].hasSameBytes(as: data)
  }

  private func decrypted(_ object: PDFObject, _ id: ObjectID) -> PDFObject? {
    guard let encryption else { return object }
    return encryption.decrypted(object, id)
  }

  /// Whether a trailer leads to the section before and to the catalog.
  private func leadsOn(_ trailer: PDFDictionary) -> Bool {
    trailer["Prev"]?.integer == base.start && trailer["Root"] == root
  }

  /// An object stream of the update, decoded once.
  private func objectStream(
    _ number: Int, _ section: XrefSection, _ known: inout [Int: DecodedObjectStream]
  ) -> DecodedObjectStream? {
    if let known = known[number] { return known }
    guard case .offset(let offset, 0)? = try? section.entry(of: number), offset >= start else { return nil }
    var parser = PDFParser(bytes, at: offset - start)
    guard parser.objectHeader() == ObjectID(number: number), let dictionary = parser.object()?.dictionary,
      let length = dictionary["Length"]?.integer, let data = parser.streamData(length: length),
      let stream = decoded(ObjectID(number: number), dictionary, bytes[data])
    else { return nil }
    known[number] = stream
    return stream
  }

  private func decoded(
    _ id: ObjectID, _ dictionary: PDFDictionary, _ data: Slice<UnsafeRawBufferPointer>
  ) -> DecodedObjectStream? {
    guard encryption != nil else {
      return DecodedObjectStream(dictionary, UnsafeRawBufferPointer(rebasing: data))
    }
    guard
      case .stream(let dictionary, .encoded(let data))? = decrypted(
        .stream(dictionary, .encoded(Array(data))), id)
    else { return nil }
    return data.withUnsafeBytes { DecodedObjectStream(dictionary, $0) }
  }
}

extension PDFObject {
  /// Whether it is a stream whose data are only in the file.
  fileprivate var isStreamInFile: Bool { if case .stream(_, .inFile) = self { true } else { false } }
}
