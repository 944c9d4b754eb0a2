import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct UpdateCheckTests {
  private let objects: [ObjectID: PDFObject] = [
    ObjectID(number: 50): .dictionary(["A": .string(Array("one".utf8))]),
    ObjectID(number: 51): .array([.integer(1), .reference(ObjectID(number: 50))]),
    ObjectID(number: 52): .stream(["B": .name("C")], .encoded(Array("some data".utf8))),
  ]

  private func update(_ xref: PDFBuilder.Xref) throws -> (AppendWriter.Result, IncrementalBase, length: Int) {
    var sample = SampleDocument()
    sample.xref = xref
    let data = sample.data
    let base = try data.withUnsafeBytes { try IncrementalBase.find(in: $0).get() }
    let writer = AppendWriter(
      chain: base.chain, baseLength: data.count, endsWithNewline: true, previousStart: base.start,
      size: base.size)
    return (writer.write(objects, nextNumber: 60, identifier: [1, 2, 3]), base, data.count)
  }

  @Test(arguments: [PDFBuilder.Xref.table, .stream])
  func whatIsRightPasses(xref: PDFBuilder.Xref) throws {
    let (update, base, length) = try update(xref)
    try UpdateCheck.check(update, objects, base: base, length: length)
  }

  /// An object that is not listed, one that is another, and one that is elsewhere than where it is listed.
  @Test(arguments: [PDFBuilder.Xref.table, .stream])
  func eachObjectHasToBeThere(xref: PDFBuilder.Xref) throws {
    let (update, base, length) = try update(xref)
    var more = objects
    more[ObjectID(number: 55)] = .integer(1)
    #expect(throws: PDFError.self) { try UpdateCheck.check(update, more, base: base, length: length) }
    #expect(throws: PDFError.self) { try UpdateCheck.check(update, objects, base: base, length: length - 1) }
  }

  @Test func eachMemberOfAnObjectStreamHasToBeRight() throws {
    let (update, base, length) = try update(.stream)
    for number in [50, 51] {
      var other = objects
      other[ObjectID(number: number)] = .integer(7)
      #expect(throws: PDFError.self, "\(number)") {
        try UpdateCheck.check(update, other, base: base, length: length)
      }
    }
  }
}
