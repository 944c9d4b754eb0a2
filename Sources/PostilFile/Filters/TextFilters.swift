/// The filters that make bytes of characters (ISO 32000-2, 7.4.2 and 7.4.3).
enum TextFilters {
  typealias Decoded = StreamDecoder.Decoded

  /// ASCIIHexDecode. What is no digit is passed over, as readers do.
  static func hexadecimal(_ data: UnsafeRawBufferPointer, limit: Int) -> Decoded {
    var result: [UInt8] = []
    var high: UInt8?
    // What is passed over is not read either.
    var (end, fault): (Int, Int?) = (0, nil)
    for byte in data {
      end += 1
      if byte == UInt8(ascii: ">") { break }
      guard let value = ByteClass.hexValue(byte) else {
        if !ByteClass.isSpace(byte) { fault = fault ?? end - 1 }
        continue
      }
      guard let first = high else {
        high = value
        continue
      }
      result.append(first << 4 | value)
      high = nil
      if result.count > limit { break }
    }
    if let high { result.append(high << 4) }
    return Decoded(bytes: result, isComplete: fault == nil, end: fault ?? end)
  }

  /// ASCII85Decode. Ends at what is no such character.
  static func base85(_ data: UnsafeRawBufferPointer, limit: Int) -> Decoded {
    var result: [UInt8] = []
    var (group, count): (UInt32, Int) = (0, 0)
    var (isComplete, end) = (true, 0)
    scan: for byte in data {
      end += 1
      switch byte {
      case UInt8(ascii: "!")...UInt8(ascii: "u"):
        group = group &* 85 &+ UInt32(byte - UInt8(ascii: "!"))
        count += 1
        guard count == 5 else { continue scan }
      case UInt8(ascii: "z") where count == 0: break
      case UInt8(ascii: "~"):
        // Two characters are the end, with space between them in some files.
        let rest = data[end...]
        if let next = rest.firstIndex(where: { !ByteClass.isSpace($0) }), rest[next] == UInt8(ascii: ">") {
          end = next + 1
        }
        break scan
      case _ where ByteClass.isSpace(byte): continue scan
      default:
        (isComplete, end) = (false, end - 1)
        break scan
      }
      for shift in [24, 16, 8, 0] as [UInt32] { result.append(UInt8(truncatingIfNeeded: group >> shift)) }
      (group, count) = (0, 0)
      if result.count > limit { break scan }
    }
    if count > 1 {
      for _ in count..<5 { group = group &* 85 &+ 84 }
      for index in 0..<count - 1 { result.append(UInt8(truncatingIfNeeded: group >> UInt32(24 - 8 * index))) }
    }
    return Decoded(bytes: result, isComplete: isComplete, end: end)
  }
}
