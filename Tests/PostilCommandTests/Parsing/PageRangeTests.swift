import Postil
import Testing

@testable import PostilCommand

@Suite struct PageRangeTests {
  @Test(arguments: [
    ("1", [0]), ("1-3,7,last", [0, 1, 2, 6, 9]), ("3-1", [2, 1, 0]), ("last-9", [9, 8]), ("9-last", [8, 9]),
    ("2,2", [1, 1]),
  ])
  func rangesNamePagesInOrder(text: String, indices: [Int]) throws {
    #expect(try PageRange(text).indices(among: 10) == indices)
  }

  @Test(arguments: ["", ",", "0", "1--2", "-1", "1-", "first", "1;2", "1 2", "last-1-2"])
  func otherTextsAreNoRanges(text: String) {
    #expect(throws: UsageError.self) { try PageRange(text) }
  }

  @Test(arguments: ["11", "1-11", "1-9223372036854775807"])
  func pagesThatAreNotThereAreErrorsOfTheFile(text: String) throws {
    let range = try PageRange(text)
    let error = #expect(throws: PDFError.self) { try range.indices(among: 10) }
    #expect(error?.code == .pageOutOfRange)
    #expect(throws: PDFError.self) { try PageRange("last").indices(among: 0) }
  }
}
