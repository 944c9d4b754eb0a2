import PostilModel

/// Writes a whole file of objects that are in memory, or become so one after the other: a document that was made here. Everything but streams goes into object
/// streams, and a cross-reference stream lists all of it (ISO 32000-2, 7.5.7 and 7.5.8); or nothing does, and a table lists it, for who
/// may have no such streams.
///
/// Files that have objects of their own are written anew by libqpdf, which reads them, drops what nothing refers to, and can
/// encrypt: see ``RewriteWriter``. Here there is nothing to read.
struct NewFileWriter {
  /// Takes the next piece of the file. What it throws ends the writing.
  typealias Sink = (UnsafeRawBufferPointer) throws -> Void

  /// How many objects a stream holds: a reader unpacks all of them for the sake of one.
  private static let membersOfStream = 128
  /// How many bytes are handed on at a time, at least.
  private static let pieceSize = 1 << 20

  private var entries = XrefWriter()
  private var members: [ObjectStreamPacking.Member] = []
  private var output = PDFSerializer()
  /// How many bytes were handed on.
  private var written = 0
  private let sink: Sink
  /// Numbers that no object has.
  private let newNumber: () -> Int
  private let hasTable: Bool

  /// - Parameters:
  ///   - newNumber: Gives numbers to object streams that no object has, nor will have.
  ///   - hasTable: Whether a table lists the objects, which all stand by themselves then.
  init(newNumber: @escaping () -> Int, hasTable: Bool = false, to sink: @escaping Sink) {
    (self.newNumber, self.hasTable, self.sink) = (newNumber, hasTable, sink)
    output.write("%PDF-1.7\n%")
    output.write([0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
  }

  /// Writes a file of all these objects.
  ///
  /// - Parameters:
  ///   - objects: All that the file has, each stream with its data, of generation 0.
  ///   - trailer: Where the document begins (`/Root`), and what else the trailer says.
  ///   - hasTable: Whether a table lists the objects, which all stand by themselves then.
  /// - Throws: What the monitor or `sink` throws.
  static func write(
    _ objects: [ObjectID: PDFObject], trailer: PDFDictionary, hasTable: Bool = false,
    _ monitor: WorkMonitor = .none, to sink: Sink
  ) throws {
    try withoutActuallyEscaping(sink) { sink in
      var next = objects.keys.map(\.number).max() ?? 0
      var writer = NewFileWriter(
        newNumber: {
          next += 1
          return next
        }, hasTable: hasTable, to: sink)
      try writer.write(objects) { try monitor.advance(to: $0) }
      try writer.finish(trailer)
    }
  }

  /// Writes objects, of generation 0, each stream with its data.
  mutating func write(
    _ objects: [ObjectID: PDFObject], _ progress: (Double) throws -> Void = { _ in }
  ) throws {
    for (index, object) in objects.sorted(by: { $0.key < $1.key }).enumerated() {
      if object.value.isStream || hasTable {
        write(object.value, as: object.key.number)
      } else {
        members.append(object)
        if members.count == Self.membersOfStream { pack() }
      }
      guard output.bytes.count >= Self.pieceSize else { continue }
      try handOn()
      try progress(Double(index) / Double(objects.count))
    }
  }

  /// Ends the file.
  ///
  /// - Parameter trailer: Where the document begins (`/Root`), and what else the trailer says.
  mutating func finish(_ trailer: PDFDictionary) throws {
    pack()
    if hasTable {
      entries.addFreeNumbers()
      entries.writeTable(trailer, size: entries.end, at: offset, to: &output)
      return try handOn()
    }
    let number = newNumber()
    entries[number] = .offset(offset, generation: 0)
    entries.addFreeNumbers()
    entries.writeStream(as: number, trailer, at: offset, to: &output)
    try handOn()
  }

  private mutating func handOn() throws {
    try output.bytes.withUnsafeBytes(sink)
    written += output.bytes.count
    output = PDFSerializer()
  }

  private var offset: Int { written + output.bytes.count }

  private mutating func write(_ object: PDFObject, as number: Int) {
    entries[number] = .offset(offset, generation: 0)
    output.write(object, as: ObjectID(number: number))
  }

  private mutating func pack() {
    defer { members = [] }
    guard let packed = ObjectStreamPacking.packing(members) else {
      for member in members { write(member.value, as: member.key.number) }
      return
    }
    let number = newNumber()
    for (index, member) in members.enumerated() {
      entries[member.key.number] = .member(of: number, index: index)
    }
    write(packed, as: number)
  }
}
