import Testing

@testable import PostilFile

@Suite struct PDFNameTests {
  @Test(arguments: 0...40)
  func namesOfAnyLengthKeepTheirBytes(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 250 + $0) }
    let name = PDFName(bytes: bytes)
    #expect(name.bytes == bytes)
    #expect(name == PDFName(bytes: bytes) && name.hashValue == PDFName(bytes: bytes).hashValue)
    #expect(name != PDFName(bytes: bytes + [0]) && name != PDFName(bytes: bytes + [1]))
    for index in bytes.indices {
      var other = bytes
      other[index] ^= 1
      #expect(PDFName(bytes: other) != name)
    }
  }

  @Test func literalsAndTextsAreTheSame() {
    let long: PDFName = "ANameOfMoreThanFifteenBytes"
    #expect(
      long == PDFName("ANameOfMoreThanFifteenBytes") && long.description == "ANameOfMoreThanFifteenBytes")
    #expect("Type" as PDFName == PDFName("Type") && PDFName("Type").description == "Type")
    #expect("" as PDFName == PDFName("") && "é" as PDFName == PDFName(bytes: [0xC3, 0xA9]))
  }
}
