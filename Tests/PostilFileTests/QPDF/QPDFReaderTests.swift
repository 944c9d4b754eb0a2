import Foundation
import PostilTestSupport
import Testing

@testable import PostilFile
@testable import PostilModel

@Suite struct QPDFReaderTests {
  private func reader(_ text: String) throws -> QPDFReader {
    try QPDFReader(FileBytes(data: Data(text.utf8)), password: nil)
  }

  /// A file whose text a test may change where that keeps all offsets.
  private var sound: String { String(decoding: PageDocument().data, as: UTF8.self) }

  // MARK: - Repair

  @Test func aRepairThatWasFoundOutLateIsNotForgotten() throws {
    // The offset of object 3 is off: that shows when the object is read.
    let reader = try reader(sound.replacingOccurrences(of: "\n3 0 obj", with: "\n9 0 obj"))
    #expect(!reader.wasRepaired)
    _ = reader.object(ObjectID(number: 3, generation: 0))
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 20, alignment: 16)
    defer { memory.deallocate() }
    for _ in 0..<400 { _ = reader.object(ObjectID(number: 1, generation: 0)) }
    #expect(reader.wasRepaired)
  }

  @Test func aTableThatIsNotWhereTheFileSaysIsARepair() throws {
    let reader = try reader(sound.replacing(/startxref\n\d+/, with: "startxref\n7"))
    #expect(reader.wasRepaired)
    #expect(reader.object(ObjectID(number: 3)).dictionary?["Type"]?.name == "Page")
  }

  /// What libqpdf complains of is no repair as long as it finds the objects where the table has them.
  @Test func aComplaintIsNoRepair() throws {
    let reader = try reader(sound.replacing(/endobj\n3 0 obj/, with: "endoXj\n3 0 obj"))
    for number in 1..<6 { _ = reader.object(ObjectID(number: number)) }
    #expect(!reader.complaints.isEmpty)
    #expect(!reader.wasRepaired)
    let objects = reader.complaints.map(\.object)
    #expect(objects.contains { $0.contains("2 0") }, "\(objects)")
  }

  @Test func aSoundFileIsReadWithoutAComplaint() throws {
    let reader = try reader(sound)
    for number in 0..<9 { _ = reader.object(ObjectID(number: number)) }
    #expect(reader.complaints.isEmpty && !reader.wasRepaired)
  }

  // MARK: - Objects

  @Test func namesAndNumbersAreAsTheFileHasThem() throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/A#20#23/x#zz/D 12.50/E -0/F(\\000\\377)>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>", as: 3)
    let reader = try QPDFReader(FileBytes(data: builder.data()), password: nil)
    let catalog = try #require(reader.object(ObjectID(number: 1)).dictionary)
    #expect(catalog["A #"] == .name("x#zz"))
    #expect(catalog["D"] == .real("12.50"))
    #expect(catalog["F"] == .string([0, 255]))
  }

  @Test func nestingAsDeepAsCanBeIsReadOrRefused() throws {
    for depth in [100, 400, 498, 600, 100_000] {
      var builder = PDFBuilder()
      builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
      builder.add("<</Type/Pages/Count 1/Kids[3 0 R]>>", as: 2)
      builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>", as: 3)
      builder.add(String(repeating: "[", count: depth) + String(repeating: "]", count: depth), as: 4)
      let reader = try QPDFReader(FileBytes(data: builder.data()), password: nil)
      let object = reader.object(ObjectID(number: 4))
      if depth < 499 { #expect(object.array?.count == 1, "depth \(depth)") }
    }
  }

  // MARK: - Recursion

  /// Streams of which each has the next one for its length: libqpdf reads them within each other.
  private func chain(_ count: Int) -> Data {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>", as: 3)
    for number in 4..<4 + count {
      builder.add("<</Length \(number + 1) 0 R>>\nstream\nx\nendstream", as: number)
    }
    builder.add("1", as: 4 + count)
    return builder.data()
  }

  @Test func objectsThatLeadToEachOtherWithoutEndAreAnError() throws {
    let data = chain(20_000)
    let reader = try QPDFReader(FileBytes(data: data), password: nil)
    #expect(reader.object(ObjectID(number: 1)).dictionary != nil && reader.failure == nil)
    #expect(reader.object(ObjectID(number: 4)) == .null)
    #expect(reader.failure?.code == .damaged)
    #expect(throws: PDFError.self) { try reader.rawStream(ObjectID(number: 4)) }
    #expect(throws: PDFError.self) { try RewriteWriter(FileBytes(data: data), password: nil) }
  }

  @Test func aFewObjectsThatLeadToEachOtherAreRead() throws {
    let reader = try QPDFReader(FileBytes(data: chain(20)), password: nil)
    #expect(reader.object(ObjectID(number: 4)).isStream && reader.failure == nil)
  }

  @Test func aPageTreeWithoutEndIsAnErrorOfTheRewrite() throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>", as: 3)
    for number in 4..<60_000 {
      builder.add(
        "<</Type/Pages/Count 1/Parent \(max(2, number - 1)) 0 R/Kids[\(number + 1) 0 R]>>", as: number)
    }
    builder.add("<</Type/Page/Parent 59999 0 R/MediaBox[0 0 9 9]>>", as: 60_000)
    #expect(throws: PDFError.self) { try RewriteWriter(FileBytes(data: builder.data()), password: nil) }
  }

  // MARK: - Streams

  @Test func aStreamThatCannotBeReadIsAnErrorThatNamesIt() throws {
    let reader = try QPDFReader(FileBytes(data: SampleDocument().data), password: nil)
    let number = try #require((1..<60).first { reader.object(ObjectID(number: $0)).isStream })
    #expect(try !reader.rawStream(ObjectID(number: number)).isEmpty)
    let error = #expect(throws: PDFError.self) { try reader.rawStream(ObjectID(number: 1)) }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains("object 1 0") == true)
    #expect(throws: PDFError.self) { try reader.rawStream(ObjectID(number: 5000)) }
    #expect(throws: PDFError.self) { try reader.rawStream(ObjectID(number: .max)) }
  }

  @Test func dataThatCannotBeInflatedIsAnError() throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>", as: 3)
    builder.addStream("this is not compressed", dictionary: "/Filter/FlateDecode", as: 4)
    builder.addStream("nor is this a picture", dictionary: "/Filter/DCTDecode", as: 5)
    let reader = try ObjectReader(FileBytes(data: builder.data()), password: nil, chain: nil)
    let graph = ObjectGraph(reader)
    for number in [4, 5] {
      let id = ObjectID(number: number)
      #expect(throws: PDFError.self) { try graph.decoded(.reference(id), limit: .max, losses: true) }
      #expect(try !reader.rawStream(id).isEmpty)
    }
  }

  // MARK: - Encryption

  @Test(arguments: ["40", "128", "256"]) func theKeyIsTheOneThatWasMade(bits: String) throws {
    let folder = try TemporaryFolder()
    let plain = try folder.file("plain.pdf", SampleDocument().data)
    let file = folder.url.appendingPathComponent("encrypted.pdf")
    let weak = bits == "256" ? [] : ["--allow-weak-crypto"]
    let run = try Tool.run(
      "qpdf", weak + ["--encrypt", "user", "owner", bits, "--", plain.path, file.path])
    #expect(run.status == 0)
    let shown = try Tool.run(
      "qpdf", ["--show-encryption", "--show-encryption-key", "--password=user", file.path]
    ).output
    let expected = try #require(shown.firstMatch(of: /[Ee]ncryption key = ([0-9a-f]+)/)?.1)
    let reader = try QPDFReader(FileBytes(url: file, access: .memory), password: "user")
    let key = try reader.encryptionKey()
    #expect(key.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
    let plainReader = try QPDFReader(FileBytes(url: plain, access: .memory), password: nil)
    #expect(try plainReader.encryptionKey().isEmpty)
  }

  /// Where libqpdf 11 searches a damaged file it reads all that follows at each line of a comment: a megabyte would take minutes.
  /// libqpdf 12 does not.
  @Test func aFileIsReadOnlySoManyTimes() throws {
    let junk = String(repeating: "%junk\n", count: 170_000)
    var builder = PDFBuilder(annotations: [])
    builder.junk = junk
    var data = builder.data()
    // Without the place of the table.
    data.removeLast(20)
    let bytes = Data("%PDF-1.7\n".utf8) + data
    do {
      let reader = try QPDFReader(FileBytes(data: bytes), password: nil)
      #expect(reader.trailer["Root"]?.reference != nil)
    } catch let error as PDFError {
      #expect(error.code == .damaged || error.code == .unsupported, "\(error)")
    }
  }

  /// libqpdf undoes the filters of object streams for itself: with ours, which have a limit.
  @Test func objectStreamsHaveALimitInLibqpdfToo() throws {
    var zeros = [UInt8](repeating: 0x20, count: 48 << 20)
    for _ in 0..<2 { zeros = try #require(Flate.compress(zeros)) }
    var file = Array("%PDF-1.5\n".utf8)
    var offsets: [Int: Int] = [:]
    func add(_ number: Int, _ body: [UInt8]) {
      offsets[number] = file.count
      file += Array("\(number) 0 obj\n".utf8) + body + Array("\nendobj\n".utf8)
    }
    add(1, Array("<</Type/Catalog/Pages 2 0 R/Extra 7 0 R>>".utf8))
    add(2, Array("<</Type/Pages/Count 1/Kids[3 0 R]>>".utf8))
    add(3, Array("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>".utf8))
    let header =
      "<</Type/ObjStm/N 1/First 9/Filter[/FlateDecode/FlateDecode]/Length \(zeros.count)>>\nstream\n"
    add(6, Array(header.utf8) + zeros + Array("\nendstream".utf8))
    let start = file.count
    var rows: [UInt8] = []
    for number in 0...8 {
      let (kind, value) =
        number == 7
        ? (2, 6) : number == 8 ? (1, start) : (offsets[number] == nil ? 0 : 1, offsets[number] ?? 0)
      rows += [UInt8(kind), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255), 0]
    }
    add(
      8,
      Array("<</Type/XRef/W[1 3 1]/Size 9/Root 1 0 R/Length \(rows.count)>>\nstream\n".utf8) + rows
        + Array("\nendstream".utf8))
    file += Array("startxref\n\(start)\n%%EOF\n".utf8)
    let reader = try QPDFReader(FileBytes(data: Data(file)), password: nil)
    #expect(reader.object(ObjectID(number: 7)).isNull)
    #expect(reader.complaints.contains { $0.text.contains("too large") }, "\(reader.warnings)")
    // And one of ordinary size is read.
    #expect(reader.object(ObjectID(number: 3)).dictionary != nil)
  }
}
