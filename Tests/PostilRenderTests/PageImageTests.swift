import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilRender

@Suite struct PageImageTests {
  private func image() throws -> PageImage {
    let page = TestPDF.Page(entries: "/MediaBox [0 0 7 5]", content: "0.2 0.4 1 rg 2 1 3 2 re f")
    return try TestWorker(TestPDF.data([page])).image(ofPage: 0, scale: 1, size: (7, 5))
  }

  @Test func aPipeIsWrittenToAndNotReplaced() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.url.appendingPathComponent("pipe")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    let reader = open(pipe.path, O_RDWR | O_NONBLOCK)
    defer { close(reader) }
    let image = try image()
    try image.write(to: pipe)
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(reader, &bytes, bytes.count)
    #expect(try Data(bytes.prefix(max(count, 0))) == image.pngData())
  }

  @Test func rowsFollowEachOther() throws {
    let image = try image()
    #expect(image.width == 7 && image.height == 5 && image.bytesPerRow == 28)
    #expect(image.withPixels { $0.count } == 140)
    #expect(image.pixel(2, 2) == 0xFF33_66FF)
  }

  @Test func pngHoldsTheSamePixels() throws {
    let image = try image()
    let png = try image.pngData()
    #expect(png.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    let decoded = try #require(PNGDecoder.decode(png))
    #expect(decoded.width == 7 && decoded.height == 5)
    #expect(decoded.pixels == (0..<35).map { image.pixel($0 % 7, $0 / 7) })
  }

  @Test func writesAWholeFileOrNone() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("page.png")
    let image = try image()
    try image.write(to: url)
    #expect(try Data(contentsOf: url) == image.pngData())
    try image.write(to: url)
    #expect(folder.names == ["page.png"])

    let nowhere = folder.url.appendingPathComponent("nowhere/page.png")
    let error = #expect(throws: PDFError.self) { try image.write(to: nowhere) }
    #expect(error?.code == .cannotWrite)
    #expect(error?.url == nowhere)
    #expect(folder.names == ["page.png"])
  }

  @Test func imagesGoToOtherThreads() async throws {
    let image = try image()
    let pixel = await Task.detached { image.pixel(0, 0) }.value
    #expect(pixel == 0xFFFF_FFFF)
  }
}
