import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct AddedContentTests {
  /// A form of an earlier save, and something else gone since: as many forms as the number in its name.
  @Test func noNameIsTakenTwice() throws {
    let store = try FileStore(.data(BuiltDocument.empty), password: nil, options: OpenOptions())
    let changes = ObjectChanges(store.graph, nextNumber: 100)
    let form = PDFObject.reference(ObjectID(number: 50))
    var page: PDFDictionary = [
      "Resources": .dictionary([
        "XObject": .dictionary(["PostilP": form, "PostilP3": form])
      ])
    ]
    var flattened = AddedContent(page, changes)
    for number in 60..<63 { flattened.add(.reference(ObjectID(number: number)), [1, 0, 0, 1, 0, 0]) }
    flattened.write(into: &page)
    let entries = page["Resources"]?.dictionary?["XObject"]?.dictionary?.entries ?? []
    #expect(Set(entries.map(\.key)).count == 5 && entries.count == 5)
    #expect(entries.filter { $0.value == form }.map(\.key) == ["PostilP", "PostilP3"])
  }
}
