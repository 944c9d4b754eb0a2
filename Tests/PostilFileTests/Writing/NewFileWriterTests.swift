import Foundation
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct NewFileWriterTests {
  /// A document of that many empty pages, with a stream of a megabyte and a half.
  private func file(pageCount: Int) throws -> (data: Data, pieces: Int) {
    let pages = (0..<pageCount).map { ObjectID(number: 10 + $0) }
    var objects: [ObjectID: PDFObject] = [
      ObjectID(number: 1): .dictionary(["Type": .name("Catalog"), "Pages": .reference(ObjectID(number: 2))]),
      ObjectID(number: 2): .dictionary([
        "Type": .name("Pages"), "Kids": .array(pages.map { .reference($0) }), "Count": .integer(pageCount),
      ]),
      ObjectID(number: 3): .stream([:], .encoded([UInt8](repeating: 7, count: 1_500_000))),
    ]
    for page in pages {
      objects[page] = .dictionary([
        "Type": .name("Page"), "Parent": .reference(ObjectID(number: 2)),
        "MediaBox": .coordinates([0, 0, 100, Double(page.number)]),
        "Contents": .reference(ObjectID(number: 3)),
      ])
    }
    var (data, pieces) = (Data(), 0)
    try NewFileWriter.write(objects, trailer: ["Root": .reference(ObjectID(number: 1))]) {
      data.append(contentsOf: $0)
      pieces += 1
    }
    return (data, pieces)
  }

  @Test(arguments: [1, 5, 127, 128, 129, 1000]) func whatIsWrittenIsRead(pageCount: Int) throws {
    let (data, pieces) = try file(pageCount: pageCount)
    #expect(pieces == 2)
    let store = try FileStore(.data(data), password: nil, options: OpenOptions())
    #expect(store.pageCount == pageCount && store.warnings.isEmpty && store.revisionCount == 1)
    #expect(store.graph.reader.isDirect)
    for place in 0..<pageCount {
      #expect(try store.attributes(of: .opened(place)).boxes[.mediaBox]?.height == Double(place + 10))
    }
    #expect(try store.graph.streamData(ObjectID(number: 3)).count == 1_500_000)
    // Numbers that no object has are free.
    #expect(store.graph.object(ObjectID(number: 5)) == .null)
    let folder = try TemporaryFolder()
    let check = try Tool.qpdfCheck(folder.file("new.pdf", data))
    #expect(check.status == 0, "\(check.output)")
  }

  @Test func whatTheSinkThrowsEndsTheWriting() {
    struct Full: Error {}
    #expect(throws: Full.self) { try NewFileWriter.write([:], trailer: [:]) { _ in throw Full() } }
  }
}
