import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct NameTreeTests {
  private static func key(_ number: Int) -> [UInt8] { Array("name-\(number.padded(to: 5))".utf8) }

  private static func entries(_ numbers: some Sequence<Int>) -> [[UInt8]: PDFObject] {
    Dictionary(uniqueKeysWithValues: numbers.map { (key($0), .integer($0)) })
  }

  /// Changes to a document that has a tree, and its root.
  private func changes(_ entries: [[UInt8]: PDFObject]) throws -> (ObjectChanges, PDFObject) {
    let store = try FileStore(.data(PageDocument().data), password: nil, options: OpenOptions())
    let changes = ObjectChanges(store.graph, nextNumber: 100)
    let root = NameTree.tree(entries, changes)
    return (changes, .reference(changes.add(root)))
  }

  /// The tree as libqpdf reads it, which goes by the limits: every key is found by them.
  private func expect(_ root: PDFObject, _ entries: [[UInt8]: PDFObject], _ changes: ObjectChanges) {
    #expect(NameTree.entries(of: root, changes) == entries)
    func check(_ node: PDFObject, isRoot: Bool) -> (first: [UInt8], last: [UInt8])? {
      let dictionary = changes.resolve(node).dictionary ?? [:]
      let names = (dictionary["Names"]?.array ?? []).compactMap(\.string)
      let kids = (dictionary["Kids"]?.array ?? []).compactMap { check($0, isRoot: false) }
      #expect(names.isEmpty || kids.isEmpty)
      let all = names + kids.flatMap { [$0.first, $0.last] }
      #expect(zip(all, all.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) })
      guard let first = all.first, let last = all.last else { return nil }
      #expect(dictionary["Limits"] == (isRoot ? nil : .array([.string(first), .string(last)])))
      return (first, last)
    }
    _ = check(root, isRoot: true)
  }

  @Test(arguments: [3, 64, 65, 5000]) func onlyWhatChangesIsWritten(count: Int) throws {
    let old = Self.entries((0..<count).map { $0 * 2 })
    let (changes, root) = try changes(old)
    var new = old
    new[Self.key(1)] = .integer(-1)
    new[Self.key(count * 3)] = .integer(-2)
    new[Self.key(2)] = .integer(-3)
    new[Self.key(0)] = nil
    let before = changes.objects
    let result = NameTree.updating(root, to: new, changes)
    #expect(result == root)
    expect(result, new, changes)
    let written = changes.objects.keys.filter { changes.objects[$0] != before[$0] }
    #expect(written.count <= 5 && changes.objects.count == before.count, "\(written.count)")
  }

  @Test func aLeafThatIsEmptiedOrTooFullHasTheTreeWrittenAnew() throws {
    let old = Self.entries((0..<500).map { $0 * 1000 })
    let fewer = old.filter { $0.key.lexicographicallyPrecedes(Self.key(400_000)) }
    let more = old.merging(Self.entries(1..<300)) { one, _ in one }
    for new in [fewer, more, [:]] {
      let (changes, root) = try changes(old)
      expect(NameTree.updating(root, to: new, changes), new, changes)
    }
    let (changes, _) = try changes([:])
    expect(NameTree.updating(nil, to: old, changes), old, changes)
  }

  /// As writers have it that sort by another order.
  @Test func keysOutOfOrderStayWhereTheyAre() throws {
    let old = Self.entries(0..<500)
    let (changes, root) = try changes(old)
    let kids = changes.resolve(root).dictionary?["Kids"]?.array ?? []
    let leaf = try #require(kids[3].reference)
    var entries = try #require(changes.object(leaf).dictionary)
    let names = try #require(entries["Names"]?.array)
    entries["Names"] = .array(Array(names[2...] + names[..<2]))
    changes.set(leaf, to: .dictionary(entries))
    let before = changes.objects
    var new = old
    new[Self.key(1) + [0x61]] = .integer(-1)
    new[Self.key(400) + [0x61]] = .integer(-2)
    #expect(NameTree.updating(root, to: new, changes) == root)
    #expect(NameTree.entries(of: root, changes) == new)
    let written = changes.objects.keys.filter { changes.objects[$0] != before[$0] }
    #expect(written.count == 2 && !written.contains(leaf))
  }

  /// Keys that are there twice, nodes that are there twice or lead to themselves, direct kids.
  @Test(arguments: [
    "<</Kids[11 0 R 13 0 R]>>", "<</Kids[12 0 R 12 0 R]>>", "<</Kids[10 0 R]>>",
    "<</Kids[<</Names[(a)1]>>]>>",
    "<</Names[(a)1(b)]>>", "<</Names[(a)1]/Kids[12 0 R]>>", "<</Names[]>>", "7", "<</Names[(b)1(b)2]>>",
  ])
  func treesThatAreNotAsTheyShouldBeAreWrittenAnew(root: String) throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R>>", as: 3)
    builder.add(root, as: 10)
    builder.add("<</Limits[(x)(z)]/Names[(x)1(z)2]>>", as: 11)
    builder.add("<</Limits[(a)(b)]/Names[(a)1(b)2]>>", as: 12)
    builder.add("<</Limits[(x)(y)]/Names[(x)1(y)2]>>", as: 13)
    let store = try FileStore(.data(builder.data()), password: nil, options: OpenOptions())
    let changes = ObjectChanges(store.graph, nextNumber: 100)
    let tree = PDFObject.reference(ObjectID(number: 10))
    var entries = NameTree.entries(of: tree, changes)
    entries[Array("c".utf8)] = .integer(3)
    let result = NameTree.updating(tree, to: entries, changes)
    #expect(result.reference == nil)
    expect(result, entries, changes)
  }
}
