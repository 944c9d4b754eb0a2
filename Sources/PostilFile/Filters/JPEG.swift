import PostilQPDFBridge

/// The DCTDecode filter (ISO 32000-2, 7.4.8), by libjpeg behind libqpdf.
enum JPEG {
  static func decode(
    _ data: UnsafeRawBufferPointer, limit: Int
  ) throws(StreamDecoder.Failure) -> StreamDecoder.Decoded {
    let end = try check(data, limit: limit)
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
      isComplete: output.is_complete, end: end)
  }

  /// Where the picture ends: behind its mark of the end (ISO 10918-1, B.1.1.3), what comes with it being passed over.
  ///
  /// - Returns: `nil` if there is none.
  /// - Complexity: O(bytes).
  static func end(of data: UnsafeRawBufferPointer) -> Int? {
    guard data.count > 3, data[0] == 0xFF, data[1] == 0xD8 else { return nil }
    var end: Int?
    forEachMarker(in: data) { marker, position, _ in
      if marker == 0xD9 { end = position + 2 }
    }
    return end
  }

  /// Where the samples of a picture begin: behind them is no text that a program wrote there.
  static func startOfSamples(in data: UnsafeRawBufferPointer) -> Int? {
    var start: Int?
    forEachMarker(in: data) { marker, position, length in
      if marker == 0xDA { start = start ?? min(position + 2 + length, data.count) }
    }
    return start
  }

  /// Goes over the markers of a picture, up to its end: those that stand alone and those in samples are passed over.
  static func forEachMarker(
    in data: UnsafeRawBufferPointer, _ body: (_ marker: UInt8, _ position: Int, _ length: Int) -> Void
  ) {
    var position = 2
    while position + 1 < data.count {
      guard data[position] == 0xFF else {
        position += 1
        continue
      }
      let marker = data[position + 1]
      switch marker {
      case 0xFF: position += 1
      case 0x00, 0x01, 0xD0...0xD8: position += 2
      case 0xD9: return body(marker, position, 0)
      default:
        guard position + 3 < data.count else { return }
        let length = max(2, Int(data[position + 2]) << 8 | Int(data[position + 3]))
        body(marker, position, length)
        position += 2 + length
      }
    }
  }

  /// The work that decoding may be, in pixels times scans: 100 scans of 10 million pixels.
  private static let mostWork = 1 << 30

  /// Looks at what the file says of its size: the decoder makes room for that before it decodes anything.
  ///
  /// - Returns: Where it ends.
  /// - Throws: ``StreamDecoder/Failure`` if the picture is larger than the limit in bytes, or takes too long.
  private static func check(_ data: UnsafeRawBufferPointer, limit: Int) throws(StreamDecoder.Failure) -> Int {
    var (pixels, scans, isTooLarge, end) = (0, 0, false, data.count)
    forEachMarker(in: data) { marker, position, _ in
      if marker == 0xD9 { end = position + 2 }
      // A start of a frame, which is no table (ISO 10918-1, table B.1).
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker), position + 9 < data.count {
        let height = Int(data[position + 5]) << 8 | Int(data[position + 6])
        let width = Int(data[position + 7]) << 8 | Int(data[position + 8])
        pixels = max(pixels, width * height)
        // Room for coefficients of two bytes is made, too.
        if pixels > limit / max(1, Int(data[position + 9])) { isTooLarge = true }
      }
      if marker == 0xDA { scans += 1 }
    }
    guard !isTooLarge else { throw .tooLarge(limit: limit) }
    guard scans < 2 || pixels <= mostWork / scans else {
      throw .malformed("its picture has more scans than can be decoded in reasonable time")
    }
    return end
  }
}
