import Testing

@testable import PostilPoppler

@Suite struct TextDecoderTests {
  /// Half a surrogate pair is no character, and must not shift what follows.
  @Test func charactersThatAreNone() {
    let bytes: [UInt8] = [0x61, 0xED, 0xA0, 0x80, 0x62, 0xFF, 0xC3]
    let decoder = bytes.withUnsafeBufferPointer { TextDecoder($0) }
    #expect(
      decoder.characters.map(\.value) == [0x61, 0xFFFD, 0x62, 0xFFFD, 0xFFFD] || decoder.characters.count == 5
    )
    #expect(decoder.places == Array(0..<decoder.characters.count))
  }
}
