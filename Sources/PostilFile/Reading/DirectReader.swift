/// Reads objects straight from where the cross-reference sections say that they are: opening a file costs no look at
/// its objects, and reading one no look at others.
///
/// It reads what is plainly right and nothing else. At the first thing that is not, it says so, and libqpdf, which can
/// repair, reads the file instead. Encrypted files are not read this way.
final class DirectReader {
  private let bytes: UnsafeRawBufferPointer
  private let headerOffset: Int
  private let index: XrefIndex
  private var streams = ObjectStreamCache(limit: 4 << 20)
  /// Objects that were read, as long as ``keepObjects(upTo:)`` allows.
  private var kept = ObjectTable<PDFObject>()
  private var roomForKept = 0
  let trailer: PDFDictionary
  let headerVersion: String
  /// What is wrong with the file, but does not matter.
  let warnings: [String]

  /// Of files with no more entries, each object is checked to be in its place when the file is opened.
  private static let mostCheckedObjects = 2048

  /// `nil` if the file cannot be read this way.
  /// - Parameter mostChecked: Files with no more entries have all of them checked now, others when they are used.
  init?(
    _ bytes: UnsafeRawBufferPointer, _ chain: XrefChain?, mostChecked: Int = OpenOptions().mostCheckedEntries
  ) {
    guard let chain, let root = chain.trailer["Root"]?.reference,
      let index = try? XrefIndex(chain, bytes)
    else { return nil }
    self.bytes = bytes
    self.index = index
    headerOffset = chain.headerOffset
    trailer = chain.trailer
    headerVersion = Self.version(bytes, at: chain.headerOffset)
    let stated = trailer["Size"]?.integer ?? 0
    let isRight = stated == chain.listedSize
    warnings =
      isRight ? [] : ["the file says that it has \(stated) objects, but lists \(chain.listedSize)"]
    guard (try? check(mostChecked)) != nil, let catalog = object(root)?.dictionary,
      let pages = catalog["Pages"]?.reference, object(pages)?.dictionary?["Kids"] != nil
    else { return nil }
  }

  /// Gives up the memory of decoded object streams and of objects that are kept.
  func forget() {
    streams = ObjectStreamCache(limit: streams.limit)
    (kept, roomForKept) = (ObjectTable(), 0)
  }

  /// Keeps the objects that are read from now on, up to so many bytes of the file, which take some ten times the memory: for work that
  /// goes over all of them again and again.
  func keepObjects(upTo byteCount: Int) { roomForKept = byteCount }

  private static func version(_ bytes: UnsafeRawBufferPointer, at headerOffset: Int) -> String {
    let digits = bytes[(headerOffset + 5)...].prefix(8).prefix {
      ByteClass.isDigit($0) || $0 == UInt8(ascii: ".")
    }
    return String(decoding: digits, as: UTF8.self)
  }

  // MARK: - Checks

  /// Looks at all entries, whether they can be right; in small files at what they lead to, too.
  private func check(_ mostChecked: Int) throws {
    let count = index.count
    guard count <= mostChecked else { return }
    let end = bytes.count - headerOffset
    try index.forEach { _, entry in
      if case .offset(let offset, _) = entry, offset <= 0 || offset >= end { throw XrefSection.Malformed() }
    }
    guard count <= Self.mostCheckedObjects else { return }
    try index.forEach { number, entry in
      guard case .offset(let offset, let generation) = entry, try index.entry(of: number) == entry else {
        return
      }
      var parser = PDFParser(bytes, at: headerOffset + offset)
      guard parser.objectHeader() == ObjectID(number: number, generation: generation) else {
        throw XrefSection.Malformed()
      }
    }
  }

  // MARK: - Objects

  /// The object, null if there is none; `nil` if something is not as it should be.
  func object(_ id: ObjectID) -> PDFObject? {
    if !kept.isEmpty, let object = kept[id] { return object }
    do {
      switch try index.entry(of: id.number) {
      case nil, .free: return .null
      case .offset(let offset, let generation):
        guard generation == id.generation, let own = ownObject(id, at: offset) else { return nil }
        keep(own.object, id, size: own.parser.position - headerOffset - offset)
        return own.object
      case .member(let number, let index):
        guard id.generation == 0, let stream = objectStream(number),
          let object = stream.object(id.number, at: index)
        else { return nil }
        keep(object, id, size: stream.size(at: index))
        return object
      }
    } catch {
      return nil
    }
  }

  private func keep(_ object: PDFObject, _ id: ObjectID, size: Int) {
    guard size <= roomForKept else { return }
    roomForKept -= size
    kept[id] = object
  }

  /// How many bytes of object streams were decoded so far.
  var decodedByteCount: Int { streams.madeSize }

  /// A member of an object stream, and its bytes there; `nil` if the object is none, or something is not as it should be.
  func member(_ id: ObjectID) -> (object: PDFObject, bytes: [UInt8])? {
    guard id.generation == 0, case .member(let stream, let index)? = try? index.entry(of: id.number),
      let stream = objectStream(stream), let object = stream.object(id.number, at: index)
    else { return nil }
    return (object, stream.bytes(at: index))
  }

  /// An object that is no member of an object stream; of a stream, the parser stands behind its dictionary.
  private func ownObject(_ id: ObjectID, at offset: Int) -> (object: PDFObject, parser: PDFParser)? {
    guard offset > 0, offset < bytes.count - headerOffset else { return nil }
    var parser = PDFParser(bytes, at: headerOffset + offset)
    guard parser.objectHeader() == id, let object = parser.object(), object.reference == nil else {
      return nil
    }
    let end = parser
    if parser.skip("endobj") { return (object, parser) }
    guard parser.skip("stream"), case .dictionary(let dictionary) = object else { return nil }
    return (.stream(dictionary, .inFile), end)
  }

  /// Whether `isFound` holds for the bytes of an object stream; `nil` if the streams are too large together, or one is not as
  /// it should be.
  ///
  /// - Parameter limit: How large ``decodedByteCount`` may become; one more stream may follow.
  func anyObjectStream(limit: Int, _ isFound: (UnsafeRawBufferPointer) -> Bool) -> Bool? {
    var numbers: Set<Int> = []
    let isRight: Void? = try? index.forEach { _, entry in
      if case .member(let stream, _) = entry { numbers.insert(stream) }
    }
    guard isRight != nil else { return nil }
    for number in numbers.sorted() {
      guard decodedByteCount < limit, let stream = objectStream(number) else { return nil }
      if stream.withBytes(isFound) { return true }
    }
    return false
  }

  private func objectStream(_ number: Int) -> DecodedObjectStream? {
    streams.stream(number) {
      guard let (dictionary, data) = streamData(ObjectID(number: number)) else { return nil }
      return DecodedObjectStream(dictionary, data)
    }
  }

  // MARK: - Streams

  /// A stream's dictionary and its data as they are in the file. No member of an object stream is asked for, so that
  /// looking for one never leads back to it.
  private func streamData(_ id: ObjectID) -> (PDFDictionary, UnsafeRawBufferPointer)? {
    guard let (object, found) = ownObject(id), case .stream(let dictionary, _) = object else { return nil }
    var length = dictionary["Length"]
    if let reference = length?.reference { length = ownObject(reference)?.object }
    var parser = found
    guard case .integer(let count)? = length, let data = parser.streamData(length: count) else { return nil }
    return (dictionary, UnsafeRawBufferPointer(rebasing: bytes[data]))
  }

  private func ownObject(_ id: ObjectID) -> (object: PDFObject, parser: PDFParser)? {
    guard case .offset(let offset, id.generation)? = try? index.entry(of: id.number) else { return nil }
    return ownObject(id, at: offset)
  }

  /// A stream's bytes as they are in the file; `nil` if it is no stream or not as it should be.
  func rawStream(_ id: ObjectID) -> [UInt8]? { streamData(id).map { Array($0.1) } }

  /// Whether the word endstream stands at the beginning of a line; `nil` if it is no stream, has no data, or is not as it should be.
  func endsStreamInLine(_ id: ObjectID) -> Bool? {
    guard let (_, data) = streamData(id), !data.isEmpty, let start = bytes.baseAddress,
      let place = data.baseAddress
    else { return nil }
    let end = place - start + data.count
    return end < bytes.count && (bytes[end] == 10 || bytes[end] == 13)
  }

  /// A stream's bytes with its filters undone; `nil` if it is no stream, not as it should be, damaged or larger.
  func decodedStream(_ id: ObjectID, limit: Int) -> [UInt8]? {
    streamData(id).flatMap { StreamDecoder.whole($0.1, $0.0, limit: limit) }
  }
}
