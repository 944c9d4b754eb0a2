/// Writes an incremental update: the changed objects, a cross-reference section of the file's own
/// kind, and a trailer that leads back to the section before (ISO 32000-2, 7.5.6).
struct AppendWriter {
  let chain: XrefChain
  /// How long the file is that is appended to, and whether it ends with a line end.
  let baseLength: Int
  let endsWithNewline: Bool
  /// Where the newest section of that file is.
  let previousStart: Int
  /// One more than the highest number of an object of that file.
  let size: Int
  /// Entries of the trailer that are others than in the file's own.
  var trailerChanges = PDFDictionary()
  /// Entries of the file's own trailer that the new one leaves out.
  var leftOutOfTrailer: Set<PDFName> = []
  /// How the objects of that file are encrypted; `nil` if they are not.
  var encryption: ObjectEncryption?
  /// Objects that must stand by themselves, not in an object stream.
  var unpacked: Set<ObjectID> = []

  struct Result {
    var bytes: [UInt8]
    /// Where the new section is: the next update's `/Prev`.
    var start: Int
    /// One more than the highest object number now in use.
    var nextNumber: Int
    /// One more than the highest number of an object: less than `nextNumber` if the file refers to numbers that no
    /// object has.
    var size: Int
    var objectCount: Int
    /// Where each object is in ``bytes``, the object stream among them.
    var places: [ObjectID: AppendedObjects.Place]
  }

  /// The second of a trailer's identifiers (`/ID`, ISO 32000-2, 14.4), which every save makes anew.
  static func makeIdentifier() -> [UInt8] { (0..<16).map { _ in UInt8.random(in: .min ... .max) } }

  /// - Parameter nextNumber: One more than the highest object number in use.
  func write(_ objects: [ObjectID: PDFObject], nextNumber: Int, identifier: [UInt8]) -> Result {
    var output = PDFSerializer()
    if !endsWithNewline { output.write("\n") }
    var entries = XrefWriter()
    var places: [ObjectID: AppendedObjects.Place] = [:]
    var nextNumber = nextNumber
    var loose = objects.sorted { $0.key < $1.key }
    if chain.kind == .stream {
      func isPacked(_ id: ObjectID, _ object: PDFObject) -> Bool {
        id.generation == 0 && !object.isStream && !unpacked.contains(id)
      }
      let members = loose.filter(isPacked)
      if let packed = ObjectStreamPacking.packing(members) {
        loose.removeAll(where: isPacked)
        for (index, member) in members.enumerated() {
          entries[member.key.number] = .member(of: nextNumber, index: index)
          places[member.key] = .member(of: nextNumber, index: index)
        }
        loose.append((ObjectID(number: nextNumber), packed))
        nextNumber += 1
      }
    }
    for (id, object) in loose {
      entries[id.number] = .offset(offset(output), generation: id.generation)
      let begin = output.bytes.count
      output.write(encryption?.encrypted(object, id) ?? object, as: id)
      places[id] = .own(begin..<output.bytes.count)
    }
    let start = offset(output)
    let trailer = trailer(identifier)
    let size = chain.kind == .stream ? nextNumber + 1 : max(size, entries.end)
    switch chain.kind {
    case .table: entries.writeTable(trailer, size: size, at: start, to: &output)
    case .stream: entries.writeStream(as: nextNumber, trailer, at: start, to: &output)
    }
    return Result(
      bytes: output.bytes, start: start, nextNumber: nextNumber + (chain.kind == .stream ? 1 : 0), size: size,
      objectCount: objects.count, places: places)
  }

  /// An update of objects that are bytes already: each stands by itself and a table lists them, whatever kind the file's own
  /// section is of. Such an update needs no new object number, and readers reach its objects without unpacking anything.
  func plainUpdate(_ objects: [ObjectID: [UInt8]], identifier: [UInt8]) -> [UInt8] {
    var output = PDFSerializer()
    if !endsWithNewline { output.write("\n") }
    var entries = XrefWriter()
    for (id, bytes) in objects.sorted(by: { $0.key < $1.key }) {
      entries[id.number] = .offset(offset(output), generation: id.generation)
      output.write("\(id.number) \(id.generation) obj\n")
      output.write(bytes)
      output.write("\nendobj\n")
    }
    let start = offset(output)
    entries.writeTable(trailer(identifier), size: max(size, entries.end), at: start, to: &output)
    return output.bytes
  }

  /// Where the next byte goes, counted as the file counts.
  private func offset(_ output: PDFSerializer) -> Int { baseLength + output.bytes.count - chain.headerOffset }

  // MARK: - Cross-reference sections

  private func trailer(_ identifier: [UInt8]) -> PDFDictionary {
    var trailer = PDFDictionary()
    // The last is a code over the file as it was (ISO/TS 32004).
    let dropped: Set<PDFName> = [
      "Prev", "XRefStm", "Type", "W", "Index", "Filter", "DecodeParms", "Length", "Size", "AuthCode",
    ]
    for entry in chain.trailer.entries
    where !dropped.contains(entry.key) && !leftOutOfTrailer.contains(entry.key) {
      trailer.append(entry.key, entry.value)
    }
    trailer.merge(trailerChanges)
    if let first = trailer["ID"]?.array?.first { trailer["ID"] = .array([first, .string(identifier)]) }
    trailer["Prev"] = .integer(previousStart)
    return trailer
  }
}
