/// The LZWDecode filter (ISO 32000-2, 7.4.4), without its predictor.
struct LZW {
  private static let (clear, end, first, most) = (256, 257, 258, 4096)

  private let isEarly: Bool
  /// Of each code the code of what stands before its last byte, that byte, its first byte, and its length.
  private var prefixes = [Int](repeating: 0, count: most)
  private var lasts = [UInt8](repeating: 0, count: most)
  private var firsts = [UInt8](repeating: 0, count: most)
  private var lengths = [Int](repeating: 0, count: most)

  /// - Parameter isEarly: Whether codes get longer one code early (`/EarlyChange`).
  init(isEarly: Bool) {
    self.isEarly = isEarly
    for code in 0..<256 {
      lasts[code] = UInt8(code)
      firsts[code] = UInt8(code)
      lengths[code] = 1
    }
  }

  mutating func decode(
    _ data: UnsafeRawBufferPointer, limit: Int
  ) -> StreamDecoder.Decoded {
    var result: [UInt8] = []
    var (next, width, previous): (Int, Int, Int?) = (Self.first, 9, nil)
    var (bits, count, position): (UInt32, Int, Int) = (0, 0, 0)
    while true {
      while count < width, position < data.count {
        bits = bits << 8 | UInt32(data[position])
        count += 8
        position += 1
      }
      // Some writers leave the end out.
      guard count >= width, result.count <= limit else {
        return StreamDecoder.Decoded(bytes: result, isComplete: true, end: position)
      }
      let code = Int(bits >> UInt32(count - width)) & (1 << width - 1)
      count -= width
      if code == Self.end { return StreamDecoder.Decoded(bytes: result, isComplete: true, end: position) }
      if code == Self.clear {
        (next, width, previous) = (Self.first, 9, nil)
        continue
      }
      if let previous, next < Self.most {
        prefixes[next] = previous
        firsts[next] = firsts[previous]
        // A code that stands for itself begins and ends with the same byte.
        lasts[next] = code == next ? firsts[previous] : firsts[code]
        lengths[next] = lengths[previous] + 1
        next += 1
      }
      guard code < 256 || (code >= Self.first && code < next) else {
        return StreamDecoder.Decoded(bytes: result, isComplete: false, end: position)
      }
      append(code, to: &result)
      previous = code
      let edge = next + (isEarly ? 1 : 0)
      width = edge >= 2048 ? 12 : edge >= 1024 ? 11 : edge >= 512 ? 10 : 9
    }
  }

  private func append(_ code: Int, to result: inout [UInt8]) {
    let length = lengths[code]
    let start = result.count
    result += repeatElement(0, count: length)
    var code = code
    for index in stride(from: start + length - 1, through: start, by: -1) {
      result[index] = lasts[code]
      code = prefixes[code]
    }
  }
}
