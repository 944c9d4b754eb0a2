import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct StreamDecoderTests {
  private static let text = Array("0 0 5 5 re f and something that is said again, said again\n".utf8)

  private func packed(_ bytes: [UInt8], times: Int = 1) throws -> [UInt8] {
    try (0..<times).reduce(bytes) { bytes, _ in try #require(Flate.compress(bytes)) }
  }

  private func filters(_ names: String..., parameters: PDFObject? = nil) -> PDFDictionary {
    var dictionary: PDFDictionary = ["Filter": .array(names.map { .name(PDFName(bytes: Array($0.utf8))) })]
    dictionary["DecodeParms"] = parameters
    return dictionary
  }

  private func decode(
    _ bytes: [UInt8], _ dictionary: PDFDictionary, limit: Int = 1 << 20,
    excess: StreamDecoder.Excess = .refused, losses: Bool = false
  ) throws -> StreamDecoder.Decoded {
    try bytes.withUnsafeBytes {
      try StreamDecoder.decode($0, dictionary, limit: limit, excess: excess, losses: losses)
    }
  }

  private func whole(_ bytes: [UInt8], _ dictionary: PDFDictionary) -> [UInt8]? {
    bytes.withUnsafeBytes { StreamDecoder.whole($0, dictionary, limit: 1 << 20) }
  }

  private func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
    Array(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined().utf8) + Array(">".utf8)
  }

  @Test func chainsOfFiltersAreUndoneInOrder() throws {
    #expect(try whole(packed(Self.text, times: 3), filters("FlateDecode", "Fl", "FlateDecode")) == Self.text)
    #expect(try whole(hexadecimal(packed(Self.text)), filters("AHx", "FlateDecode")) == Self.text)
    #expect(try whole(packed(hexadecimal(Self.text)), filters("FlateDecode", "ASCIIHexDecode")) == Self.text)
    #expect(
      try decode([2, 65, 66, 67, 254, 68, 128], filters("RunLengthDecode")).bytes == Array("ABCDDD".utf8))
    #expect(
      try decode(Array("87cURD]i,\"Ebo80~>".utf8), filters("ASCII85Decode")).bytes
        == Array("Hello World!".utf8))
    // ISO 32000-2, 7.4.4.2, example 1.
    #expect(
      try decode([0x80, 0x0B, 0x60, 0x50, 0x22, 0x0C, 0x0C, 0x85, 0x01], filters("LZW")).bytes
        == [45, 45, 45, 45, 45, 65, 45, 45, 45, 66])
    #expect(whole(Self.text, filters("Crypt")) == Self.text)
    #expect(whole(Self.text, [:]) == Self.text)
  }

  @Test func parametersBelongToTheirFilter() throws {
    let rows = Self.text.indices.map { $0 % 10 == 0 ? Self.text[$0] : Self.text[$0] &- Self.text[$0 - 1] }
    let predicted = PDFObject.dictionary(["Predictor": .integer(2), "Columns": .integer(10)])
    let dictionary = filters("ASCIIHexDecode", "FlateDecode", parameters: .array([.null, predicted]))
    #expect(try decode(hexadecimal(packed(rows)), dictionary).bytes == Self.text)
  }

  @Test func nothingGetsLargerThanTheLimitInAnyFilter() throws {
    let zeros = [UInt8](repeating: 0, count: 4 << 20)
    let runs = [UInt8]((0..<32_768).flatMap { _ in [129, 0] as [UInt8] }) + [128]
    for (bytes, dictionary) in [
      (try packed(zeros), filters("FlateDecode")),
      (try packed(zeros, times: 2), filters("FlateDecode", "FlateDecode")),
      (try packed(packed(zeros, times: 2)), filters("FlateDecode", "FlateDecode", "FlateDecode")),
      (runs, filters("RunLengthDecode")), (try packed(runs), filters("FlateDecode", "RunLengthDecode")),
    ] {
      #expect(throws: StreamDecoder.Failure.tooLarge(limit: 1 << 20)) { try decode(bytes, dictionary) }
    }
    // What is just as large is not larger.
    #expect(try decode(packed(zeros), filters("FlateDecode"), limit: 4 << 20).isComplete)
    #expect(try decode(runs, filters("RunLengthDecode"), limit: 4 << 20).bytes.count == 4 << 20)
  }

  @Test func whoeverKnowsTheSizeGetsThatMuchInAnyFilter() throws {
    let text = [UInt8]((0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 3 &* 7) })
    let rows = stride(from: 0, to: text.count, by: 10).flatMap { [0] + text[$0..<$0 + 10] }
    let runs = stride(from: 0, to: text.count, by: 100).flatMap { [99] + text[$0..<$0 + 100] }
    let predicted = PDFObject.dictionary(["Predictor": .integer(12), "Columns": .integer(10)])
    let packedText = try packed(text)
    for (bytes, dictionary) in [
      (text, PDFDictionary()), (packedText, filters("FlateDecode")), (runs, filters("RunLengthDecode")),
      (try packed(rows), filters("FlateDecode", parameters: predicted)),
      (hexadecimal(text), filters("ASCIIHexDecode")),
      (try packed(hexadecimal(text)), filters("FlateDecode", "ASCIIHexDecode")),
    ] as [([UInt8], PDFDictionary)] {
      for limit in [1, 9, 10, 4096, text.count - 1] {
        let cut = try decode(bytes, dictionary, limit: limit, excess: .cutOff)
        #expect(cut.bytes == Array(text[..<limit]) && !cut.isComplete)
      }
      let whole = try decode(bytes, dictionary, limit: text.count, excess: .cutOff)
      #expect(whole.bytes == text && whole.isComplete)
    }
  }

  /// Less than was asked for must not be taken for the end.
  @Test func whatWasLeftOutBetweenFiltersIsNotMissing() throws {
    let late = [UInt8](repeating: 32, count: 4 << 20) + Array("41424344>".utf8)
    #expect(throws: StreamDecoder.Failure.tooLarge(limit: 4)) {
      try decode(packed(late), filters("FlateDecode", "ASCIIHexDecode"), limit: 4, excess: .cutOff)
    }
  }

  /// Zeros in between that the last filter makes nothing of.
  @Test func whatIsBetweenFiltersIsLimitedToo() throws {
    let spaces = try packed([UInt8](repeating: 32, count: 8 << 20))
    #expect(throws: StreamDecoder.Failure.tooLarge(limit: 1 << 20)) {
      try decode(spaces, filters("FlateDecode", "ASCIIHexDecode"), limit: (1 << 20 - 64 << 10) / 2)
    }
  }

  @Test func theLargestLimitOverflowsNothing() throws {
    let rows = try packed(Array((0..<20).map { $0 % 5 == 0 ? 0 : UInt8($0) }))
    for columns in [1, 4, 1 << 20] {
      let parameters: PDFDictionary = ["Predictor": .integer(12), "Columns": .integer(columns)]
      let dictionary = filters("FlateDecode", parameters: .dictionary(parameters))
      #expect(throws: Never.self) { try decode(rows, dictionary, limit: .max) }
    }
    #expect(try decode(hexadecimal(Self.text), filters("ASCIIHexDecode"), limit: .max).bytes == Self.text)
    #expect(try decode(packed(Self.text, times: 2), filters("Fl", "Fl"), limit: .max).bytes == Self.text)
  }

  @Test func whatStandsBeforeTheDamageIsThere() throws {
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    let cut = try Array(packed(bytes).dropLast(5000))
    let decoded = try decode(cut, filters("FlateDecode"))
    #expect(!decoded.isComplete && decoded.bytes.count > 100_000 && bytes.starts(with: decoded.bytes))
    #expect(throws: StreamDecoder.Failure.self) { try decode([1, 2, 3], filters("FlateDecode")) }
  }

  @Test func numbersInParametersAreInRange() throws {
    for (name, value) in [
      ("Columns", 1 << 40), ("Columns", -1), ("Colors", 1 << 31), ("BitsPerComponent", 99),
    ] {
      let parameters: PDFDictionary = [
        "Predictor": .integer(12), PDFName(bytes: Array(name.utf8)): .integer(value),
      ]
      for filter in ["FlateDecode", "LZWDecode"] {
        #expect(throws: StreamDecoder.Failure.self, "\(filter) \(name)") {
          try decode(packed(Self.text), filters(filter, parameters: .dictionary(parameters)))
        }
      }
    }
    #expect(throws: StreamDecoder.Failure.self) {
      try decode(Self.text, ["Filter": .array(.init(repeating: .name("FlateDecode"), count: 10_000))])
    }
    #expect(throws: StreamDecoder.Failure.unknownFilter("JPXDecode")) {
      try decode(Self.text, filters("JPXDecode"))
    }
  }

  /// LZW as a writer does it that never clears its table before it is full, and text that fills it.
  @Test(arguments: [0, 1]) func longLZWDataAreDecoded(early: Int) throws {
    let plain = (0..<30_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 5 & 0x3F) }
    var (bits, packed, pending, count): ([Int], [UInt8], Int, Int) = ([], [], 0, 0)
    var (table, width): ([[UInt8]: Int], Int) = ([:], 9)
    func reset() {
      table = Dictionary(uniqueKeysWithValues: (0..<256).map { ([UInt8($0)], $0) })
      width = 9
    }
    func write(_ code: Int) {
      bits.append(code)
      pending = pending << width | code
      count += width
      while count >= 8 {
        packed.append(UInt8(truncatingIfNeeded: pending >> (count - 8)))
        count -= 8
        pending &= 1 << count - 1
      }
    }
    reset()
    write(256)
    var word: [UInt8] = []
    for byte in plain {
      if table[word + [byte]] != nil {
        word.append(byte)
        continue
      }
      write(table[word] ?? 0)
      // The reader knows one code less, and 256 and 257 are taken.
      let next = table.count + 2
      table[word + [byte]] = next
      if next + early >= 1 << width { width = min(12, width + 1) }
      if next == 4094 {
        write(256)
        reset()
      }
      word = [byte]
    }
    write(table[word] ?? 0)
    write(257)
    packed.append(UInt8(truncatingIfNeeded: pending << (8 - count)))
    let parameters = PDFObject.dictionary(["EarlyChange": .integer(early)])
    #expect(try decode(packed, filters("LZWDecode", parameters: parameters)).bytes == plain)
  }

  /// Samples of less and of more than a byte, each the difference from the one before of its colour.
  @Test(arguments: [1, 2, 4, 16]) func predictionsOfTIFFAreUndoneForOtherSamples(bits: Int) throws {
    let (columns, colors, rows) = (7, 3, 4)
    let samples = (0..<rows).map { row in
      (0..<columns * colors).map { ($0 &* 2654435761 >> 7 &+ row) & (1 << bits - 1) }
    }
    func pack(_ rows: [[Int]]) -> [UInt8] {
      rows.flatMap { row -> [UInt8] in
        let digits = row.flatMap { sample in (0..<bits).reversed().map { sample >> $0 & 1 } }
        return stride(from: 0, to: digits.count, by: 8).map { start in
          UInt8((0..<8).reduce(0) { $0 << 1 | (start + $1 < digits.count ? digits[start + $1] : 0) })
        }
      }
    }
    let differences = samples.map { row in
      row.indices.map { $0 < colors ? row[$0] : (row[$0] - row[$0 - colors]) & (1 << bits - 1) }
    }
    let parameters: PDFDictionary = [
      "Predictor": .integer(2), "Columns": .integer(columns), "Colors": .integer(colors),
      "BitsPerComponent": .integer(bits),
    ]
    let dictionary = filters("FlateDecode", parameters: .dictionary(parameters))
    #expect(try decode(packed(pack(differences)), dictionary).bytes.count == pack(samples).count)
    // The bits that fill up a row are no samples.
    let used = columns * colors * bits % 8
    let length = pack([samples[0]]).count
    let mask = used == 0 ? 0xFF : UInt8(truncatingIfNeeded: 0xFF << (8 - used))
    let undone = try decode(packed(pack(differences)), dictionary).bytes.enumerated().map {
      $0.offset % length == length - 1 ? $0.element & mask : $0.element
    }
    #expect(undone == pack(samples))
  }

  /// 65,500 pixels in a square, of which nothing is there: libjpeg would make room for all of them.
  @Test func aJPEGThatClaimsToBeHugeIsNotDecoded() throws {
    var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC2, 0, 17, 8, 0xFF, 0xDC, 0xFF, 0xDC, 3]
    for part in 1...3 as ClosedRange<UInt8> { file += [part, 0x11, 0] }
    #expect(throws: StreamDecoder.Failure.tooLarge(limit: 1 << 30)) {
      try decode(file, filters("DCTDecode"), limit: 1 << 30, losses: true)
    }
    #expect(throws: StreamDecoder.Failure.unknownFilter("DCTDecode")) {
      try decode(file, filters("DCTDecode"))
    }
  }

  /// A stream that a save appended is read with all its filters, as it is once the file is opened again.
  @Test func streamsOfUpdatesAreDecodedAsThoseOfFiles() throws {
    let store = try FileStore(.data(SampleDocument().data), password: nil, options: OpenOptions())
    let changes = ObjectChanges(store.graph, nextNumber: 5000)
    let id = changes.add(.stream(filters("AHx", "Fl"), .encoded(hexadecimal(try packed(Self.text)))))
    #expect(try changes.decodedStream(id, limit: 1 << 20) == Self.text)
    #expect(throws: PDFError.self) { try changes.decodedStream(id, limit: 5) }
    #expect(throws: PDFError.self) { try changes.decodedStream(ObjectID(number: 1), limit: 1 << 20) }
  }

  /// What no reader looks at is cut off, with the filters of it that have to be undone for that.
  @Test func whatStandsBehindTheEndIsCutOff() throws {
    let secret = Array("SECRET".utf8)
    func trimmed(_ data: [UInt8], _ dictionary: PDFDictionary, size: Int? = nil) throws -> StreamDecoder
      .Trimmed?
    {
      try StreamDecoder.trimmed(data, dictionary, size.map { .first($0) } ?? .all, limit: 1 << 20)
    }
    let flate = try packed(Self.text)
    let ends: [(data: [UInt8], filters: PDFDictionary)] = [
      (flate, filters("FlateDecode")), (hexadecimal(Self.text), filters("ASCIIHexDecode")),
      (Array("87cURD]i,\"Ebo80~>".utf8), filters("ASCII85Decode")),
      ([2, 65, 66, 67, 254, 68, 128], filters("RunLengthDecode")),
      ([0x80, 0x0B, 0x60, 0x50, 0x22, 0x0C, 0x0C, 0x85, 0x01], filters("LZW")),
    ]
    for end in ends {
      #expect(try trimmed(end.data, end.filters) == nil)
      #expect(try trimmed(end.data + [13, 10], end.filters) == nil)
      let cut = try trimmed(end.data + secret, end.filters)
      #expect(cut?.data == end.data && cut?.surplus == secret && cut?.stages.count == 1, "\(end.filters)")
    }
    // Within another filter, which goes.
    let inner = try #require(try trimmed(hexadecimal(flate + secret), filters("AHx", "FlateDecode")))
    #expect(inner.data == flate && inner.stages.map(\.name) == ["FlateDecode"])
    // Behind damage nothing is known: what was read is left.
    var damaged = Array(hexadecimal(Self.text).dropLast()) + secret
    #expect(try trimmed(damaged, filters("ASCIIHexDecode"))?.stages.isEmpty == true)
    damaged = try packed([UInt8](repeating: 65, count: 100)).dropLast(4) + [0, 0, 0, 0] + secret
    #expect(try trimmed(damaged, filters("FlateDecode"))?.data == [UInt8](repeating: 65, count: 100))
    // More than is used.
    #expect(
      try trimmed(packed(Self.text + secret), filters("FlateDecode"), size: Self.text.count)?.data
        == Self.text)
    #expect(try trimmed(Self.text + secret, [:], size: Self.text.count)?.data == Self.text)
    #expect(try trimmed(Self.text, [:], size: Self.text.count) == nil)
    // A picture ends at its mark, not at one within a note.
    let picture: [UInt8] = [
      0xFF, 0xD8, 0xFF, 0xFE, 0, 4, 0xFF, 0xD9, 0xFF, 0xDA, 0, 2, 1, 0xFF, 0, 0xFF, 0xD0, 2, 0xFF, 0xD9,
    ]
    #expect(try trimmed(picture, filters("DCTDecode")) == nil)
    #expect(try trimmed(picture + secret, filters("DCTDecode"))?.data == picture)
    #expect(throws: StreamDecoder.Failure.self) { try trimmed(secret, filters("JPXDecode")) }
    let part = try StreamDecoder.trimmed(
      packed(Self.text), filters("FlateDecode"), .part { ([UInt8]($0.prefix(3)), [UInt8]($0.dropFirst(3))) },
      limit: 1 << 20)
    #expect(part?.data == Array(Self.text.prefix(3)) && part?.stages.isEmpty == true)
  }

  /// Pictures that are not decoded end where their format says so.
  @Test func picturesEndWhereTheirFormatSaysSo() throws {
    let secret = Array("SECRET".utf8)
    func trimmed(_ data: [UInt8], _ filter: PDFName, _ parameters: PDFDictionary = [:]) throws
      -> StreamDecoder
      .Trimmed?
    {
      try StreamDecoder.trimmed(
        data, ["Filter": .name(filter), "DecodeParms": .dictionary(parameters)], limit: 1 << 20)
    }
    // Rows, the block of the end, and the bits that fill its last byte.
    let blocks: [(k: Int, data: [UInt8])] = [
      (-1, [0xFF, 0x00, 0x10, 0x01]), (0, [0x5A, 0x00, 0x10, 0x01, 0x00, 0x10, 0x01, 0x00, 0x10, 0x01]),
      (4, [0x5A, 0x00, 0x18, 0x00, 0xC0, 0x06, 0x00, 0x30, 0x01, 0x80, 0x0C]),
    ]
    for block in blocks {
      let k: PDFDictionary = ["K": .integer(block.k)]
      #expect(try trimmed(block.data, "CCITTFaxDecode", k) == nil, "\(block.k)")
      #expect(try trimmed(block.data + secret, "CCITTFaxDecode", k)?.data == block.data, "\(block.k)")
    }
    #expect(throws: StreamDecoder.Failure.self) { try trimmed([0x5A] + secret, "CCITTFaxDecode") }
    // Of a page of segments: its size, and the end.
    let page = [0, 0, 0, 1, 48, 0, 1, 0, 0, 0, 3, 1, 2, 3].map { UInt8($0) }
    let segments = page + [0, 0, 0, 2, 49, 0, 1, 0, 0, 0, 0]
    #expect(try trimmed(segments, "JBIG2Decode") == nil)
    #expect(try trimmed(segments + secret, "JBIG2Decode")?.data == segments)
    #expect(try trimmed(page + secret, "JBIG2Decode")?.data == page)
    // A codestream of one tile, alone and in a box.
    let tile: [UInt8] = [0xFF, 0x90, 0, 10, 0, 0, 0, 0, 0, 17, 0, 1, 0xFF, 0x93, 0xFF, 0xD9, 1]
    let stream: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51, 0, 4, 1, 2] + tile + [0xFF, 0xD9]
    let head: [UInt8] = [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A]
    let boxes = head + [0, 0, 0, UInt8(stream.count + 8)] + Array("jp2c".utf8) + stream
    let open = head + [0, 0, 0, 0] + Array("jp2c".utf8) + stream
    for picture in [stream, boxes, open] {
      #expect(try trimmed(picture, "JPXDecode") == nil)
      #expect(try trimmed(picture + secret, "JPXDecode")?.data == picture)
    }
  }
}
