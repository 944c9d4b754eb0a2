/// The RunLengthDecode filter (ISO 32000-2, 7.4.5).
enum RunLength {
  static func decode(
    _ data: UnsafeRawBufferPointer, limit: Int
  ) -> StreamDecoder.Decoded {
    var result: [UInt8] = []
    var position = 0
    while position < data.count, data[position] != 128, result.count <= limit {
      let length = Int(data[position])
      position += 1
      let count = length < 128 ? length + 1 : 257 - length
      if length < 128 {
        let end = min(position + count, data.count)
        result += data[position..<end]
        guard end == position + count else {
          return StreamDecoder.Decoded(bytes: result, isComplete: false, end: data.count)
        }
        position = end
      } else {
        guard position < data.count else {
          return StreamDecoder.Decoded(bytes: result, isComplete: false, end: data.count)
        }
        result += repeatElement(data[position], count: count)
        position += 1
      }
    }
    return StreamDecoder.Decoded(bytes: result, isComplete: true, end: min(position + 1, data.count))
  }
}
