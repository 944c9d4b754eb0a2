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

  private typealias Entry = XrefSection.Entry

  /// The second of a trailer's identifiers (`/ID`, ISO 32000-2, 14.4), which every save makes anew.
  static func makeIdentifier() -> [UInt8] { (0..<16).map { _ in UInt8.random(in: .min ... .max) } }

  /// - Parameter nextNumber: One more than the highest object number in use.
  func write(_ objects: [ObjectID: PDFObject], nextNumber: Int, identifier: [UInt8]) -> Result {
    var output = PDFSerializer()
    if !endsWithNewline { output.write("\n") }
    var entries: [Int: Entry] = [:]
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
      output.write("\(id.number) \(id.generation) obj\n")
      output.write(encryption?.encrypted(object, id) ?? object)
      output.write("\nendobj\n")
      places[id] = .own(begin..<output.bytes.count)
    }
    let start = offset(output)
    let trailer = trailer(identifier)
    let size = chain.kind == .stream ? nextNumber + 1 : max(size, (entries.keys.max() ?? 0) + 1)
    switch chain.kind {
    case .table: writeTable(entries, trailer, size: size, to: &output)
    case .stream: writeStream(entries, trailer, number: nextNumber, start: start, to: &output)
    }
    output.write("startxref\n\(start)\n%%EOF\n")
    return Result(
      bytes: output.bytes, start: start, nextNumber: nextNumber + (chain.kind == .stream ? 1 : 0), size: size,
      objectCount: objects.count, places: places)
  }

  /// An update of objects that are bytes already: each stands by itself and a table lists them, whatever kind the file's own
  /// section is of. Such an update needs no new object number, and readers reach its objects without unpacking anything.
  func plainUpdate(_ objects: [ObjectID: [UInt8]], identifier: [UInt8]) -> [UInt8] {
    var output = PDFSerializer()
    if !endsWithNewline { output.write("\n") }
    var entries: [Int: Entry] = [:]
    for (id, bytes) in objects.sorted(by: { $0.key < $1.key }) {
      entries[id.number] = .offset(offset(output), generation: id.generation)
      output.write("\(id.number) \(id.generation) obj\n")
      output.write(bytes)
      output.write("\nendobj\n")
    }
    let start = offset(output)
    let size = max(size, (entries.keys.max() ?? 0) + 1)
    writeTable(entries, trailer(identifier), size: size, to: &output)
    output.write("startxref\n\(start)\n%%EOF\n")
    return output.bytes
  }

  /// Where the next byte goes, counted as the file counts.
  private func offset(_ output: PDFSerializer) -> Int { baseLength + output.bytes.count - chain.headerOffset }

  // MARK: - Cross-reference sections

  private func trailer(_ identifier: [UInt8]) -> PDFDictionary {
    var trailer = PDFDictionary()
    let dropped: Set<PDFName> = [
      "Prev", "XRefStm", "Type", "W", "Index", "Filter", "DecodeParms", "Length", "Size",
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

  /// Runs of consecutive numbers.
  private func runs(_ entries: [Int: Entry]) -> [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    for number in entries.keys.sorted() {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs
  }

  private func writeTable(
    _ entries: [Int: Entry], _ trailer: PDFDictionary, size: Int, to output: inout PDFSerializer
  ) {
    output.write("xref\n")
    // A table has a subsection, though it be an empty one (ISO 32000-2, 7.5.4).
    if entries.isEmpty { output.write("0 0\n") }
    for run in runs(entries) {
      output.write("\(run.lowerBound) \(run.count)\n")
      for number in run {
        guard case .offset(let offset, let generation)? = entries[number] else { continue }
        output.write("\(offset.padded(to: 10)) \(generation.padded(to: 5)) n\r\n")
      }
    }
    var trailer = trailer
    trailer["Size"] = .integer(size)
    output.write("trailer\n")
    output.write(.dictionary(trailer))
    output.write("\n")
  }

  private func writeStream(
    _ entries: [Int: Entry], _ trailer: PDFDictionary, number: Int, start: Int, to output: inout PDFSerializer
  ) {
    var entries = entries
    entries[number] = .offset(start, generation: 0)
    let runs = runs(entries)
    let width = Entry.offsetWidth(upTo: start)
    var data: [UInt8] = []
    for run in runs {
      for number in run { entries[number]?.appendRow(to: &data, offsetWidth: width) }
    }
    var dictionary: PDFDictionary = ["Type": .name("XRef"), "Size": .integer(number + 1)]
    dictionary["W"] = .array([.integer(1), .integer(width), .integer(2)])
    dictionary["Index"] = .array(runs.flatMap { [.integer($0.lowerBound), .integer($0.count)] })
    for entry in trailer.entries { dictionary.append(entry.key, entry.value) }
    output.write("\(number) 0 obj\n")
    output.write(Flate.stream(dictionary, data))
    output.write("\nendobj\n")
  }
}
