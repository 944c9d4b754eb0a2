import CZlib

/// The Flate filter (ISO 32000-2, 7.4.4), by zlib.
enum Deflate {
  /// The compressed bytes, or `nil` if zlib refuses.
  static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    var length = compressBound(uLong(bytes.count))
    let result = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
      let status = compress2(buffer.baseAddress, &length, bytes, uLong(bytes.count), 9)
      count = status == Z_OK ? Int(length) : 0
    }
    return result.isEmpty ? nil : result
  }

  /// A stream of these bytes, compressed where that makes it smaller.
  static func stream(_ dictionary: PDFDictionary, _ bytes: [UInt8]) -> PDFObject {
    let overhead = "/Filter /FlateDecode".utf8.count
    guard let packed = compress(bytes), packed.count + overhead < bytes.count else {
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
}
