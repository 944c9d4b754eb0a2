/// An object stream, decoded (ISO 32000-2, 7.5.7). Its members are read when they are asked for.
final class DecodedObjectStream {
  private let bytes: [UInt8]
  /// The numbers of the members, in order.
  private let numbers: [Int32]
  /// Where each member begins, and where the last one ends.
  private let starts: [Int32]

  /// The largest one of so many encoded bytes: each number in it becomes an object, which takes some ten times the memory.
  static func largestSize(encoded count: Int) -> Int { min(64 << 20, max(4 << 20, 64 * count)) }

  /// `nil` if anything about it is not as it should be.
  init?(_ dictionary: PDFDictionary, _ data: UnsafeRawBufferPointer) {
    guard dictionary["Type"]?.name == "ObjStm", let count = dictionary["N"]?.integer, count >= 0,
      let first = dictionary["First"]?.integer,
      let bytes = StreamDecoder.whole(data, dictionary, limit: Self.largestSize(encoded: data.count)),
      first >= 0,
      first <= bytes.count,
      count <= first / 2
    else { return nil }
    var (numbers, starts): ([Int32], [Int32]) = ([], [])
    numbers.reserveCapacity(count)
    starts.reserveCapacity(count + 1)
    let isRight = bytes.withUnsafeBytes { bytes in
      var parser = PDFParser(UnsafeRawBufferPointer(rebasing: bytes[..<first]))
      for _ in 0..<count {
        guard let number = parser.integer().flatMap(Int32.init(exactly:)), let offset = parser.integer(),
          offset <= bytes.count - first, first + offset >= starts.last ?? 0
        else { return false }
        numbers.append(number)
        starts.append(Int32(first + offset))
      }
      return true
    }
    guard isRight else { return nil }
    starts.append(Int32(bytes.count))
    (self.bytes, self.numbers, self.starts) = (bytes, numbers, starts)
  }

  /// The numbers of the members, in order.
  var memberNumbers: [Int] { numbers.map(Int.init) }

  /// How much memory it takes, in bytes.
  var size: Int { bytes.count + 8 * numbers.count }

  /// The member at an index, which must have the number and nothing beside it; `nil` if it is not so.
  func object(_ number: Int, at index: Int) -> PDFObject? { member(number, at: index)?.object }

  /// The same, and the values of keys that a dictionary in it has twice, but for the last of each.
  func member(_ number: Int, at index: Int) -> (object: PDFObject, repeated: [PDFObject])? {
    guard numbers.indices.contains(index), numbers[index] == number else { return nil }
    return bytes.withUnsafeBytes { bytes in
      var parser = PDFParser(bytes, at: Int(starts[index]))
      guard let object = parser.object(), object.reference == nil else { return nil }
      // It ends before the next one begins, with nothing but white space between them.
      let (end, next) = (parser.position, Int(starts[index + 1]))
      parser.skipSpace()
      return end <= next && parser.position >= next ? (object, parser.repeated) : nil
    }
  }

  /// How many bytes the member at an index has, with the white space behind it.
  func size(at index: Int) -> Int {
    numbers.indices.contains(index) ? Int(starts[index + 1] - starts[index]) : 0
  }

  /// The bytes of the member at an index, with the white space behind it; none if there is no such member.
  func bytes(at index: Int) -> [UInt8] {
    numbers.indices.contains(index) ? Array(bytes[Int(starts[index])..<Int(starts[index + 1])]) : []
  }

  /// Calls `body` with the bytes of all members.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { bytes.withUnsafeBytes(body) }

  /// Whether the member at an index has the number, and is not nothing.
  func lists(_ number: Int, at index: Int) -> Bool {
    numbers.indices.contains(index) && numbers[index] == number && starts[index] < starts[index + 1]
  }
}

/// Object streams that were decoded lately, up to a number of bytes: the one that was not used for the longest time is
/// evicted first.
struct ObjectStreamCache {
  private var streams: [Int: (stream: DecodedObjectStream, lastUse: Int)] = [:]
  private var size = 0
  private var uses = 0
  /// How much memory all streams took that were made, in bytes, also those that were evicted.
  private(set) var madeSize = 0
  let limit: Int

  init(limit: Int) { self.limit = limit }

  /// The stream of a key, made if it is not there; `nil` if it cannot be made.
  mutating func stream(_ key: Int, make: () -> DecodedObjectStream?) -> DecodedObjectStream? {
    uses += 1
    if let known = streams[key]?.stream {
      streams[key]?.lastUse = uses
      return known
    }
    guard let made = make() else { return nil }
    while !streams.isEmpty, size + made.size > limit {
      guard let oldest = streams.min(by: { $0.value.lastUse < $1.value.lastUse }) else { break }
      streams[oldest.key] = nil
      size -= oldest.value.stream.size
    }
    streams[key] = (made, uses)
    size += made.size
    madeSize += made.size
    return made
  }
}
