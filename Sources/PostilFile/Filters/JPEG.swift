import PostilQPDFBridge

/// The DCTDecode filter (ISO 32000-2, 7.4.8), by libjpeg behind libqpdf.
enum JPEG {
  static func decode(
    _ data: UnsafeRawBufferPointer, limit: Int
  ) throws(StreamDecoder.Failure) -> StreamDecoder.Decoded {
    try check(data, limit: limit)
    var output = postil_qpdf_decoded()
    var error = postil_qpdf_error()
    let bytes = postil_qpdf_bytes(start: data.bindMemory(to: UInt8.self).baseAddress, count: data.count)
    defer { postil_qpdf_decoded_free(&output) }
    guard postil_qpdf_decode_jpeg(bytes, limit, &output, &error) else {
      throw .malformed("its picture cannot be decoded")
    }
    guard !output.is_too_large else { throw .tooLarge(limit: limit) }
    return StreamDecoder.Decoded(
      bytes: Array(UnsafeBufferPointer(start: output.start, count: output.count)),
      isComplete: output.is_complete)
  }

  /// The work that decoding may be, in pixels times scans: 100 scans of 10 million pixels.
  private static let mostWork = 1 << 30

  /// Looks at what the file says of its size: the decoder makes room for that before it decodes anything.
  ///
  /// - Throws: ``StreamDecoder/Failure`` if the picture is larger than the limit in bytes, or takes too long.
  private static func check(_ data: UnsafeRawBufferPointer, limit: Int) throws(StreamDecoder.Failure) {
    var position = 2
    var (pixels, scans) = (0, 0)
    while position + 3 < data.count {
      guard data[position] == 0xFF else {
        position += 1
        continue
      }
      let marker = data[position + 1]
      switch marker {
      case 0xFF: position += 1
      case 0x00, 0x01, 0xD0...0xD8: position += 2
      case 0xD9: position = data.count
      default:
        let length = Int(data[position + 2]) << 8 | Int(data[position + 3])
        // A start of a frame, which is no table (ISO 10918-1, table B.1).
        if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker), position + 9 < data.count {
          let height = Int(data[position + 5]) << 8 | Int(data[position + 6])
          let width = Int(data[position + 7]) << 8 | Int(data[position + 8])
          pixels = max(pixels, width * height)
          // Room for coefficients of two bytes is made, too.
          guard pixels <= limit / max(1, Int(data[position + 9])) else { throw .tooLarge(limit: limit) }
        }
        if marker == 0xDA { scans += 1 }
        position += 2 + max(2, length)
      }
    }
    guard scans < 2 || pixels <= mostWork / scans else {
      throw .malformed("its picture has more scans than can be decoded in reasonable time")
    }
  }
}
