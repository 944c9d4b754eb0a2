import PostilModel

/// Writes a whole file of objects that are in memory: a document that was made here. Everything but streams goes into object
/// streams, and a cross-reference stream lists all of it (ISO 32000-2, 7.5.7 and 7.5.8).
///
/// Files that have objects of their own are written anew by libqpdf, which reads them, drops what nothing refers to, and can
/// encrypt: see ``RewriteWriter``. Here there is nothing to read.
struct NewFileWriter {
  /// How many objects a stream holds: a reader unpacks all of them for the sake of one.
  private static let membersOfStream = 128
  /// How many bytes are handed on at a time, at least.
  private static let pieceSize = 1 << 20

  private let objects: [(key: ObjectID, value: PDFObject)]
  private let trailer: PDFDictionary
  private var entries = XrefWriter()
  private var nextNumber: Int
  private var output = PDFSerializer()
  /// How many bytes were handed on.
  private var written = 0

  /// - Parameters:
  ///   - objects: All that the file has, each stream with its data, of generation 0.
  ///   - trailer: Where the document begins (`/Root`), and what else the trailer says.
  init(_ objects: [ObjectID: PDFObject], trailer: PDFDictionary) {
    self.objects = objects.sorted { $0.key < $1.key }
    self.trailer = trailer
    nextNumber = (self.objects.last?.key.number ?? 0) + 1
  }

  /// Writes the file piece by piece, from start to end.
  ///
  /// - Parameter sink: Takes the next piece. What it throws ends the writing and is thrown again.
  /// - Throws: What the monitor or `sink` throws.
  mutating func write(
    _ monitor: WorkMonitor = .none, to sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    output.write("%PDF-1.7\n%")
    output.write([0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
    var members: [ObjectStreamPacking.Member] = []
    for (index, object) in objects.enumerated() {
      if object.value.isStream {
        write(object.value, as: object.key.number)
      } else {
        members.append(object)
        if members.count == Self.membersOfStream { pack(&members) }
      }
      guard output.bytes.count >= Self.pieceSize else { continue }
      try handOn(to: sink)
      try monitor.advance(to: Double(index) / Double(objects.count))
    }
    pack(&members)
    entries[nextNumber] = .offset(offset, generation: 0)
    entries.addFreeNumbers()
    entries.writeStream(as: nextNumber, trailer, at: offset, to: &output)
    try handOn(to: sink)
  }

  private mutating func handOn(to sink: (UnsafeRawBufferPointer) throws -> Void) throws {
    try output.bytes.withUnsafeBytes(sink)
    written += output.bytes.count
    output = PDFSerializer()
  }

  private var offset: Int { written + output.bytes.count }

  private mutating func write(_ object: PDFObject, as number: Int) {
    entries[number] = .offset(offset, generation: 0)
    output.write(object, as: ObjectID(number: number))
  }

  private mutating func pack(_ members: inout [ObjectStreamPacking.Member]) {
    defer { members = [] }
    guard let packed = ObjectStreamPacking.packing(members) else {
      for member in members { write(member.value, as: member.key.number) }
      return
    }
    for (index, member) in members.enumerated() {
      entries[member.key.number] = .member(of: nextNumber, index: index)
    }
    write(packed, as: nextNumber)
    nextNumber += 1
  }
}
