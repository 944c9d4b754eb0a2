import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct AppendedObjectsTests {
  private static let objects: [ObjectID: PDFObject] = [
    ObjectID(number: 50): .dictionary(["A": .string(Array("one".utf8)), "B": .numbers([0.5, -2, 3])]),
    ObjectID(number: 51): .array([.integer(1), .reference(ObjectID(number: 50)), .null, .boolean(true)]),
    ObjectID(number: 52): .stream(["C": .name("D")], .encoded(Array("endstream endobj".utf8))),
    ObjectID(number: 53, generation: 2): .string([0, 255, 40, 92]),
  ]

  private func graph(_ kind: PDFBuilder.Xref) throws -> ObjectGraph {
    var sample = SampleDocument()
    sample.xref = kind
    return try FileStore(.data(sample.data), password: nil, options: OpenOptions()).graph
  }

  /// What a stream reads as: its length is among its entries.
  private func read(_ object: PDFObject) -> PDFObject {
    guard case .stream(var dictionary, .encoded(let data)) = object else { return object }
    dictionary["Length"] = .integer(data.count)
    return .stream(dictionary, .encoded(data))
  }

  @Test(arguments: [PDFBuilder.Xref.table, .stream])
  func objectsAreReadBackAndNotKept(kind: PDFBuilder.Xref) throws {
    let graph = try graph(kind)
    graph.append(Self.objects, kind)
    #expect(graph.appended.keptCount == 0)
    for (id, object) in Self.objects { #expect(graph.object(id) == read(object)) }
    // The newest version counts.
    graph.append([ObjectID(number: 50): .integer(7), ObjectID(number: 60): .null], kind)
    #expect(graph.object(ObjectID(number: 50)) == .integer(7))
    #expect(graph.object(ObjectID(number: 51)) == Self.objects[ObjectID(number: 51)])
    #expect(graph.appended.ids.count == 5)
    #expect(graph.appended.failure == nil)
  }

  /// The parser gives up on what is nested more deeply than it dares to follow.
  @Test(arguments: [PDFBuilder.Xref.table, .stream])
  func whatTheParserDoesNotReadIsKept(kind: PDFBuilder.Xref) throws {
    let deep = (0..<200).reduce(PDFObject.integer(1)) { object, _ in .array([object]) }
    let odd = PDFObject.real("1e5")
    let objects = [ObjectID(number: 50): deep, ObjectID(number: 51): odd, ObjectID(number: 52): .integer(3)]
    var sample = SampleDocument()
    sample.xref = kind
    let data = sample.data
    let base = try data.withUnsafeBytes { try IncrementalBase.find(in: $0).get() }
    let writer = AppendWriter(
      chain: base.chain, baseLength: data.count, endsWithNewline: true, previousStart: base.start,
      size: base.size)
    let update = writer.write(objects, nextNumber: 60, identifier: [])
    let unreadable = try UpdateCheck.check(update, objects, base: base, length: data.count)
    #expect(unreadable == [ObjectID(number: 50), ObjectID(number: 51)])
    let graph = try graph(kind)
    graph.append(update.bytes, update.places, objects, unreadable: unreadable, trailer: [:])
    for (id, object) in objects {
      // Swift Testing describes values, and takes a stack for each level of nesting.
      let isSame = graph.object(id) == object
      #expect(isSame, "\(id)")
    }
    #expect(graph.appended.keptCount == 2 && graph.appended.failure == nil)
  }

  @Test func whatIsNotWhereItWasWrittenIsAnError() throws {
    var objects = AppendedObjects()
    objects.append(
      Array("1 0 obj\n5\nendobj\n".utf8), [ObjectID(number: 2): .own(0..<17)],
      [ObjectID(number: 2): .integer(5)],
      unreadable: [])
    #expect(objects.object(ObjectID(number: 2)) == .null)
    #expect(objects.failure?.code == .cannotRead)
  }
}
