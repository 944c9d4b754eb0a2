import CPostilZlib
import Testing

@testable import PostilRender

@Suite struct PNGEncoderTests {
  /// A file read again: its chunks, checked, and its rows as bytes.
  private struct Decoded {
    var types: [String] = []
    var contents: [String: [UInt8]] = [:]
    var header: [UInt8] = []
    var rows: [UInt8] = []

    init(_ file: [UInt8]) throws {
      #expect(file.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
      var (place, packed) = (8, [UInt8]())
      while place < file.count {
        let length = Self.number(file, place)
        let type = String(decoding: file[place + 4..<place + 8], as: UTF8.self)
        let content = file[place + 8..<place + 8 + length]
        let covered = Array(file[place + 4..<place + 8 + length])
        #expect(crc32(0, covered, UInt32(covered.count)) == UInt(Self.number(file, place + 8 + length)))
        if type == "IHDR" { header = Array(content) }
        if type == "IDAT" { packed += content }
        types.append(type)
        contents[type] = Array(content)
        place += length + 12
      }
      let (width, height) = (Self.number(header, 0), Self.number(header, 4))
      let parts = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(header[9])] ?? 0
      let length = (width * parts * Int(header[8]) + 7) / 8
      var plain = [UInt8](repeating: 0, count: (length + 1) * height)
      var count = UInt(plain.count)
      try #require(uncompress(&plain, &count, packed, UInt(packed.count)) == Z_OK)
      #expect(count == plain.count)
      var before = [UInt8](repeating: 0, count: length)
      for y in 0..<height {
        let line = plain[y * (length + 1)..<(y + 1) * (length + 1)]
        #expect(line.first == 2)
        before = zip(line.dropFirst(), before).map { $0 &+ $1 }
        rows += before
      }
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
      bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
  }

  private func file(_ pixels: [UInt32], width: Int) throws -> [UInt8] {
    try pixels.withUnsafeBytes { try PNGEncoder.file($0, width: width, height: pixels.count / width) }
  }

  @Test func colours() throws {
    let decoded = try Decoded(file([0xFF01_0203, 0xFFFF_FFFF, 0xFF00_0000, 0xFF10_2030], width: 2))
    #expect(decoded.types == ["IHDR", "IDAT", "IEND"])
    #expect(decoded.header == [0, 0, 0, 2, 0, 0, 0, 2, 8, 2, 0, 0, 0])
    #expect(decoded.rows == [1, 2, 3, 255, 255, 255, 0, 0, 0, 0x10, 0x20, 0x30])
  }

  @Test func alpha() throws {
    let decoded = try Decoded(file([0x8040_0000, 0, 0xFF01_0203], width: 3))
    #expect(decoded.header[9] == 6)
    #expect(decoded.rows == [128, 0, 0, 128, 0, 0, 0, 0, 1, 2, 3, 255])
  }

  @Test func gray() throws {
    let decoded = try Decoded(file([0xFF01_0101, 0xFFFF_FFFF, 0xFF00_0000, 0xFF10_1010], width: 2))
    #expect(decoded.header == [0, 0, 0, 2, 0, 0, 0, 2, 8, 0, 0, 0, 0])
    #expect(decoded.rows == [1, 255, 0, 0x10])
    let alpha = try Decoded(file([0x8040_4040, 0, 0xFF03_0303], width: 3))
    #expect(alpha.header[9] == 4 && alpha.rows == [128, 128, 0, 0, 3, 255])
  }

  /// More rows than are compressed in one go, of what can be compressed and of what cannot.
  @Test(arguments: [(0xFF_FFFF, 500), (0x3, 500), (0xFF_FFFF, 200_000), (0x1, 1)] as [(UInt32, Int)])
  func severalBands(_ most: UInt32, _ width: Int) throws {
    var random = SystemRandomNumberGenerator()
    let pixels = (0..<400_000).map { _ in UInt32.random(in: 0...most, using: &random) | 0xFF00_0000 }
    let file = try file(pixels, width: width)
    let decoded = try Decoded(file)
    #expect(decoded.types.count { $0 == "IDAT" } > 1)
    // The same however the threads share the work.
    #expect(try self.file(pixels, width: width) == file)
    #expect(
      decoded.rows == pixels.flatMap { [UInt8($0 >> 16 & 255), UInt8($0 >> 8 & 255), UInt8($0 & 255)] })
  }

  @Test func resolutionIsInPixelsAMetre() throws {
    let pixels: [UInt32] = [0xFF01_0203]
    func chunks(_ resolution: Double?) throws -> [UInt8] {
      try pixels.withUnsafeBytes { try PNGEncoder.file($0, width: 1, height: 1, resolution: resolution) }
    }
    let file = try chunks(300)
    #expect(try Decoded(file).types == ["IHDR", "pHYs", "IDAT", "IEND"])
    // 11,811 pixels in both directions.
    #expect(file.firstRange(of: [UInt8]("pHYs".utf8) + [0, 0, 0x2E, 0x23, 0, 0, 0x2E, 0x23, 1]) != nil)
    for none in [nil, .nan, -1, 1e30] {
      #expect(try Decoded(chunks(none)).types == ["IHDR", "IDAT", "IEND"])
    }
  }

  @Test func aWrongNumberOfPixels() {
    #expect(throws: PNGEncoder.Failure.self) { try file([1, 2, 3], width: 2) }
    #expect(throws: PNGEncoder.Failure.self) {
      try PNGEncoder.file(UnsafeRawBufferPointer(start: nil, count: 0), width: 0, height: 0)
    }
  }

  @Test func samplesOfAllKinds() throws {
    func decoded(
      _ samples: [UInt8], _ width: Int, _ depth: Int, _ colors: PNGEncoder.Colors, palette: [UInt8] = [],
      profile: [UInt8] = []
    ) throws -> Decoded {
      try samples.withUnsafeBytes {
        try Decoded(
          try PNGEncoder.file(
            $0, width: width, height: 2, depth: depth, colors, palette: palette, profile: profile))
      }
    }
    let bits = try decoded([0xA0, 0x80, 0x5F, 0], 9, 1, .gray)
    #expect(bits.rows == [0xA0, 0x80, 0x5F, 0] && bits.header.suffix(5) == [1, 0, 0, 0, 0])
    let deep = try decoded([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 1, 16, .rgb)
    #expect(deep.rows == Array(1...12) && deep.header[8] == 16 && deep.header[9] == 2)
    let indexed = try decoded([0x10, 0x01], 2, 4, .palette, palette: [1, 2, 3, 4, 5, 6])
    #expect(
      indexed.types == ["IHDR", "PLTE", "IDAT", "IEND"] && indexed.contents["PLTE"] == [1, 2, 3, 4, 5, 6])
    let profile = try decoded([1, 2, 3, 4], 1, 8, .grayAndAlpha, profile: Array(repeating: 7, count: 300))
    #expect(profile.types == ["IHDR", "iCCP", "IDAT", "IEND"])
    let packed = Array(try #require(profile.contents["iCCP"]).dropFirst(5))
    var (plain, count) = ([UInt8](repeating: 0, count: 300), UInt(300))
    #expect(uncompress(&plain, &count, packed, UInt(packed.count)) == Z_OK)
    #expect(count == 300 && plain.allSatisfy { $0 == 7 })
    #expect(throws: PNGEncoder.Failure.self) { try decoded([1], 1, 8, .gray) }
    #expect(throws: PNGEncoder.Failure.self) { try decoded([1, 1], 1, 8, .palette) }
  }
}
