/// One cross-reference section, a table or a stream, as it is in the file: entries are looked up in their rows, which
/// are never turned into a list of objects (ISO 32000-2, 7.5.4 and 7.5.8).
struct XrefSection {
  /// What a section says about an object.
  enum Entry: Hashable {
    case free
    /// An object of its own, at an offset that counts from the file's header.
    case offset(Int, generation: Int)
    /// A member of an object stream.
    case member(of: Int, index: Int)
  }

  /// Consecutive object numbers.
  struct Subsection {
    let first: Int
    let count: Int
    /// Where the first row begins, in the bytes that hold the rows.
    let position: Int
  }

  /// Rows that do not say anything that there is.
  struct Malformed: Error {}

  private enum Rows {
    /// Rows of 20 characters in the file itself.
    case table(UnsafeRawBufferPointer)
    /// Rows of three numbers of so many bytes each, decoded.
    case stream([UInt8], widths: (Int, Int, Int))
  }

  static let tableRowLength = 20
  /// All cross-reference streams of a file together may take so much when decoded, in bytes.
  static let largestSize = 64 << 20

  private let rows: Rows
  /// Sorted, without overlaps.
  private let subsections: [Subsection]
  private let rowLength: Int
  /// From the lowest number listed up to, and without, the one after the highest.
  let numbers: Range<Int>

  /// A section of a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - room: How many bytes all sections together may still take when decoded.
  init(_ rows: XrefChain.Section.Rows, in bytes: UnsafeRawBufferPointer, room: inout Int) throws {
    switch rows {
    case .table(let subsections): try self.init(table: subsections, in: bytes)
    case .stream(let dictionary, let data):
      try self.init(
        stream: dictionary, data: UnsafeRawBufferPointer(rebasing: bytes[data]), limit: room)
      room -= decodedSize
    }
  }

  /// A table.
  /// - Parameter bytes: The file, in which the subsections' positions are.
  init(table subsections: [Subsection], in bytes: UnsafeRawBufferPointer) throws {
    (self.subsections, numbers) = try Self.sorted(subsections)
    rows = .table(bytes)
    rowLength = Self.tableRowLength
  }

  /// A cross-reference stream.
  /// - Parameter limit: How many bytes it may have when decoded.
  init(stream dictionary: PDFDictionary, data: UnsafeRawBufferPointer, limit: Int) throws {
    guard let widths = dictionary["W"]?.array?.map({ $0.integer ?? -1 }), widths.count == 3,
      widths.allSatisfy({ (0...8).contains($0) }), widths[1] > 0, let size = dictionary["Size"]?.integer
    else { throw Malformed() }
    let index = dictionary["Index"].map { $0.array?.map { $0.integer ?? -1 } ?? [-1] } ?? [0, size]
    guard index.count.isMultiple(of: 2), index.allSatisfy({ (0...XrefChain.maximumSize).contains($0) })
    else { throw Malformed() }
    let rowLength = widths.reduce(0, +)
    var position = 0
    var subsections: [Subsection] = []
    for part in stride(from: 0, to: index.count, by: 2) {
      subsections.append(Subsection(first: index[part], count: index[part + 1], position: position))
      position += index[part + 1] * rowLength
      guard position <= limit else { throw Malformed() }
    }
    (self.subsections, numbers) = try Self.sorted(subsections)
    guard let decoded = StreamDecoder.whole(data, dictionary, limit: position), decoded.count == position
    else {
      throw Malformed()
    }
    self.rowLength = rowLength
    rows = .stream(decoded, widths: (widths[0], widths[1], widths[2]))
  }

  private static func sorted(_ subsections: [Subsection]) throws -> ([Subsection], Range<Int>) {
    let sorted = subsections.filter { $0.count > 0 }.sorted { $0.first < $1.first }
    for (one, next) in zip(sorted, sorted.dropFirst()) where one.first + one.count > next.first {
      throw Malformed()
    }
    guard let first = sorted.first, let last = sorted.last else { return ([], 0..<0) }
    return (sorted, first.first..<last.first + last.count)
  }

  // MARK: - Looking up

  /// What the section says about an object; `nil` if it does not list it. O(log n) in the number of subsections.
  func entry(of number: Int) throws -> Entry? {
    guard numbers.contains(number) else { return nil }
    var (low, high) = (0, subsections.count)
    while low < high {
      let middle = (low + high) / 2
      if subsections[middle].first <= number { low = middle + 1 } else { high = middle }
    }
    let part = subsections[low - 1]
    guard number - part.first < part.count else { return nil }
    return try row(at: part.position + (number - part.first) * rowLength)
  }

  /// Goes through all entries.
  func forEach(_ body: (Int, Entry) throws -> Void) throws {
    for part in subsections {
      for index in 0..<part.count {
        try body(part.first + index, row(at: part.position + index * rowLength))
      }
    }
  }

  /// How many entries there are.
  var count: Int { subsections.reduce(0) { $0 + $1.count } }

  /// How many bytes the section keeps in memory.
  var decodedSize: Int { if case .stream(let bytes, _) = rows { bytes.count } else { 0 } }

  private func row(at position: Int) throws -> Entry {
    switch rows {
    case .table(let bytes): return try Self.tableRow(bytes, position)
    case .stream(let bytes, let widths):
      return try bytes.withUnsafeBufferPointer { try Self.streamRow($0, position, widths) }
    }
  }

  /// "0000000017 00000 n" and an end of line of two bytes.
  private static func tableRow(_ bytes: UnsafeRawBufferPointer, _ position: Int) throws -> Entry {
    guard position >= 0, position + tableRowLength <= bytes.count else { throw Malformed() }
    func number(_ start: Int, _ count: Int) throws -> Int {
      var value = 0
      for index in position + start..<position + start + count {
        guard ByteClass.isDigit(bytes[index]) else { throw Malformed() }
        value = value * 10 + Int(bytes[index] - 48)
      }
      return value
    }
    let (offset, generation) = (try number(0, 10), try number(11, 5))
    guard bytes[position + 10] == 32, bytes[position + 16] == 32, ByteClass.isSpace(bytes[position + 18]),
      ByteClass.isSpace(bytes[position + 19])
    else { throw Malformed() }
    switch bytes[position + 17] {
    case UInt8(ascii: "n"): return .offset(offset, generation: generation)
    case UInt8(ascii: "f"): return .free
    default: throw Malformed()
    }
  }

  private static func streamRow(
    _ bytes: UnsafeBufferPointer<UInt8>, _ position: Int, _ widths: (Int, Int, Int)
  ) throws -> Entry {
    func number(_ start: Int, _ width: Int) throws -> Int {
      var value: UInt64 = 0
      for index in start..<start + width { value = value << 8 | UInt64(bytes[index]) }
      guard let value = Int(exactly: value), value <= PDFObject.largestInteger else { throw Malformed() }
      return value
    }
    let kind = widths.0 == 0 ? 1 : try number(position, widths.0)
    let first = try number(position + widths.0, widths.1)
    let second = try number(position + widths.0 + widths.1, widths.2)
    switch kind {
    case 0: return .free
    case 1: return .offset(first, generation: second)
    case 2: return .member(of: first, index: second)
    default: throw Malformed()
    }
  }
}
