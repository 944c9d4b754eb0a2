import Foundation

/// Small image files.
package enum SampleImage {
  /// A PNG of pixels with red, green, blue and opacity, compressed by nothing.
  package static func png(width: Int, height: Int, _ pixel: (Int, Int) -> [UInt8]) -> Data {
    var rows: [UInt8] = []
    for y in 0..<height {
      rows.append(0)
      for x in 0..<width { rows += pixel(x, y) }
    }
    return png(width: width, height: height, colors: 6, zlib: stored(rows))
  }

  /// A PNG with a head that says anything.
  package static func png(
    width: Int, height: Int, depth: UInt8 = 8, colors: UInt8 = 2, zlib: [UInt8] = [], profile: [UInt8]? = nil
  ) -> Data {
    let head = big(width) + big(height) + [depth, colors, 0, 0, 0]
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let colorSpace = profile.map { chunk("iCCP", Array("a".utf8) + [0, 0] + stored($0)) } ?? []
    return Data(
      signature + chunk("IHDR", head) + colorSpace + chunk("IDAT", zlib) + chunk("IEND", []))
  }

  /// A PNG of rows of samples, each without its filter.
  package static func png(
    width: Int, rows: [[UInt8]], depth: UInt8 = 8, colors: UInt8 = 2, profile: [UInt8]? = nil
  ) -> Data {
    png(
      width: width, height: rows.count, depth: depth, colors: colors, zlib: stored(rows.flatMap { [0] + $0 }),
      profile: profile)
  }

  private static func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + bytes
    return big(bytes.count) + body + big(Int(crc(body)))
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
  }

  /// A zlib stream of blocks that are not compressed.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: bytes.count, by: 65_535) {
      let block = bytes[start..<min(start + 65_535, bytes.count)]
      let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
      result += [start + block.count == bytes.count ? 1 : 0, low, high, ~low, ~high] + block
    }
    let (a, b) = bytes.reduce((1, 0)) { sums, byte in
      let a = (sums.0 + Int(byte)) % 65_521
      return (a, (sums.1 + a) % 65_521)
    }
    return result + big(b << 16 | a)
  }

  /// A JPEG of 16 × 8 pixels: the left half red, the right one blue.
  package static let jpeg = Data(base64Encoded: jpegText) ?? Data()

  /// The same with an orientation: 1 to 8.
  package static func jpeg(orientation: UInt8) -> Data {
    let exif: [UInt8] =
      Array("Exif\0\0MM\0*".utf8) + [
        0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
      ]
    let segment: [UInt8] = [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
    return jpeg.prefix(2) + Data(segment) + jpeg.dropFirst(2)
  }

  /// The same with a profile in two segments, or in some of them.
  package static func jpeg(profile: [UInt8], numbers: [UInt8] = [1, 2]) -> Data {
    let half = profile.count / 2
    let segments = numbers.flatMap { number -> [UInt8] in
      let part = number == 1 ? profile[..<half] : profile[half...]
      let length = 2 + 14 + part.count
      return [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)] + Array("ICC_PROFILE\0".utf8) + [
        number, 2,
      ]
        + part
    }
    return jpeg.prefix(2) + Data(segments) + jpeg.dropFirst(2)
  }

  private static let jpegText =
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAIABADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAUG/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABQBAQAAAAAAAAAAAAAAAAAAAAX/xAAZEQACAwEAAAAAAAAAAAAAAAAABkOCwcL/2gAMAwEAAhEDEQA/AM+hAYU5q9DzNFbD/9k="
}
