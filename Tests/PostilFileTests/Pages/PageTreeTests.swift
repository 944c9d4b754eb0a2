import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct PageTreeTests {
  private func store(_ data: Data) throws -> FileStore {
    try FileStore(.data(data), password: nil, options: OpenOptions())
  }

  @Test(arguments: [1, 2, 3, 7, 40], PDFBuilder.Xref.allCases)
  func pagesAreFoundInOrder(count: Int, xref: PDFBuilder.Xref) throws {
    var sample = SampleDocument()
    sample.pageCount = count
    sample.xref = xref
    let store = try store(sample.data)
    #expect(store.pageCount == count)
    #expect(store.tree.isSound, "\(store.tree.damage)")
    let objects = try store.saved.pages.map { try store.page($0).object?.number }
    #expect(objects == Array(4..<4 + count))
  }

  @Test func inheritedAttributesAreResolved() throws {
    var sample = SampleDocument()
    sample.mediaBox = "[300 400 0 -10]"
    let store = try store(sample.data)
    #expect(try store.attributes(of: PageID(number: 1)).rotation == .none)
    #expect(try store.attributes(of: PageID(number: 3)).rotation == .clockwise90)
    let box = try store.attributes(of: PageID(number: 3)).boxes[.cropBox]
    #expect(box == PageRect(x: 0, y: -10, width: 300, height: 410))
  }

  /// As many kids as pages, of which some are nodes all the same; and nodes without pages.
  @Test(arguments: [
    "[10 0 R 3 0 R]", "[3 0 R 10 0 R]", "[10 0 R 5 0 R 4 0 R 12 0 R]", "[5 0 R 10 0 R]", "[10 0 R 5 0 R]",
    "[4 0 R 5 0 R 5 0 R]",
  ])
  func kidsAreLookedAt(_ kids: String) throws {
    let below = ["10": [10], "3": [11], "4": [11, 13], "5": [], "12": [12]]
    let wanted = kids.dropFirst().split(separator: " 0 R").flatMap {
      below[$0.trimmingCharacters(in: ["[", "]", " "])] ?? []
    }
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Kids\(kids)/Count \(wanted.count)/MediaBox[0 0 9 9]>>", as: 2)
    let inNode = kids.contains("4 0 R") ? 4 : 3
    builder.add("<</Type/Pages/Parent 2 0 R/Kids[11 0 R]/Count 1>>", as: 3)
    builder.add("<</Type/Pages/Parent 2 0 R/Kids[11 0 R 13 0 R]/Count 2>>", as: 4)
    builder.add("<</Type/Pages/Parent 2 0 R/Kids[]/Count 0>>", as: 5)
    for number in 10...13 {
      builder.add("<</Type/Page/Parent \(number % 2 == 1 ? inNode : 2) 0 R>>", as: number)
    }
    // Enough objects for the tree to be read as far as it is asked for.
    for number in 20..<2100 { builder.add("null", as: number) }
    for first in wanted.indices {
      let store = try store(builder.data())
      for index in wanted.indices {
        let place = (first + index) % wanted.count
        #expect(try store.page(store.saved.pages[place]).object?.number == wanted[place])
      }
      #expect(store.tree.isSound, "\(store.tree.damage)")
      let other = try self.store(builder.data())
      #expect(wanted.map { other.tree.index(of: ObjectID(number: $0)) } == Array(wanted.indices))
    }
  }

  @Test func theCropBoxIsKeptWithinTheMediaBox() throws {
    var sample = SampleDocument()
    sample.cropBox = "[-50 50 200 5000]"
    let store = try store(sample.data)
    let boxes = try store.attributes(of: PageID(number: 1)).boxes
    #expect(boxes[.cropBox] == PageRect(x: 0, y: 50, width: 200, height: 350))
    #expect(boxes[.trimBox] == boxes[.cropBox])
  }

  /// A file with the given page tree; object 1 is the catalog, 2 the root, 10 to 19 are pages.
  private func file(root: String, nodes: [Int: String] = [:]) throws -> FileStore {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add(root, as: 2)
    for (number, body) in nodes { builder.add(body, as: number) }
    for number in 10..<20 {
      builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/N \(number)>>", as: number)
    }
    return try store(builder.data())
  }

  /// What leads to a page leads there whatever the page says of its parent.
  @Test(arguments: ["", "/Parent 10 0 R", "/Parent 99 0 R"])
  func pagesAreThoseThatTheTreeLists(parent: String) throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[10 0 R 11 0 R]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>", as: 10)
    builder.add("<</Type/Page\(parent)/MediaBox[0 0 9 9]>>", as: 11)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>", as: 12)
    let store = try store(builder.data())
    #expect(store.tree.isSound)
    #expect(store.openedPage(of: ObjectID(number: 11)) == PageID(number: 2))
    #expect(store.openedPage(of: ObjectID(number: 12)) == nil)
  }

  @Test(arguments: [
    ("<</Type/Pages/Count 7/Kids[10 0 R 11 0 R]>>", 2), ("<</Type/Pages/Kids[10 0 R 11 0 R 12 0 R]>>", 3),
    ("<</Type/Pages/Count 3/Kids[10 0 R null 11 0 R 99 0 R]>>", 2),
    ("<</Type/Pages/Count 2/Kids[10 0 R 10 0 R]>>", 2), ("<</Type/Pages/Count 2/Kids[2 0 R 10 0 R]>>", 1),
    ("<</Type/Pages/Count 2/Kids[10 0 R<</Type/Page/MediaBox[0 0 5 5]>>]>>", 2),
    ("<</Type/Pages/Count 1/Kids[10 0 R 3 0 R]>>", 1),
  ])
  func damagedTreesAreUnderstood(root: String, count: Int) throws {
    let store = try file(root: root, nodes: [3: "<</Type/Pages/Count 0/Kids[]/Parent 2 0 R>>"])
    #expect(store.pageCount == count)
    #expect(!store.tree.isSound)
  }

  @Test(arguments: [
    "<</Type/Pages/Count 2/Kids[10 0 R 10 0 R]>>", "<</Type/Pages/Count 9/Kids[10 0 R 11 0 R]>>",
    "<</Type/Pages/Count 2/Kids[10 0 R<</Type/Page/MediaBox[0 0 5 5]>>]>>",
  ])
  func aMoveMendsADamagedTree(root: String) throws {
    let store = try file(root: root)
    var state = DocumentState(pageCount: store.pageCount)
    try state.apply(.movePages([PageID(number: 2)], to: 0), in: store)
    let reopened = try self.store(store.data(of: state))
    #expect(reopened.tree.isSound, "\(reopened.tree.damage)")
    #expect(reopened.pageCount == 2)
  }

  @Test func aDocumentWithoutPagesOpens() throws {
    #expect(try file(root: "<</Type/Pages/Count 0/Kids[]>>").pageCount == 0)
  }

  /// Such trees are rare, and right: all readers show their pages.
  @Test(arguments: [60, 900, 1_500, 20_000])
  func aDeepTreeIsWalked(depth: Int) throws {
    var nodes: [Int: String] = [:]
    for place in 0..<depth {
      let kid = place == depth - 1 ? 10 : 101 + place
      nodes[100 + place] =
        "<</Type/Pages/Count 1/Kids[\(kid) 0 R]/Parent \(place == 0 ? 2 : 99 + place) 0 R>>"
    }
    let store = try file(root: "<</Type/Pages/Count 2/Kids[100 0 R 11 0 R]>>", nodes: nodes)
    #expect(store.pageCount == 2)
    #expect(try store.page(PageID(number: 1)).object?.number == 10)
    #expect(store.tree.isSound == (depth < 1_000))
    #expect(!store.tree.damage.contains { $0.contains("count") })
    var state = DocumentState(pageCount: 2)
    try state.apply(.movePages([PageID(number: 2)], to: 0), in: store)
    let reopened = try self.store(store.data(of: state))
    #expect(reopened.pageCount == 2)
    #expect(try reopened.page(PageID(number: 2)).object?.number == 10)
  }
}

@Suite struct PageTreeEditorTests {
  @Test func theLongestAscendingRunStays() {
    #expect(PageTreeEditor.longestAscending([3, 0, 1, 2]) == [0, 1, 2])
    #expect(PageTreeEditor.longestAscending([]) == [])
    #expect(PageTreeEditor.longestAscending([2, 1, 0]).count == 1)
  }

  /// What a page shows and where: enough to tell whether a move kept it whole.
  private func fingerprint(_ store: FileStore, _ id: PageID) throws -> String {
    let attributes = try store.attributes(of: id)
    let page = try store.page(id).withInherited
    let contents =
      try page["Contents"]?.reference.map { try store.graph.decodedStream($0, limit: StreamLimit.content) }
      ?? []
    let font = store.graph.resolve(page["Resources"]).dictionary?["Font"]
    return
      "\(String(decoding: contents, as: UTF8.self)) \(attributes.rotation) \(attributes.boxes[.cropBox] ?? .zero) \(font != nil)"
  }

  @Test(arguments: 1...40)
  func anyOrderCanBeSavedAndKeepsEveryPageWhole(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var sample = SampleDocument()
    sample.pageCount = Int.random(in: 2...23, using: &random)
    sample.fanOut = Int.random(in: 1...5, using: &random)
    sample.xref = Bool.random(using: &random) ? .table : .stream
    var options = OpenOptions()
    options.isDirect = Bool.random(using: &random)
    let store = try FileStore(.data(sample.data), password: nil, options: options)
    var state = store.saved
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let count = Int.random(in: 1...state.pages.count, using: &random)
      let chosen = Array(state.pages.shuffled(using: &random).prefix(count))
      try state.apply(
        .movePages(chosen, to: Int.random(in: 0...state.pages.count - count, using: &random)), in: store)
    }
    let data = try store.data(of: state)
    #expect(data.starts(with: sample.data))
    let reopened = try FileStore(.data(data), password: nil, options: OpenOptions())
    #expect(reopened.tree.isSound, "\(reopened.tree.damage)")
    try #require(reopened.pageCount == state.pages.count)
    for (place, id) in state.pages.enumerated() {
      #expect(try fingerprint(reopened, PageID(number: place + 1)) == fingerprint(store, id))
    }
  }

  @Test func onlyWhatAMoveTouchesIsWritten() throws {
    var sample = SampleDocument()
    sample.pageCount = 40
    sample.fanOut = 4
    let store = try FileStore(.data(sample.data), password: nil, options: OpenOptions())
    var state = store.saved
    try state.apply(.movePages([PageID(number: 6)], to: 0), in: store)
    let plan = try SavePlan(state, store, nextNumber: 1000)
    // The page, the node it left, the node it came to, the root, and the catalog, in which the page labels are.
    #expect(plan.changes.objects.count <= 5)
  }
}
