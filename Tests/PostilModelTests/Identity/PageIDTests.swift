import Foundation
import Testing

@testable import PostilModel

@Suite struct PageIDTests {
  @Test func pagesHaveNumbersThatCanBeCountedOnFrom() throws {
    for number in ["1", "0", "-1", "9007199254740992"] {
      let page = try JSONDecoder().decode(PageID.self, from: Data(number.utf8))
      #expect("\(page.number)" == number)
    }
    for number in ["-9223372036854775808", "9223372036854774784", "1e300", "1.5", "true"] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(PageID.self, from: Data(number.utf8)) }
    }
  }
}
