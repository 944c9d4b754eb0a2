import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

/// Files made to take their reader down.
@Suite(.timeLimit(.minutes(60))) struct HostileFileTests {
  private func store(_ objects: [Int: String], size: Int? = nil) throws -> FileStore {
    var builder = PDFBuilder()
    for (number, body) in objects { builder.add(body, as: number) }
    var text = String(decoding: builder.data(), as: UTF8.self)
    if let size { text.replace(/\/Size \d+/, with: "/Size \(size)") }
    return try FileStore(.data(Data(text.utf8)), password: nil, options: OpenOptions())
  }

  private static let catalog = "<</Type/Catalog/Pages 2 0 R>>"
  private static let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>"

  @Test func countsThatAddUpToTooMuchAreNoTrap() throws {
    let node = "<</Type/Pages/Parent 2 0 R/Count \(Int.max)/Kids[6 0 R]>>"
    let store = try store(
      [
        1: Self.catalog, 2: "<</Type/Pages/Count 2/Kids[4 0 R 5 0 R 6 0 R]>>", 4: node, 5: node, 6: Self.page,
      ], size: 5000)
    #expect(throws: PDFError.self) { try store.page(PageID(number: 1)) }
  }

  @Test func morePagesThanTheFileCanHoldAreNotBelieved() throws {
    let store = try store(
      [1: Self.catalog, 2: "<</Type/Pages/Count 90000000/Kids[6 0 R]>>", 6: Self.page], size: 99_999_999)
    #expect(store.pageCount == 1)
  }

  @Test func aListThatContainsItselfIsWalkedOnce() throws {
    let list = "[<</Type/Pages/Kids 7 0 R>><</Type/Pages/Kids 7 0 R>>6 0 R]"
    let store = try store(
      [1: Self.catalog, 2: "<</Type/Pages/Count 1/Kids 7 0 R>>", 6: Self.page, 7: list])
    #expect(store.pageCount == 1)
  }

  @Test func labelsThatContainThemselvesAreReadOnce() throws {
    let list = "[<</Kids 7 0 R>><</Kids 7 0 R>><</Nums[0<</S/r>>]>>]"
    let store = try store([
      1: "<</Type/Catalog/Pages 2 0 R/PageLabels<</Kids 7 0 R>>>>", 2: "<</Type/Pages/Count 1/Kids[6 0 R]>>",
      6: Self.page, 7: list,
    ])
    #expect(try store.labelText(of: PageID(number: 1), at: 0, in: store.saved) == "i")
  }

  @Test func manyKeysAreReadInTime() {
    let text = "<<" + (0..<200_000).map { "/K\($0) 1" }.joined() + "/K7 2>>"
    Array(text.utf8).withUnsafeBytes { bytes in
      var parser = PDFParser(bytes, at: 0)
      let dictionary = parser.object()?.dictionary
      #expect(dictionary?.entries.count == 200_000 && dictionary?["K7"] == .integer(2))
    }
  }
}
