import PostilModel

/// The objects that updates appended to a file since it was opened, read back from the bytes that were appended: of an
/// object only its place is kept, so that memory does not grow with what is in the objects.
struct AppendedObjects {
  /// Where an object is among the appended bytes.
  enum Place: Hashable {
    /// An object of its own, from its number to the end of "endobj".
    case own(Range<Int>)
    /// A member of an object stream that was appended too.
    case member(of: Int, index: Int)
  }

  private(set) var bytes: AppendedBytes
  /// How the objects are encrypted; `nil` if they are not.
  let encryption: ObjectEncryption?
  private var places: [ObjectID: Place] = [:]
  /// Objects that the parser does not read back as they were written, such as those nested very deeply.
  private var kept: [ObjectID: PDFObject] = [:]
  private var streams = ObjectStreamCache(limit: 1 << 20)
  /// Why an object could not be read back, once one could not: it read as null.
  private(set) var failure: PDFError?

  init(_ bytes: AppendedBytes = AppendedBytes(), encryption: ObjectEncryption? = nil) {
    self.bytes = bytes
    self.encryption = encryption
  }

  var isEmpty: Bool { places.isEmpty && kept.isEmpty }

  /// The numbers of the objects, without those of object streams and the like.
  private(set) var ids: Set<ObjectID> = []

  /// How many objects are kept as values.
  var keptCount: Int { kept.count }

  /// Takes in an update.
  ///
  /// - Parameters:
  ///   - places: Where its objects are in it, object streams included.
  ///   - objects: What was written.
  ///   - unreadable: Those that the parser does not read back.
  mutating func append(
    _ update: [UInt8], _ places: [ObjectID: Place], _ objects: [ObjectID: PDFObject],
    unreadable: Set<ObjectID>
  ) {
    let start = bytes.count
    for (id, place) in places {
      switch place {
      case .own(let range): self.places[id] = .own(range.lowerBound + start..<range.upperBound + start)
      case .member: self.places[id] = place
      }
    }
    for id in objects.keys {
      ids.insert(id)
      kept[id] = unreadable.contains(id) ? objects[id] : nil
    }
    bytes.append(update)
  }

  /// The newest version of an object, a stream with its data; `nil` if no update has it.
  mutating func object(_ id: ObjectID) -> PDFObject? {
    if let known = kept[id] { return known }
    guard let place = places[id] else { return nil }
    if let object = read(id, place) { return object }
    failure =
      failure
      ?? PDFError(
        .cannotRead, "What was saved cannot be read back: save under another name, or open the file again.")
    return .null
  }

  private mutating func read(_ id: ObjectID, _ place: Place) -> PDFObject? {
    switch place {
    case .own(let range): return try? Self.own(id, bytes.bytes(in: range), encryption)
    case .member(let number, let index):
      let stream = ObjectID(number: number)
      guard case .own(let range)? = places[stream] else { return nil }
      return streams.stream(number) { [bytes, encryption] in
        guard
          case .stream(let dictionary, .encoded(let data))? = try? Self.own(
            stream, bytes.bytes(in: range), encryption)
        else { return nil }
        return data.withUnsafeBytes { DecodedObjectStream(dictionary, $0) }
      }?.object(id.number, at: index)
    }
  }

  private static func own(_ id: ObjectID, _ bytes: [UInt8], _ encryption: ObjectEncryption?) -> PDFObject? {
    let object = bytes.withUnsafeBytes { bytes in
      var parser = PDFParser(bytes)
      return parser.writtenObject(id)
    }
    guard let encryption else { return object }
    return object.flatMap { encryption.decrypted($0, id) }
  }
}

extension PDFParser {
  /// An object with its number, and with its data if it is a stream, as ``AppendWriter`` writes it.
  mutating func writtenObject(_ id: ObjectID) -> PDFObject? {
    guard objectHeader() == id, let object = object() else { return nil }
    if skip("endobj") { return object }
    guard case .dictionary(let dictionary) = object, let length = dictionary["Length"]?.integer,
      let data = streamData(length: length), skip("endobj")
    else { return nil }
    return .stream(dictionary, .encoded(Array(bytes[data])))
  }
}
