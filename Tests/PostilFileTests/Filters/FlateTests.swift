import Testing

@testable import PostilFile

@Suite struct FlateTests {
  /// Rows of ten bytes.
  private let plain = (0..<200).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }

  private func decoded(_ bytes: [UInt8], _ dictionary: PDFDictionary, limit: Int = 1 << 20) throws -> [UInt8]?
  {
    let packed = try #require(Flate.compress(bytes))
    return packed.withUnsafeBytes { StreamDecoder.whole($0, dictionary, limit: limit) }
  }

  private func parameters(_ values: PDFDictionary) -> PDFDictionary {
    ["Filter": .name("FlateDecode"), "DecodeParms": .dictionary(values)]
  }

  @Test(arguments: [0, 1, 10_000, 1 << 20])
  func whatWasCompressedComesBack(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 100) }
    #expect(try decoded(bytes, ["Filter": .name("FlateDecode")]) == bytes)
    #expect(try decoded(bytes, ["Filter": .array([.name("FlateDecode")])]) == bytes)
  }

  @Test func nothingGetsLargerThanTheLimit() throws {
    let bytes = [UInt8](repeating: 0, count: 10 << 20)
    #expect(try decoded(bytes, ["Filter": .name("FlateDecode")], limit: 10 << 20)?.count == 10 << 20)
    #expect(try decoded(bytes, ["Filter": .name("FlateDecode")], limit: 10 << 20 - 1) == nil)
  }

  @Test func damagedDataIsRefused() throws {
    let packed = try #require(Flate.compress(plain))
    // No data at all are those of an empty stream.
    for count in 1..<packed.count {
      let cut = packed[..<count].withUnsafeBytes {
        try? Flate.decompress($0, limit: 1 << 20, wrapping: .zlib)
      }
      #expect(cut?.isComplete != true && plain.starts(with: cut?.bytes ?? []))
    }
    var changed = packed
    changed[packed.count / 2] ^= 0x10
    #expect(
      changed.withUnsafeBytes { try? Flate.decompress($0, limit: 1 << 20, wrapping: .zlib) }?.bytes != plain)
  }

  /// One row for each of the filters of PNG, made by the rules of ISO 15948, 9.
  @Test func predictionsOfPNGAreUndone() throws {
    let (length, pixel) = (10, 2)
    var coded: [UInt8] = []
    for row in 0..<plain.count / length {
      let filter = row % 5
      coded.append(UInt8(filter))
      for column in 0..<length {
        let index = row * length + column
        let left = column < pixel ? 0 : Int(plain[index - pixel])
        let up = row == 0 ? 0 : Int(plain[index - length])
        let corner = row == 0 || column < pixel ? 0 : Int(plain[index - length - pixel])
        let nearest = [left, up, corner].enumerated().min {
          (abs(left + up - corner - $0.element), $0.offset) < (
            abs(left + up - corner - $1.element), $1.offset
          )
        }
        let prediction = [0, left, up, (left + up) / 2, nearest?.element ?? 0][filter]
        coded.append(plain[index] &- UInt8(prediction))
      }
    }
    let values: PDFDictionary = ["Predictor": .integer(15), "Columns": .integer(5), "Colors": .integer(2)]
    #expect(try decoded(coded, parameters(values)) == plain)
    coded[0] = 5
    #expect(try decoded(coded, parameters(values)) == nil)
    #expect(try decoded(coded.dropLast(), parameters(values)) == nil)
  }

  @Test func predictionsOfTIFFAreUndone() throws {
    let coded = plain.indices.map { $0 % 10 < 2 ? plain[$0] : plain[$0] &- plain[$0 - 2] }
    let values: PDFDictionary = ["Predictor": .integer(2), "Columns": .integer(5), "Colors": .integer(2)]
    #expect(try decoded(coded, parameters(values)) == plain)
  }

  @Test func whatIsNotKnownIsRefused() throws {
    #expect(try decoded(plain, ["Filter": .name("JPXDecode")]) == nil)
    #expect(try decoded(plain, ["Filter": .array([.name("FlateDecode"), .name("FlateDecode")])]) == nil)
    for values: PDFDictionary in [
      ["Predictor": .integer(3)], ["Predictor": .integer(12), "BitsPerComponent": .integer(5)],
      ["Predictor": .integer(12), "Columns": .integer(0)],
      ["Predictor": .integer(12), "Columns": .integer(1 << 40)],
      ["Predictor": .integer(2), "Colors": .integer(-1)], ["Predictor": .name("X")],
    ] {
      #expect(try decoded(plain, parameters(values)) == nil, "\(values)")
    }
  }
}
