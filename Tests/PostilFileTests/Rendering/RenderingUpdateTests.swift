import Foundation
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct RenderingUpdateTests {
  private func update(_ data: Data, _ limits: RenderingUpdate.Limits = .init()) -> [UInt8]? {
    data.withUnsafeBytes { RenderingUpdate.bytes(for: $0, limits: limits) }
  }

  private typealias Objects = [ObjectID: PDFObject]

  /// The objects that the update of a file lists, after libqpdf found the same objects with and without it.
  private func objects(_ data: Data, _ limits: RenderingUpdate.Limits = .init()) throws -> Objects {
    let update = try #require(self.update(data, limits))
    let before = try QPDFReader(FileBytes(data: data), password: nil)
    let bytes = try FileBytes(data: data + update)
    let after = try QPDFReader(bytes, password: nil)
    let chain = try XrefChain(bytes.pointer)
    guard case .table(let parts) = try #require(chain.sections?.first).rows else {
      Issue.record("not a table")
      return [:]
    }
    var result: [ObjectID: PDFObject] = [:]
    let section = try XrefSection(table: parts, in: bytes.pointer)
    try section.forEach { number, entry in
      guard case .offset(let offset, 0) = entry else {
        Issue.record("\(number): \(entry)")
        return
      }
      #expect(offset + chain.headerOffset >= data.count)
      result[ObjectID(number: number)] = after.object(ObjectID(number: number))
    }
    let root = try #require(chain.trailer["Root"]?.reference)
    for number in 1..<chain.size where ObjectID(number: number) != root {
      #expect(before.object(ObjectID(number: number)) == after.object(ObjectID(number: number)))
    }
    #expect(!after.wasRepaired && after.complaints.isEmpty)
    return result
  }

  @Test func thePageTreeIsTakenOutOfObjectStreams() throws {
    let objects = try objects(PackedDocument().data)
    func count(_ isCounted: (PDFObject) -> Bool) -> Int { objects.values.count(where: isCounted) }
    #expect(count { $0.dictionary?["Type"]?.name == "Pages" } == 9)
    #expect(count { $0.dictionary?["Type"]?.name == "Page" } == 80)
    // Resources, boxes and lists of annotations.
    #expect(count { $0.dictionary?["Font"] != nil } == 8)
    #expect(count { $0.array?.count == 4 } == 8)
    #expect(count { $0.array?.count == 1 } == 27)
    #expect(objects.count == 9 + 80 + 8 + 8 + 27)
  }

  @Test func limitsLeaveOutTheLastPages() throws {
    let data = PackedDocument().data
    let (all, some) = (try objects(data), try objects(data, .init(objects: 50)))
    #expect((50..<60).contains(some.count) && some.allSatisfy { all[$0.key] == $0.value })
    #expect(try (1..<all.count).contains(objects(data, .init(size: 4_000)).count))
    #expect(try (1..<all.count).contains(objects(data, .init(decoded: 8_000)).count))
  }

  @Test func pagesThatWereDeletedDoNotComeBack() throws {
    var document = PackedDocument()
    document.deletedNodes = 2
    let objects = try objects(document.data)
    #expect(objects.values.count { $0.dictionary?["Type"]?.name == "Page" } == 60)
    // The root stands by itself already.
    #expect(objects.values.count { $0.dictionary?["Type"]?.name == "Pages" } == 6)
  }

  @Test func shortFilesAndFilesWithoutObjectStreamsAreLeftAlone() {
    var document = PackedDocument()
    document.pageCount = 50
    #expect(update(document.data) == nil)
    #expect(update(PageDocument(pageCount: 80).data) == nil)
  }

  /// A page with an output intent.
  private func intended(
    profile: [UInt8] = ICCProfile.sRGB, intents: String = "[5 0 R]", page: String = ""
  ) -> PDFBuilder {
    var builder = PDFBuilder(annotations: [])
    builder.add("<</Type/Catalog/Pages 2 0 R/OutputIntents\(intents)/Lang(de)>>", as: 1)
    builder.add("<</Type/Page/Parent 2 0 R\(page)>>", as: 3)
    builder.add("<</S/GTS_PDFA1/DestOutputProfile 6 0 R>>", as: 5)
    builder.addStream(bytes: profile, dictionary: "/N 3", as: 6)
    return builder
  }

  @Test(arguments: PDFBuilder.Xref.allCases)
  func theCatalogStandsWithoutAnOutputIntentOfSRGB(xref: PDFBuilder.Xref) throws {
    for junk in ["", "junk before the header\n"] {
      var builder = intended()
      (builder.junk, builder.endsWithNewline) = (junk, junk.isEmpty)
      let objects = try objects(builder.data(xref))
      #expect(Array(objects.keys) == [ObjectID(number: 1)])
      let catalog = try #require(objects.values.first?.dictionary)
      #expect(Set(catalog.entries.map(\.key)) == ["Type", "Pages", "Lang"])
    }
  }

  @Test func outputIntentsThatChangeColoursStay() {
    #expect(update(intended().data()) != nil)
    for profile in [ICCProfile.wide, ICCProfile.gray, ICCProfile.table(channels: 3), []] {
      #expect(update(intended(profile: profile).data()) == nil)
    }
    // Poppler heeds none if there are two.
    #expect(update(intended(intents: "[5 0 R 5 0 R]").data()) == nil)
    for space in ["CalRGB", "CalGray", "Lab"] {
      let page = "/Resources<</ColorSpace<</C[/\(space)<</WhitePoint[0.95 1 1.09]>>]>>>>"
      #expect(update(intended(page: page).data()) == nil)
      var packed = intended(page: page)
      for _ in 0..<6 { _ = packed.reserve() }
      packed.pack([3])
      #expect(update(packed.data(.stream)) == nil)
    }
  }

  @Test func encryptedFilesAreLeftAlone() {
    var document = PackedDocument()
    document.trailer = "/Encrypt<</Filter/Standard/V 1/R 2>>"
    #expect(update(document.data) == nil)
  }

  @Test func damagedFilesAreLeftAlone() throws {
    let data = PackedDocument().data
    #expect(update(data) != nil)
    for damage in ["/Type/ObjStm", "/Type/XRef", "/Type/Pages", "startxref"] {
      var damaged = data
      while let range = damaged.range(of: Data(damage.utf8)) {
        damaged.replaceSubrange(range, with: Data(repeating: 32, count: range.count))
      }
      // A page tree whose nodes are not called so is not what the update goes by.
      #expect(update(damaged) == nil || damage == "/Type/Pages", "\(damage)")
    }
    #expect(update(Data()) == nil && update(data.dropLast(100)) == nil)
  }
}
