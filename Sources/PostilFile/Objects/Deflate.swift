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
}
