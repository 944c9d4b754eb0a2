import Foundation
import PostilTestSupport
@testable import PostilViewer
import Testing

/// Where somebody was in a document.
struct ReadingPositionsTests {
  private let sample: StorageSample
  private let store: ReadingPositions
  private let file = URL(fileURLWithPath: "/books/one.pdf")

  init() throws {
    sample = try StorageSample()
    store = sample.positions
  }

  private var paths: [String] {
    get throws {
      let list = try sample.json(at: store.url)?["positions"] as? [[String: Any]]
      return (list ?? []).compactMap { $0["path"] as? String }
    }
  }

  @Test func comesBack() async throws {
    let position = ReadingPosition(
      pageIndex: 41, x: 0.25, y: 0.75, zoom: 1.5, fit: "width", displayMode: .singlePageContinuous,
      tool: .line)
    #expect(await store.position(in: file) == nil)
    try await store.save(position, in: file)
    #expect(await sample.positions.position(in: file) == position)
    #expect(await store.position(in: URL(fileURLWithPath: "/books/two.pdf")) == nil)
    try await store.save(ReadingPosition(pageIndex: 3), in: file)
    #expect(await sample.positions.position(in: file) == ReadingPosition(pageIndex: 3))
    try await store.forget(file)
    #expect(await sample.positions.position(in: file) == nil)
  }

  @Test func aFileIsKnownByItsPath() async throws {
    try await store.save(ReadingPosition(pageIndex: 3), in: URL(fileURLWithPath: "/books/./old/../one.pdf"))
    #expect(await store.position(in: file)?.pageIndex == 3)
    #expect(try paths == ["/books/one.pdf"])
    let web = try #require(URL(string: "https://example.org/books/one.pdf"))
    try await store.save(ReadingPosition(pageIndex: 5), in: web)
    #expect(await store.position(in: web) == nil)
  }

  @Test func theOldestAreForgotten() async throws {
    func url(_ number: Int) -> URL { URL(fileURLWithPath: "/books/\(number).pdf") }
    let entries = (0..<ReadingPositions.limit).map { #"{"path": "/books/\#($0).pdf", "page": \#($0)}"# }
    try sample.put(#"{"positions": [\#(entries.joined(separator: ","))]}"#, at: store.url)
    #expect(try paths.count == 500)
    try await store.save(ReadingPosition(pageIndex: 7), in: url(0))
    try await store.save(ReadingPosition(pageIndex: 8), in: file)
    #expect(try paths.count == 500)
    #expect(try paths.suffix(3) == ["/books/499.pdf", "/books/0.pdf", "/books/one.pdf"])
    #expect(await store.position(in: url(1)) == nil)
    #expect(await store.position(in: url(2))?.pageIndex == 2)
  }

  @Test(arguments: StorageSample.foreign)
  func aForeignFileIsIgnoredAndReplaced(text: String) async throws {
    try sample.put(text, at: store.url)
    #expect(await store.position(in: file) == nil)
    try await store.save(ReadingPosition(pageIndex: 3), in: file)
    #expect(await sample.positions.position(in: file)?.pageIndex == 3)
    #expect(try paths == ["/books/one.pdf"])
  }

  @Test func whatCannotBeUnderstoodIsTheDefault() async throws {
    try sample.put(
      #"""
      {"version": 2, "positions": [
        {"path": "/books/one.pdf", "page": -5, "x": 7, "y": -1, "zoom": 0, "displayMode": "book", "mark": 4},
        {"path": "/books/two.pdf", "page": "three"}]}
      """#, at: store.url)
    #expect(await store.position(in: file) == ReadingPosition(pageIndex: 0, x: 7, y: -1, zoom: 0.001))
    #expect(await store.position(in: URL(fileURLWithPath: "/books/two.pdf")) == nil)
    try await store.save(ReadingPosition(pageIndex: 1), in: file)
    let json = try #require(try sample.json(at: store.url))
    let entries = try #require(json["positions"] as? [[String: Any]])
    #expect(json["version"] as? Int == 2)
    #expect(entries.map { $0["page"] as? Int } == [nil, 1] && entries.last?["mark"] as? Int == 4)
  }

  @Test func nonsenseIsBroughtIntoRange() {
    let position = ReadingPosition(pageIndex: -1, x: .nan, y: .infinity, zoom: -.infinity)
    #expect(position == ReadingPosition(pageIndex: 0, x: 0.5, y: 0.5, zoom: 0.001))
    let far = ReadingPosition(pageIndex: 0, x: 1e300, y: -1e300)
    #expect(far.x == 10_000 && far.y == -10_000)
    #expect(ReadingPosition(pageIndex: 0, zoom: .nan).zoom == 1)
  }
}
