import Foundation
import PostilFile
import PostilModel
import PostilTestSupport
import PostilRenderProtocol
import Testing

@testable import PostilRender

/// Documents with an update that only poppler sees.
@Suite struct RenderSourceTests {
  private func backend(_ data: Data, isUpdated: Bool = true, update: [UInt8]?) throws -> ProcessBackend {
    let file = try OpenedFile(data: data, password: nil)
    var options = ProcessOptions()
    options.usesUpdates = isUpdated
    return ProcessBackend(
      RenderSource(file.pointer, keptBy: file.owner, url: nil, update: { update }), password: nil,
      options: options)
  }

  /// Compares the pages of a document with and without the update that the file makes.
  private func compare(_ data: Data, pages: Range<Int>) throws {
    let update = try #require(try OpenedFile(data: data, password: nil).renderingUpdate)
    let backends = try [false, true].map { try backend(data, isUpdated: $0, update: update) }
    let workers = try backends.map { try TestWorker($0) }
    #expect(backends[0].updateByteCount == 0 && backends[1].updateByteCount == update.count)
    let transform = PageTransform(cropBox: PageRect(x: 0, y: 0, width: 200, height: 300), rotation: .none)
    for index in pages {
      let images = try workers.map { try $0.image(ofPage: index, scale: 1, size: (200, 300)) }
      let pixels = images.map { image in image.withPixels { Data($0) } }
      #expect(pixels[0] == pixels[1], "page \(index)")
      #expect(Set(pixels[0]).count > 3)
      let texts = try workers.map { try $0.text(ofPage: index, transform: transform) }
      #expect(texts[0].characters == texts[1].characters && texts[0].boxes == texts[1].boxes)
      #expect(!texts[0].characters.isEmpty)
    }
    for worker in workers {
      let error = #expect(throws: PDFError.self) { try worker.image(ofPage: pages.upperBound, scale: 1) }
      #expect(error?.code == .pageOutOfRange)
    }
  }

  @Test func pagesOfObjectStreamsAreDrawnAsBefore() throws {
    try compare(PackedDocument().data, pages: 0..<80)
  }

  @Test func pagesThatWereDeletedDoNotComeBack() throws {
    var document = PackedDocument()
    document.deletedNodes = 2
    try compare(document.data, pages: 0..<60)
  }

  @Test func pagesWithAnOutputIntentOfSRGBAreDrawnAsBefore() throws {
    var document = PackedDocument()
    document.pageCount = 2
    let profile = document.builder.addStream(bytes: ICCProfile.sRGB, dictionary: "/N 3")
    document.catalog = "/OutputIntents[<</S/GTS_PDFA1/DestOutputProfile \(profile) 0 R>>]"
    try compare(document.data, pages: 0..<2)
  }

  /// A red page, and an update that makes it blue.
  private func recolored(paddedTo size: Int) throws -> (data: Data, update: [UInt8]) {
    func data(_ filler: Int) -> Data {
      var builder = PDFBuilder(annotations: [])
      builder.add("<</Type/Page/Parent 2 0 R/Contents 4 0 R>>", as: 3)
      builder.addStream("1 0 0 rg 0 0 200 200 re f", as: 4)
      builder.addStream(String(repeating: " ", count: filler), as: 5)
      return builder.data()
    }
    // The filler's length has another number of digits.
    let near = size - data(1_000).count + 1_000
    let data = data(near + size - data(near).count)
    let start = String(decoding: data, as: UTF8.self).components(separatedBy: "startxref\n")[1].prefix {
      $0.isNumber
    }
    let content = "4 0 obj\n<</Length 25>>\nstream\n0 0 1 rg 0 0 200 200 re f\nendstream\nendobj\n"
    let padding = String(repeating: "%\n", count: 3_000)
    let offset = String(data.count + padding.utf8.count)
    let entry = String(repeating: "0", count: 10 - offset.count) + offset
    let update =
      padding + content + "xref\n4 1\n\(entry) 00000 n\r\ntrailer\n<</Size 6/Root 1 0 R/Prev \(start)>>\n"
      + "startxref\n\(data.count + padding.utf8.count + content.utf8.count)\n%%EOF\n"
    return (data, Array(update.utf8))
  }

  @Test(arguments: [8_192, 8_193, 12_287, 10_000])
  func anUpdateIsReadBehindFilesOfAnySize(size: Int) throws {
    let (data, update) = try recolored(paddedTo: size)
    #expect(data.count == size)
    for isUpdated in [true, false] {
      let image = try TestWorker(backend(data, isUpdated: isUpdated, update: update)).image(
        ofPage: 0, scale: 1)
      #expect(image.pixel(100, 100) == (isUpdated ? 0xFF00_00FF : 0xFFFF_0000))
    }
  }

  @Test func aDocumentIsOpenedWithoutAnUpdateThatMakesItUnreadable() throws {
    let (data, _) = try recolored(paddedTo: 5_000)
    let catalog =
      "8 0 obj\n<</Type/Pages/Count 0/Kids[]>>\nendobj\n9 0 obj\n<</Type/Catalog/Pages 8 0 R>>\nendobj\n"
    let table = "xref\n8 2\n0000005000 00000 n\r\n0000005046 00000 n\r\ntrailer\n<</Size 10/Root 9 0 R>>\n"
    #expect(catalog.prefix(46).hasSuffix("endobj\n"))
    let update = catalog + table + "startxref\n\(data.count + catalog.utf8.count)\n%%EOF\n"
    let backend = try backend(data, update: Array(update.utf8))
    #expect(try TestWorker(backend).image(ofPage: 0, scale: 1).pixel(100, 100) == 0xFFFF_0000)
    #expect(backend.updateByteCount == 0)
  }

  /// A lock on what the renderer gets, taken by a document that has taken it over, must not be one of this program's for good.
  @Test func whatIsHandedOverIsOpenedAnew() throws {
    let folder = try TemporaryFolder()
    let data = PageDocument().data
    let file = open(try folder.file("locked.pdf", data).path, O_RDONLY | O_CLOEXEC)
    let other = open(folder.url.appendingPathComponent("locked.pdf").path, O_RDONLY | O_CLOEXEC)
    defer { for descriptor in [file, other] { close(descriptor) } }
    let opened = try OpenedFile(data: data, password: nil)
    let source = RenderSource(opened.pointer, keptBy: opened.owner, url: nil, descriptor: { file })
    var handed: OwnedDescriptor? = try source.openDescriptor()
    handed?.withNumber {
      #expect(flock($0, LOCK_EX | LOCK_NB) == 0)
      #expect(fcntl($0, F_GETFL) & O_ACCMODE == O_RDONLY)
    }
    #expect(flock(other, LOCK_EX | LOCK_NB) == -1 && errno == EWOULDBLOCK)
    // It ends with whoever has it.
    handed = nil
    #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
  }
}
