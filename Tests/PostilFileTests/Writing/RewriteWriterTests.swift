import CPostilSystem
import Foundation
import PostilModel
import PostilTestSupport
import Synchronization
import Testing

@testable import PostilFile

@Suite struct RewriteWriterTests {
  /// Object 1: catalog, 2: pages, 3: page, 4: its contents, 5: a dictionary of no use but to be replaced.
  private static var file: PDFBuilder {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/Piece 5 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>", as: 3)
    builder.addStream("0 0 5 5 re f", as: 4)
    builder.add("<</Old true>>", as: 5)
    return builder
  }

  private func reader(_ data: Data) throws -> ObjectReader {
    try ObjectReader(FileBytes(data: data), password: nil, chain: nil)
  }

  private func writer(_ builder: PDFBuilder = Self.file) throws -> RewriteWriter {
    try RewriteWriter(FileBytes(data: builder.data()), password: nil)
  }

  /// The rewritten file, after qpdf found nothing wrong with it.
  private func checked(_ writer: RewriteWriter, _ options: RewriteOptions = RewriteOptions()) throws
    -> ObjectReader
  {
    let data = try writer.data(options)
    let folder = try TemporaryFolder()
    let check = try Tool.qpdfCheck(folder.file("a.pdf", data))
    #expect(check.status == 0, "\(check.output)")
    return try reader(data)
  }

  private func dictionary(_ reader: ObjectReader, _ path: PDFName...) -> PDFDictionary {
    path.reduce(reader.trailer) { ObjectGraph(reader).resolve($0[$1]).dictionary ?? [:] }
  }

  private func contents(_ reader: ObjectReader) throws -> (PDFDictionary, String) {
    let graph = ObjectGraph(reader)
    let pages = graph.resolve(dictionary(reader, "Root", "Pages")["Kids"]).array ?? []
    let page = try #require(graph.resolve(pages.first).dictionary)
    let id = try #require(page["Contents"]?.reference)
    let data = try graph.decodedStream(id, limit: .max)
    return (reader.object(id).dictionary ?? [:], String(decoding: data, as: UTF8.self))
  }

  /// What has `#23` in the file has it in the new one, whoever handed it over: as a key, as a value, deep inside, and as an object.
  @Test(arguments: [false, true]) func namesWithANumberSignStay(objectStreams: Bool) throws {
    var builder = Self.file
    builder.add(
      "<</A#2341 1/F#23#20 [/B#2342[<</In /C#2343>>]]/Plain /Name#20x/N#23 1/N#2323 2/Far 6 0 R>>", as: 5)
    builder.add("/D#2344", as: 6)
    for _ in 0..<6 { _ = builder.reserve() }
    if objectStreams { builder.pack([5, 6]) }
    let data = builder.data(objectStreams ? .stream : .table)
    let writer = try RewriteWriter(FileBytes(data: data), password: nil)
    try writer.follow(ObjectID(number: 5))
    let new = try checked(writer)
    let object = new.object(ObjectID(number: try #require(writer.number(of: ObjectID(number: 5))?.number)))
    let dictionary = try #require(object.dictionary)
    #expect(dictionary["A#41"] == .integer(1))
    #expect(dictionary["Plain"] == .name("Name x"))
    // The first is written as the second was.
    #expect(dictionary["N#"] == .integer(1) && dictionary["N#23"] == .integer(2))
    #expect(dictionary["F# "]?.array?.first == .name("B#42"))
    let inner = dictionary["F# "]?.array?.last?.array?.first?.dictionary
    #expect(inner?["In"] == .name("C#43"))
    let far = try #require(dictionary["Far"]?.reference)
    #expect(new.object(far) == .name("D#44"))
  }

  /// New objects are known by the numbers that they were given, and not by those that libqpdf made room at.
  @Test func newObjectsKeepTheirNumbers() throws {
    let writer = try writer()
    let new = ObjectID(number: 50)
    try writer.replace(
      [
        new: .dictionary(["New": .boolean(true)]),
        ObjectID(number: 5): .dictionary(["Next": .reference(new)]),
      ],
      firstNew: 50)
    let saved = try reader(writer.data(RewriteOptions()))
    let found = try #require(writer.numbers[50])
    #expect(writer.number(of: new)?.number == found)
    #expect(saved.object(ObjectID(number: found)).dictionary?["New"] == .boolean(true))
    #expect(Set(writer.numbers.keys) == [1, 2, 3, 4, 5, 50])
  }

  /// What is kept of numbers grows with the objects that there are, and not with the highest number that is named.
  @Test func numbersMayBeFarApart() throws {
    var builder = Self.file
    builder.add("<</Old 100000000 0 R>>", as: 5)
    let writer = try writer(builder)
    try writer.replace(
      [
        ObjectID(number: 100_000_001): .dictionary(["New": .boolean(true)]),
        ObjectID(number: 5): .dictionary(["Next": .reference(ObjectID(number: 100_000_001))]),
      ], firstNew: 100_000_001)
    let saved = try reader(writer.data(RewriteOptions()))
    #expect(dictionary(saved, "Root", "Piece", "Next")["New"] == .boolean(true))
    #expect(writer.numbers.count <= 6)
    for (old, new) in writer.numbers { #expect(writer.number(of: ObjectID(number: old))?.number == new) }
  }

  /// libqpdf reads such an object as null: the page would be missing.
  @Test(arguments: ["100000000000000000000", "-9223372036854775809", "9223372036854775807"])
  func objectsWithHugeNumbersAreKept(number: String) throws {
    var builder = Self.file
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/X \(number)>>", as: 3)
    let saved = try writer(builder).data(RewriteOptions())
    let kept = try FileBytes(data: saved)
    let graph = ObjectGraph(
      try ObjectReader(kept, password: nil, chain: try XrefChain(kept.pointer)))
    let root = graph.resolve(graph.trailer["Root"]).dictionary ?? [:]
    let kids = graph.resolve(graph.resolve(root["Pages"]).dictionary?["Kids"]).array ?? []
    let page = try #require(graph.resolve(kids.first).dictionary)
    #expect(page["X"]?.number == Double(number))
    #expect(try FileStore(.data(builder.data()), password: nil, options: OpenOptions()).pageCount == 1)
  }

  // MARK: - Streams

  @Test(arguments: PDFBuilder.Xref.allCases) func aStreamOfTheFileIsReplaced(kind: PDFBuilder.Xref) throws {
    let writer = try RewriteWriter(FileBytes(data: Self.file.data(kind)), password: nil)
    let stream = PDFObject.stream(["Mark": .integer(7)], .encoded(Array("1 1 3 3 re f".utf8)))
    try writer.replace([ObjectID(number: 4): stream], firstNew: 100)
    let (entries, text) = try contents(checked(writer))
    #expect(text == "1 1 3 3 re f" && entries["Mark"] == .integer(7))
  }

  @Test func anotherDictionaryKeepsTheData() throws {
    let writer = try writer()
    try writer.replace([ObjectID(number: 4): .stream(["Mark": .integer(7)], .inFile)], firstNew: 100)
    let (entries, text) = try contents(checked(writer))
    #expect(text == "0 0 5 5 re f" && entries["Mark"] == .integer(7))
  }

  @Test func aStreamTakesThePlaceOfADictionary() throws {
    let writer = try writer()
    let stream = PDFObject.stream([:], .encoded(Array("data".utf8)))
    try writer.replace([ObjectID(number: 5): stream], firstNew: 100)
    let reader = try checked(writer)
    let piece = try #require(dictionary(reader, "Root")["Piece"]?.reference)
    #expect(try ObjectGraph(reader).decodedStream(piece, limit: .max) == Array("data".utf8))
  }

  @Test func newObjectsReferToEachOther() throws {
    let writer = try writer()
    let (first, second) = (ObjectID(number: 100), ObjectID(number: 101))
    try writer.replace(
      [
        ObjectID(number: 5): .dictionary(["New": .reference(first)]),
        first: .array([.reference(second), .name("a b#")]), second: .stream([:], .encoded([])),
      ], firstNew: 100)
    let reader = try checked(writer)
    let list = ObjectGraph(reader).resolve(dictionary(reader, "Root", "Piece")["New"]).array
    #expect(list?.count == 2)
    let last = ObjectGraph(reader).resolve(list?.first)
    #expect(last.isStream)
  }

  @Test func dataOfNoStreamIsAnErrorAndNotAnEmptyStream() throws {
    let error = #expect(throws: PDFError.self) {
      try writer().replace([ObjectID(number: 5): .stream([:], .inFile)], firstNew: 100)
    }
    #expect(error?.code == .damaged)
  }

  @Test func aStreamInsideAnArrayIsAnError() throws {
    let inside = PDFObject.array([.stream([:], .encoded([1]))])
    #expect(throws: PDFError.self) { try writer().replace([ObjectID(number: 5): inside], firstNew: 100) }
  }

  // MARK: - Output

  @Test func theErrorOfTheOutputIsTheOneThatIsTold() throws {
    // Whatever errno happens to be: it says nothing about this.
    errno = ENOSPC
    let refusal = PDFError(.cannotWrite, "no")
    let error = #expect(throws: PDFError.self) {
      try writer().write(RewriteOptions()) { _ in throw refusal }
    }
    #expect(error?.code == .cannotWrite && error?.message == "no")
    errno = 0
    let full = PDFError(.diskFull, "full")
    let second = #expect(throws: PDFError.self) { try writer().write(RewriteOptions()) { _ in throw full } }
    #expect(second?.code == .diskFull)
  }

  @Test func progressIsToldAndCanStop() throws {
    let told = Mutex<[Double]>([])
    let watched = WorkMonitor(
      progress: { part in told.withLock { $0.append(part) } }, checkCancellation: {})
    var size = 0
    try writer().write(RewriteOptions(), watched) { size += $0.count }
    let parts = told.withLock { $0 }
    #expect(parts.last == 1 && parts == parts.sorted() && size > 500)
    let cancelled = WorkMonitor(progress: { _ in }, checkCancellation: { throw CancellationError() })
    #expect(throws: CancellationError.self) { try writer().write(RewriteOptions(), cancelled) { _ in } }
  }

  /// What takes libqpdf down at the end of the program waits for threads that are inside: for those that write, too.
  @Test func theEndOfTheProgramWaitsForWriting() throws {
    var isInside: Set<Bool> = []
    let watched = WorkMonitor(
      progress: { _ in if !postil_is_inside_library() { Issue.record("progress is told outside") } },
      checkCancellation: {})
    #expect(!postil_is_inside_library())
    let writer = try writer()
    try writer.write(RewriteOptions(), watched) { _ in isInside.insert(postil_is_inside_library()) }
    #expect(isInside == [true] && !postil_is_inside_library())
  }

  @Test(arguments: [false, true]) func aLinearizedFileIsOne(packs: Bool) throws {
    let options = RewriteOptions(objectStreams: packs, linearize: true)
    #expect(try contents(checked(writer(), options)).1 == "0 0 5 5 re f")
  }

  // MARK: - Exceptions

  /// libqpdf 11.3 throws `std::range_error` here, which its C interface let through; 12.2 writes the file.
  @Test(arguments: ["table", "reference"]) func aHugeObjectNumberIsAnErrorAtMost(place: String) throws {
    var builder = Self.file
    if place == "reference" { builder.add("<</Old 2147483647 0 R>>", as: 5) }
    var text = String(decoding: builder.data(), as: UTF8.self)
    if place == "table" {
      text = text.replacing("trailer\n", with: "2147483647 1\n0000000015 00000 n\r\ntrailer\n")
    }
    let store = try FileStore(.data(Data(text.utf8)), password: nil, options: OpenOptions())
    _ = try store.annotations(of: PageID(number: 1))
    var state = store.saved
    try state.apply(.rotatePages([PageID(number: 1)], by: .clockwise90), in: store)
    let line = Annotation(
      .line(from: PagePoint(x: 1, y: 1), to: PagePoint(x: 5, y: 5)), style: AnnotationStyle())
    try state.apply(.addAnnotation(line, page: PageID(number: 1)), in: store)
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a.pdf")
    do {
      try store.save(state, to: url, options: SaveOptions.rewrite())
      let written = try FileStore(.url(url), password: nil, options: OpenOptions())
      #expect(try written.annotations(of: PageID(number: 1)).last?.id == line.id)
    } catch let error as PDFError {
      #expect(error.code == .damaged)
      #expect(folder.names.isEmpty)
    }
  }
}
