import Foundation
import PostilModel

/// The ICC profile that an image file has of its colors.
enum ImageProfile {
  /// Larger ones are left out, in bytes.
  private static let largest = 4 << 20

  /// The bytes of a profile, whatever they say; `nil` if there is none, or it is not complete.
  ///
  /// - Complexity: O(bytes before the samples).
  static func read(_ image: Appearance.Image) -> [UInt8]? {
    image.format == .png ? chunk(of: image.data) : segments(of: image.data)
  }

  /// That of a PNG (`iCCP`): a name, how it is compressed, and compressed bytes.
  private static func chunk(of data: Data) -> [UInt8]? {
    var result: [UInt8]?
    PNGChunks.forEach(in: data) { kind, content in
      guard kind == "iCCP" else { return kind != "IDAT" }
      guard let end = content.prefix(80).firstIndex(of: 0), content.endIndex - end > 2, content[end + 1] == 0
      else { return false }
      let decoded = content[(end + 2)...].withUnsafeBytes {
        try? Flate.decompress($0, limit: largest, wrapping: .zlib)
      }
      if let decoded, decoded.isComplete { result = decoded.bytes }
      return false
    }
    return result
  }

  /// That of a JPEG (ICC.1:2022, B.4): parts in segments that are numbered from 1.
  private static func segments(of data: Data) -> [UInt8]? {
    let mark = Array("ICC_PROFILE\0".utf8)
    var parts: [UInt8: Range<Int>] = [:]
    var count: UInt8?
    var (isSound, isOver) = (true, false)
    let head = data.prefix(ImageLayout.longestHead)
    return head.withUnsafeBytes { bytes in
      JPEG.forEachMarker(in: bytes) { marker, position, length in
        if marker == 0xDA { isOver = true }
        let start = position + 4
        let end = position + 2 + length
        guard marker == 0xE2, !isOver, end <= bytes.count, length >= 2 + mark.count + 2,
          bytes[start..<start + mark.count].elementsEqual(mark)
        else { return }
        let (number, total) = (bytes[start + mark.count], bytes[start + mark.count + 1])
        if parts[number] != nil || (count ?? total) != total { isSound = false }
        parts[number] = start + mark.count + 2..<end
        count = total
      }
      guard let count, count > 0, isSound, parts.count == Int(count) else { return nil }
      var result: [UInt8] = []
      for number in 1...count {
        guard let part = parts[number] else { return nil }
        result += bytes[part]
      }
      return result.count <= largest ? result : nil
    }
  }
}

/// The pieces of a PNG (ISO/IEC 15948, 5.3).
enum PNGChunks {
  /// Goes over the chunks while the closure says so, as far as they are whole.
  ///
  /// - Complexity: O(chunks).
  static func forEach(in data: Data, _ body: (_ kind: String, _ content: Data) -> Bool) {
    var rest = data.dropFirst(8)
    while rest.count >= 12 {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard length <= rest.count - 12 else { return }
      let kind = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      guard body(kind, rest.dropFirst(8).prefix(length)) else { return }
      rest = rest.dropFirst(12 + length)
    }
  }
}
