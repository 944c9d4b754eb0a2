import Foundation
import Postil
import Testing

@Suite struct PageRendererTests {
  private static let pdf = """
    %PDF-1.4
    1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
    2 0 obj <</Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 100 200]>> endobj
    3 0 obj <</Type /Page /Parent 2 0 R>> endobj
    4 0 obj <</Type /Page /Parent 2 0 R /Contents 5 0 R>> endobj
    5 0 obj <</Length 26>> stream
    1 0 0 rg 10 50 20 30 re f 
    endstream endobj
    xref
    0 6
    0000000000 65535 f\r
    0000000009 00000 n\r
    0000000056 00000 n\r
    0000000141 00000 n\r
    0000000186 00000 n\r
    0000000247 00000 n\r
    trailer <</Root 1 0 R /Size 6>>
    startxref
    321
    %%EOF
    """

  private func document() throws -> PDFDocument { try PDFDocument(data: Data(Self.pdf.utf8)) }

  private func pixel(_ image: PageImage, _ x: Int, _ y: Int) -> UInt32 {
    image.withPixels { $0.loadUnaligned(fromByteOffset: y * image.bytesPerRow + x * 4, as: UInt32.self) }
  }

  @Test func rendersThePageAsItIsNow() async throws {
    let document = try document()
    let page = document.pageIDs[1]
    let renderer = PageRenderer(document)
    let before = try await renderer.image(of: page, scale: 2)
    #expect(before.width == 200 && before.height == 400)
    #expect(pixel(before, 40, 270) == 0xFFFF_0000)

    try document.movePages([1], to: 0)
    try document.rotatePages([0], by: .clockwise90)
    let turned = try await renderer.image(of: page, scale: 1)
    #expect(turned.width == 200 && turned.height == 100)
    #expect(pixel(turned, 65, 20) == 0xFFFF_0000)

    document.undo()
    let undone = try await renderer.image(of: page, width: 100)
    #expect(undone.width == 100 && undone.height == 200)
  }

  @Test func showsAnnotationsThatAreNotSaved() async throws {
    let document = try document()
    let page = document.pageIDs[0]
    let renderer = PageRenderer(document)
    #expect(pixel(try await renderer.image(of: page, scale: 1), 50, 100) == 0xFFFF_FFFF)
    let square = AnnotationShape.rectangle(PageRect(x: 30, y: 80, width: 40, height: 40))
    try document.add(Annotation(square, style: StrokeStyle(color: .blue, fill: .blue)), to: page)
    #expect(pixel(try await renderer.image(of: page, scale: 1), 50, 100) == 0xFF00_00FF)
  }

  @Test func readsTheFileWhileNothingIsUnsaved() async throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).pdf")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(Self.pdf.utf8).write(to: url)
    let document = try PDFDocument(url: url)
    let renderer = PageRenderer(document)
    #expect(try await renderer.image(of: document.pageIDs[0], scale: 1).width == 100)
    try document.rotatePages([0], by: .clockwise90)
    try document.save()
    #expect(try await renderer.image(of: document.pageIDs[0], scale: 1).width == 200)
  }

  @Test func refusesWhatCannotBe() async throws {
    let document = try document()
    let renderer = PageRenderer(document)
    await #expect(throws: PDFError.self) { try await renderer.image(of: PageID(rawValue: 9), scale: 1) }
    await #expect(throws: PDFError.self) { try await renderer.image(of: document.pageIDs[0], scale: .nan) }
    await #expect(throws: PDFError.self) { try await renderer.image(of: document.pageIDs[0], width: 0) }
    await #expect(throws: PDFError.self) { try await renderer.image(of: document.pageIDs[0], width: .max) }
  }

  @Test func aCancelledPageIsNotRendered() async throws {
    let document = try document()
    let renderer = PageRenderer(document)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await renderer.image(of: document.pageIDs[0], scale: 1)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func manyTasksMayAsk() async throws {
    let document = try document()
    let renderer = PageRenderer(document)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<40 {
        group.addTask { try await renderer.image(of: document.pageIDs[number % 2], scale: 1).width }
      }
      for try await width in group { #expect(width == 100) }
    }
  }
}
