import Testing

@testable import PostilFile

@Suite struct DecodedObjectStreamTests {
  private func stream(
    _ index: String, _ members: String, count: Int? = nil, first: Int? = nil, type: PDFName = "ObjStm"
  ) -> DecodedObjectStream? {
    let text = index + members
    let dictionary: PDFDictionary = [
      "Type": .name(type), "First": .integer(first ?? index.utf8.count),
      "N": .integer(count ?? index.split(separator: " ").count / 2),
    ]
    return Array(text.utf8).withUnsafeBytes { DecodedObjectStream(dictionary, $0) }
  }

  @Test func membersAreReadByNumberAndPlace() {
    let found = stream("7 0 9 3 11 10 ", "12 (three)\n<</A 1>>\n")
    #expect(found?.object(7, at: 0) == .integer(12))
    #expect(found?.object(9, at: 1) == .string(Array("three".utf8)))
    #expect(found?.object(11, at: 2) == .dictionary(["A": .integer(1)]))
    #expect(
      found?.object(9, at: 0) == nil && found?.object(9, at: 3) == nil && found?.object(9, at: -1) == nil)
  }

  @Test func membersThatRunIntoOneAnotherAreRefused() {
    #expect(stream("7 0 9 2 ", "1234")?.object(7, at: 0) == nil)
    #expect(stream("7 0 9 5 ", "(a(b) (c)")?.object(7, at: 0) == nil)
    #expect(stream("7 0 9 4 ", "12 34 56")?.object(7, at: 0) == nil)
    #expect(stream("7 0 ", "12 0 R")?.object(7, at: 0) == nil)
    #expect(stream("7 0 ", "")?.object(7, at: 0) == nil)
  }

  @Test func indexesThatCannotBeAreRefused() {
    #expect(stream("7 0 ", "12", type: "XRef") == nil)
    #expect(stream("7 3 ", "12") == nil)
    #expect(stream("7 0 9 1 ", "1 2", count: 3) == nil)
    #expect(stream("7 0 ", "12", count: -1) == nil)
    #expect(stream("7 0 ", "12", count: .max) == nil)
    #expect(stream("7 0 ", "12", first: 100) == nil)
    #expect(stream("7 1 9 0 ", "1 2") == nil)
    #expect(stream("99999999999 0 ", "12") == nil)
  }

  @Test func whatWasNotUsedForTheLongestTimeIsEvicted() throws {
    let one = try #require(stream("7 0 ", String(repeating: "1", count: 15)))
    var cache = ObjectStreamCache(limit: 3 * one.size)
    var made: [Int] = []
    for key in [1, 2, 3, 1, 4, 1, 2, 3] {
      _ = cache.stream(key) {
        made.append(key)
        return one
      }
    }
    #expect(made == [1, 2, 3, 4, 2, 3])
  }
}
