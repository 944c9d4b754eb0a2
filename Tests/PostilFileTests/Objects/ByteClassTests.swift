import Testing

@testable import PostilFile

@Suite struct ByteClassTests {
  @Test func bytesAreOfTheirClass() {
    for byte in UInt8.min...UInt8.max {
      let isSpace = [0, 9, 10, 11, 12, 13, 32].contains(byte)
      #expect(ByteClass.isSpace(byte) == isSpace)
      #expect(ByteClass.endsToken(byte) == (isSpace || "()<>[]{}/%".utf8.contains(byte)))
      #expect(ByteClass.isDigit(byte) == "0123456789".utf8.contains(byte))
      let digit = byte < 128 ? Character(Unicode.Scalar(byte)).hexDigitValue : nil
      #expect(ByteClass.hexValue(byte).map(Int.init) == digit)
    }
    #expect((0..<16).map(ByteClass.hexDigit) == Array("0123456789ABCDEF".utf8))
  }
}
