import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct ObjectChangesTests {
  private func store(_ kind: PDFBuilder.Xref = .table) throws -> FileStore {
    var sample = SampleDocument()
    sample.xref = kind
    return try FileStore(.data(sample.data), password: nil, options: OpenOptions())
  }

  private func contents(_ store: FileStore) throws -> ObjectID {
    let page = try store.page(PageID(number: 1)).dictionary
    return try #require(page["Contents"]?.reference)
  }

  private func update(_ changes: ObjectChanges, _ store: FileStore) throws -> (Data, AppendWriter.Result) {
    let base = try store.incrementalBase.get()
    let objects = try changes.withStreamData()
    let writer = AppendWriter(
      chain: base.chain, baseLength: store.fileSize, endsWithNewline: base.endsWithNewline,
      previousStart: base.start, size: base.size)
    let update = writer.write(objects, nextNumber: changes.nextNumber, identifier: [])
    try UpdateCheck.check(update, objects, base: base, length: store.fileSize)
    return (Data(store.graph.reader.bytes.pointer) + update.bytes, update)
  }

  @Test(arguments: PDFBuilder.Xref.allCases)
  func anotherDictionaryOfAStreamIsAppendedWithItsData(kind: PDFBuilder.Xref) throws {
    let store = try store(kind)
    let id = try contents(store)
    let data = try store.graph.decodedStream(id, limit: StreamLimit.content)
    let changes = ObjectChanges(store.graph, nextNumber: try store.incrementalBase.get().nextNumber)
    var dictionary = try #require(store.graph.object(id).dictionary)
    dictionary["Mark"] = .integer(7)
    changes.set(id, to: .stream(dictionary, .inFile))
    let (bytes, _) = try update(changes, store)
    let folder = try TemporaryFolder()
    #expect(try Tool.qpdfCheck(folder.file("a.pdf", bytes)).status == 0)
    let reopened = try FileStore(.data(bytes), password: nil, options: OpenOptions())
    #expect(reopened.graph.object(id).dictionary?["Mark"] == .integer(7))
    #expect(try reopened.graph.decodedStream(id, limit: StreamLimit.content) == data)
  }

  @Test func dataThatCannotBeReadAreAnError() throws {
    let store = try store()
    let changes = ObjectChanges(store.graph, nextNumber: 1000)
    changes.set(ObjectID(number: 2), to: .stream([:], .inFile))
    let error = #expect(throws: PDFError.self) { try changes.withStreamData() }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains("object 2 0") == true)
  }

  @Test func anUpdateWithoutAStreamsDataIsRefused() throws {
    let store = try store()
    let base = try store.incrementalBase.get()
    let objects = [try contents(store): PDFObject.stream([:], .inFile)]
    let writer = AppendWriter(
      chain: base.chain, baseLength: store.fileSize, endsWithNewline: true, previousStart: base.start,
      size: base.size)
    let update = writer.write(objects, nextNumber: base.nextNumber, identifier: [])
    #expect(throws: PDFError.self) {
      try UpdateCheck.check(update, objects, base: base, length: store.fileSize)
    }
  }

  @Test func aStreamThatAnUpdateAppendedKeepsItsData() throws {
    let graph = try store().graph
    let id = ObjectID(number: 900)
    let added = ObjectChanges(graph, nextNumber: 901)
    added.set(id, to: .stream([:], .encoded([1, 2, 3])))
    graph.append(added.objects)
    let changed = ObjectChanges(graph, nextNumber: 901)
    changed.set(id, to: .stream(["Mark": .integer(7)], .inFile))
    #expect(graph.written(with: changed)[id] == .stream(["Mark": .integer(7)], .encoded([1, 2, 3])))
    #expect(try changed.withStreamData()[id] == .stream(["Mark": .integer(7)], .encoded([1, 2, 3])))
  }

  @Test func whatUndoBringsBackIsNotEmptiedByAnUnreadableStream() throws {
    let opened = try store().graph
    let broken = ObjectID(number: 900)
    let changes = ObjectChanges(opened, nextNumber: 901)
    changes.set(broken, to: .stream([:], .inFile))
    let copier = ObjectCopier(from: changes, to: ObjectChanges(opened, nextNumber: 1000), known: [:])
    let error = #expect(throws: PDFError.self) { try copier.copy(.reference(broken)) }
    #expect(error?.message.contains("object 900 0") == true)
  }

  /// The new tree is read before anything is written, not after.
  @Test func anUpdateThatBreaksThePageTreeIsRefused() throws {
    let store = try store()
    var state = store.saved
    try state.apply(.movePages([PageID(number: 1)], to: 2), in: store)
    let base = try store.incrementalBase.get()
    let plan = try SavePlan(state, store, nextNumber: base.nextNumber)
    try store.requireReadableTree(plan, state)
    let root = try #require(store.graph.reader.trailer["Root"]?.reference)
    plan.changes.set(root, to: .dictionary(["Type": .name("Catalog")]))
    #expect(throws: PDFError.self) { try store.requireReadableTree(plan, state) }
  }
}
