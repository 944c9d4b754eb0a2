import PostilModel
import Testing

@testable import PostilFile

@Suite struct FieldListsTests {
  private func changes() throws -> ObjectChanges {
    let store = try FileStore(.data(BuiltDocument.empty), password: nil, options: OpenOptions())
    let changes = ObjectChanges(store.graph, nextNumber: 10)
    let field = changes.add(.dictionary(["T": .string(Array("a".utf8))]))
    changes.setForm(["Fields": .array([.reference(field)])])
    return changes
  }

  private func names(_ changes: ObjectChanges) -> [String?] {
    (changes.form?["Fields"]?.array ?? []).map { changes.text(changes.resolve($0).dictionary?["T"]) }
  }

  /// A page that is back must not join a field that another document brought in the same save.
  @Test func whatIsAddedIsNotListedYet() throws {
    let changes = try changes()
    var lists = FieldLists(changes, reserving: ["c"])
    let new = ["a", "b", "c"].map { changes.add(.dictionary(["T": .string(Array($0.utf8))])) }
    for (field, name) in zip(new, ["a", "b", "c"]) { lists.append(field, named: name, to: nil) }
    let listed = (lists.listedField("a", in: nil), lists.listedField("b", in: nil))
    #expect(listed.0 != nil && listed.1 == nil)
    let all = (lists.field("a_2", in: nil), lists.field("b", in: nil))
    #expect(all.0 == new[0] && all.1 == new[1])
    #expect(lists.renamed.map(\.new) == ["a_2", "c_2"])
    var listings = AnnotationListings()
    lists.write(&listings)
    #expect(names(changes) == ["a", "a_2", "b", "c_2"])
  }

  @Test func whatIsListedIsListedOnce() throws {
    let changes = try changes()
    let listed = try #require(changes.form?["Fields"]?.array?.first?.reference)
    let new = changes.add(.dictionary([:]))
    var lists = FieldLists(changes)
    for field in [listed, new, new] { lists.list(field) }
    var listings = AnnotationListings()
    lists.write(&listings)
    #expect(changes.form?["Fields"] == .array([.reference(listed), .reference(new)]))
  }
}
