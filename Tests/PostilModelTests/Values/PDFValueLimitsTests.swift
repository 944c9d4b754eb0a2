import Foundation
import Testing

@testable import PostilModel

@Suite struct PDFValueLimitsTests {
  private static func nested(_ depth: Int) -> PDFValue {
    (0..<depth).reduce(.integer(1)) { value, level in
      level.isMultiple(of: 2) ? .array([value]) : .dictionary(["A": value])
    }
  }

  @Test func whatFilesCanHaveIsTaken() throws {
    for value in [
      .null, .integer(1 << 53), .real(-1.5), .name("A"), .string(Data(repeating: 0, count: 16 << 20)),
      .reference(9),
      .page(PageID(number: 1)), .stream(["Own": .array([])], Data()), Self.nested(48),
      .array(Array(repeating: .null, count: 99_000)),
    ] as [PDFValue] { try value.requireWritable() }
  }

  @Test(
    arguments: [
      .integer((1 << 53) + 1), .integer(.min), .real(.nan), .real(-.infinity), .real(1e300), .name(""),
      .name("a\0b"),
      .name(String(repeating: "ä", count: 64)), .dictionary(["": .null]), .stream(["A": .null], nil),
      .array([.annotation(AnnotationID("a"))]), nested(49),
    ] as [PDFValue])
  func othersAreRefused(value: PDFValue) {
    #expect(#expect(throws: PDFError.self) { try value.requireWritable() }?.code == .invalidArgument)
  }

  /// Nothing goes down in it before it is refused.
  @Test func whatIsVeryDeepOrLargeIsRefused() {
    let values: [PDFValue] = [
      Self.nested(20_000), .array(Array(repeating: .null, count: 100_001)),
      .string(Data(count: (16 << 20) + 1)),
      .stream([:], Data(count: (256 << 20) + 1)),
    ]
    for value in values {
      #expect(#expect(throws: PDFError.self) { try value.requireWritable() }?.code == .invalidArgument)
    }
  }
}
