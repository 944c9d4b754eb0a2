import CPostilZlib

/// The Flate filter with its predictors (ISO 32000-2, 7.4.4), by zlib.
enum Flate {
  // MARK: - Encoding

  /// zlib's own choice. The best level takes twice the time, and wins one to four bytes of a hundred.
  private static let level = Z_DEFAULT_COMPRESSION

  /// The compressed bytes, or `nil` if zlib refuses.
  static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    var length = compressBound(uLong(bytes.count))
    let result = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
      let status = compress2(buffer.baseAddress, &length, bytes, uLong(bytes.count), level)
      count = status == Z_OK ? Int(length) : 0
    }
    return result.isEmpty ? nil : result
  }

  /// Below this the name of the filter takes more than is won, as in the appearances of most form fields; setting zlib up takes
  /// longer than writing them.
  private static let shortest = 128

  /// A stream of these bytes, compressed where that makes it smaller.
  static func stream(_ dictionary: PDFDictionary, _ bytes: [UInt8]) -> PDFObject {
    let overhead = "/Filter /FlateDecode".utf8.count
    guard bytes.count >= shortest, let packed = compress(bytes), packed.count + overhead < bytes.count else {
      return .stream(dictionary, .encoded(bytes))
    }
    var dictionary = dictionary
    dictionary["Filter"] = .name("FlateDecode")
    return .stream(dictionary, .encoded(packed))
  }

  /// A stream of bytes in rows of a length, of which those in a range are written as the difference
  /// from the row above: PNG prediction (ISO 32000-2, 7.4.4.4).
  static func rows(
    _ dictionary: PDFDictionary, _ bytes: [UInt8], _ length: Int, predicted: Range<Int>
  ) -> PDFObject {
    let padded = bytes + [UInt8](repeating: 32, count: (length - bytes.count % length) % length)
    var coded: [UInt8] = []
    for start in stride(from: 0, to: padded.count, by: length) {
      let isPredicted = start > predicted.lowerBound && start + length <= predicted.upperBound
      coded.append(isPredicted ? 2 : 0)
      coded += (start..<start + length).map { isPredicted ? padded[$0] &- padded[$0 - length] : padded[$0] }
    }
    guard let packed = compress(coded), packed.count < bytes.count else { return stream(dictionary, bytes) }
    var dictionary = dictionary
    dictionary["Filter"] = .name("FlateDecode")
    dictionary["DecodeParms"] = .dictionary(["Predictor": .integer(12), "Columns": .integer(length)])
    return .stream(dictionary, .encoded(packed))
  }

  // MARK: - Decoding

  /// What stands around deflated data (RFC 1951), as zlib counts it.
  enum Wrapping: Int32 {
    /// That of zlib (RFC 1950), as the filter has it.
    case zlib = 15
    /// Nothing, as in ZIP archives.
    case none = -15
    /// That of gzip files (RFC 1952), of which one may follow the other.
    case gzip = 31
  }

  /// What can be decompressed of some bytes.
  ///
  /// - Parameters:
  ///   - limit: The most bytes that come out.
  ///   - wrapping: What stands around the data.
  /// - Returns: What there is before the first damage or the end of the data, and whether that is all of it.
  /// - Throws: ``StreamDecoder/Failure``: too large, or damaged from the beginning.
  static func decompress(
    _ bytes: UnsafeRawBufferPointer, limit: Int, wrapping: Wrapping
  ) throws(StreamDecoder.Failure) -> StreamDecoder.Decoded {
    let result = try inflate(bytes, limit: limit, wrapping: wrapping)
    guard result.bytes.count <= limit else { throw .tooLarge(limit: limit) }
    return result
  }

  /// The same, but ends one byte after the limit.
  ///
  /// - Throws: ``StreamDecoder/Failure``: damaged from the beginning.
  static func inflate(
    _ bytes: UnsafeRawBufferPointer, limit: Int, wrapping: Wrapping = .zlib
  ) throws(StreamDecoder.Failure) -> StreamDecoder.Decoded {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(&stream, wrapping.rawValue, ZLIB_VERSION, size) == Z_OK else {
      throw .malformed("there is not enough memory")
    }
    defer { inflateEnd(&stream) }
    // One byte more, which tells what is just as large from what is larger.
    let most = limit == .max ? limit : limit + 1
    var (result, taken): ([UInt8], Int) = ([], 0)
    var capacity = min(most, max(bytes.count < most / 4 ? 4 * bytes.count : most, 1024))
    while true {
      if stream.avail_in == 0, taken < bytes.count {
        let piece = bytes[taken...].prefix(1 << 30)
        stream.next_in = UnsafeMutablePointer(
          mutating: UnsafeRawBufferPointer(rebasing: piece).bindMemory(to: UInt8.self).baseAddress)
        stream.avail_in = uInt(piece.count)
        taken += piece.count
      }
      var status = Z_OK
      let done = result.count
      result = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        _ = UnsafeMutableBufferPointer(rebasing: buffer[..<done]).update(fromContentsOf: result)
        stream.next_out = buffer.baseAddress?.advanced(by: done)
        stream.avail_out = uInt(clamping: capacity - done)
        let room = stream.avail_out
        status = CPostilZlib.inflate(&stream, Z_NO_FLUSH)
        count = done + Int(room - stream.avail_out)
      }
      let end = taken - Int(stream.avail_in)
      guard result.count <= limit else {
        return StreamDecoder.Decoded(bytes: result, isComplete: false, end: end)
      }
      if status == Z_STREAM_END {
        let hasMore = wrapping == .gzip && stream.avail_in > 1 && stream.next_in?.pointee == 0x1F
        guard hasMore, inflateReset(&stream) == Z_OK else {
          return StreamDecoder.Decoded(bytes: result, isComplete: true, end: end)
        }
        status = Z_OK
        if result.count < capacity { continue }
      }
      let isFull = result.count == capacity
      guard status == Z_OK, isFull || (stream.avail_in == 0 && taken < bytes.count) else {
        guard !result.isEmpty || bytes.isEmpty else { throw .malformed("its data cannot be decompressed") }
        return StreamDecoder.Decoded(bytes: result, isComplete: bytes.isEmpty, end: end)
      }
      if isFull { capacity = capacity < most / 2 ? 2 * capacity : most }
    }
  }
}

/// What was done to bytes before they were compressed (ISO 32000-2, 7.4.4.4).
struct Predictor {
  private enum Kind { case none, tiff, png }

  private let kind: Kind
  /// The bytes of a row, and of a pixel; at least one.
  private let rowLength: Int
  private let pixelLength: Int
  /// The parts of a pixel, and the bits of each.
  private let colors: Int
  private let bits: Int

  private static let longestRow = 1 << 20

  /// `nil` for what is not as it should be.
  init?(_ parameters: PDFDictionary) {
    func integer(_ key: PDFName, _ usual: Int) -> Int? {
      guard let value = parameters[key], !value.isNull else { return usual }
      return value.integer
    }
    guard let predictor = integer("Predictor", 1), let columns = integer("Columns", 1),
      let colors = integer("Colors", 1), let bits = integer("BitsPerComponent", 8),
      (1...Self.longestRow).contains(columns), (1...32).contains(colors), [1, 2, 4, 8, 16].contains(bits)
    else { return nil }
    switch predictor {
    case 1: kind = .none
    case 2: kind = .tiff
    case 10...15: kind = .png
    default: return nil
    }
    (self.colors, self.bits) = (colors, bits)
    rowLength = (columns * colors * bits + 7) / 8
    pixelLength = max(1, colors * bits / 8)
  }

  /// How many bytes there may be before, for a limit afterwards: whole rows, each with the number of its filter.
  func limit(_ limit: Int) -> Int {
    guard kind == .png else { return limit }
    let (rows, overflow) = (min(limit / rowLength, .max - 1) + 1).multipliedReportingOverflow(
      by: rowLength + 1)
    return overflow ? .max : rows
  }

  /// Makes of bytes what was predicted, up to the first row that is not whole, in place.
  func undo(_ coded: inout StreamDecoder.Decoded) {
    switch kind {
    case .none: break
    case .tiff:
      let count = coded.bytes.count
      for start in stride(from: 0, to: count, by: rowLength) {
        undoSums(&coded.bytes, start..<min(start + rowLength, count))
      }
      if !count.isMultiple(of: rowLength) { coded.isComplete = false }
    case .png:
      let count = coded.bytes.count
      let rows = count / (rowLength + 1)
      let right = coded.bytes.withUnsafeMutableBufferPointer { bytes in
        (0..<rows).first { !undo(row: $0, of: bytes) } ?? rows
      }
      coded.bytes.removeLast(count - right * rowLength)
      if right < rows || count != rows * (rowLength + 1) { coded.isComplete = false }
    }
  }

  /// Adds to each sample of a row the one of the same colour before it.
  private func undoSums(_ bytes: inout [UInt8], _ row: Range<Int>) {
    if bits == 8 {
      for index in stride(from: row.lowerBound + pixelLength, to: row.upperBound, by: 1) {
        bytes[index] &+= bytes[index - pixelLength]
      }
      return
    }
    if bits == 16 {
      for index in stride(from: row.lowerBound + pixelLength, to: row.upperBound - 1, by: 2) {
        let before = UInt16(bytes[index - pixelLength]) << 8 | UInt16(bytes[index - pixelLength + 1])
        let sum = before &+ (UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]))
        (bytes[index], bytes[index + 1]) = (UInt8(sum >> 8), UInt8(truncatingIfNeeded: sum))
      }
      return
    }
    let mask = UInt8(1 << bits - 1)
    let perByte = 8 / bits
    var before = [UInt8](repeating: 0, count: colors)
    for sample in 0..<row.count * perByte {
      let (index, shift) = (row.lowerBound + sample / perByte, 8 - bits - sample % perByte * bits)
      let sum = (bytes[index] >> UInt8(shift) &+ before[sample % colors]) & mask
      bytes[index] = bytes[index] & ~(mask << UInt8(shift)) | sum << UInt8(shift)
      before[sample % colors] = sum
    }
  }

  /// Undoes the filter of a row, which moves to where it is without the rows' filters.
  ///
  /// - Returns: `false` if there is no such filter.
  private func undo(row: Int, of bytes: UnsafeMutableBufferPointer<UInt8>) -> Bool {
    let (from, to) = (row * (rowLength + 1) + 1, row * rowLength)
    let (source, target) = (bytes, bytes)
    func left(_ index: Int) -> UInt8 { index < pixelLength ? 0 : target[to + index - pixelLength] }
    func up(_ index: Int) -> UInt8 { to == 0 ? 0 : target[to + index - rowLength] }
    switch source[from - 1] {
    case 0:
      for index in 0..<rowLength { target[to + index] = source[from + index] }
    case 1:
      for index in 0..<rowLength { target[to + index] = source[from + index] &+ left(index) }
    case 2:
      for index in 0..<rowLength { target[to + index] = source[from + index] &+ up(index) }
    case 3:
      for index in 0..<rowLength {
        target[to + index] = source[from + index] &+ UInt8((Int(left(index)) + Int(up(index))) / 2)
      }
    case 4:
      for index in 0..<rowLength {
        let corner = to == 0 || index < pixelLength ? 0 : target[to + index - pixelLength - rowLength]
        target[to + index] = source[from + index] &+ Self.paeth(left(index), up(index), corner)
      }
    default: return false
    }
    return true
  }

  private static func paeth(_ left: UInt8, _ up: UInt8, _ corner: UInt8) -> UInt8 {
    let (a, b, c) = (Int(left), Int(up), Int(corner))
    let estimate = a + b - c
    let (toLeft, toUp, toCorner) = (abs(estimate - a), abs(estimate - b), abs(estimate - c))
    if toLeft <= toUp, toLeft <= toCorner { return left }
    return toUp <= toCorner ? up : corner
  }
}
