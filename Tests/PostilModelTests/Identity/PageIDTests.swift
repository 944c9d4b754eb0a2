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

  @Test func pagesOfTwoDocumentsAreNotOne() throws {
    let (a, b) = (DocumentTag(), DocumentTag())
    let page = PageID(number: 1, of: a)
    #expect(page == PageID(number: 1, of: a) && page != PageID(number: 1, of: b))
    #expect(Set([page, PageID(number: 1, of: b), PageID(number: 2, of: a)]).count == 3)
    // Of no document yet.
    let read = try JSONDecoder().decode(PageID.self, from: JSONEncoder().encode(page))
    #expect(read == page && read.bound(to: b) == PageID(number: 1, of: b) && page.bound(to: b) == page)
  }

  @Test func anOrderHasPagesOfItsDocumentAlone() {
    let (a, b) = (DocumentTag(), DocumentTag())
    var order = PageOrder(count: 3, of: a)
    #expect(order.index(of: PageID(number: 2, of: b)) == nil && order.index(of: PageID(number: 2)) == 1)
    order.move(PageID(number: 3), to: 0)
    #expect(order.pages[0].document == a)
    #expect(
      order.index(of: PageID(number: 3, of: b)) == nil && order.index(of: PageID(number: 3, of: a)) == 0)
    order.set([PageID(number: 7), PageID(number: 1)])
    #expect(order.pages.allSatisfy { $0.document == a } && order.index(of: PageID(number: 7, of: b)) == nil)
  }
}
