import Foundation
import Postil
import PostilTestSupport
import Testing

@Suite struct PageRendererTests {
  /// An empty page, and one with a red rectangle at 10, 50.
  private static var pdf: Data {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>")
    builder.add("<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 100 200]>>")
    builder.add("<</Type/Page/Parent 2 0 R>>")
    builder.add("<</Type/Page/Parent 2 0 R/Contents 5 0 R>>")
    builder.addStream("1 0 0 rg 10 50 20 30 re f")
    return builder.data()
  }

  private func document() throws -> PDFDocument { try PDFDocument(data: Self.pdf) }

  private func pixel(_ image: PageImage, _ x: Int, _ y: Int) -> UInt32 {
    image.withPixels { $0.loadUnaligned(fromByteOffset: y * image.bytesPerRow + x * 4, as: UInt32.self) }
  }

  @Test func rendersThePageAsItIsNow() async throws {
    let document = try document()
    let page = document.pageIDs[1]
    let renderer = PageRenderer(document, options: .forTests)
    let before = try await renderer.image(of: page, scale: 2)
    #expect(before.width == 200 && before.height == 400)
    #expect(pixel(before, 40, 270) == 0xFFFF_0000)

    try document.movePages([document.pageIDs[1]], to: 0)
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    let turned = try await renderer.image(of: page, scale: 1)
    #expect(turned.width == 200 && turned.height == 100)
    #expect(pixel(turned, 65, 20) == 0xFFFF_0000)

    try document.undo()
    let undone = try await renderer.image(of: page, width: 100)
    #expect(undone.width == 100 && undone.height == 200)
  }

  @Test func showsAnnotationsThatAreNotSaved() async throws {
    let document = try document()
    let page = document.pageIDs[0]
    let renderer = PageRenderer(document, options: .forTests)
    #expect(pixel(try await renderer.image(of: page, scale: 1), 50, 100) == 0xFFFF_FFFF)
    let square = AnnotationContent.rectangle(PageRect(x: 30, y: 80, width: 40, height: 40))
    try document.add(Annotation(square, style: AnnotationStyle(color: .blue, fill: .blue)), to: page)
    #expect(pixel(try await renderer.image(of: page, scale: 1), 50, 100) == 0xFF00_00FF)
  }

  @Test func readsTheFileWhileNothingIsUnsaved() async throws {
    let folder = try TemporaryFolder()
    let document = try PDFDocument.openAndWait(folder.file("document.pdf", Self.pdf))
    let renderer = PageRenderer(document, options: .forTests)
    #expect(try await renderer.image(of: document.pageIDs[0], scale: 1).width == 100)
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    try document.saveAndWait()
    #expect(try await renderer.image(of: document.pageIDs[0], scale: 1).width == 200)
  }

  @Test func refusesWhatCannotBe() async throws {
    let document = try document()
    let renderer = PageRenderer(document, options: .forTests)
    await #expect(throws: PDFError.self) { try await renderer.image(of: PageID(number: 9), scale: 1) }
    await #expect(throws: PDFError.self) { try await renderer.image(of: document.pageIDs[0], scale: .nan) }
    await #expect(throws: PDFError.self) { try await renderer.image(of: document.pageIDs[0], width: 0) }
    await #expect(throws: PDFError.self) { try await renderer.image(of: document.pageIDs[0], width: .max) }
  }

  @Test func aCancelledPageIsNotRendered() async throws {
    let document = try document()
    let renderer = PageRenderer(document, options: .forTests)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await renderer.image(of: document.pageIDs[0], scale: 1)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func manyTasksMayAsk() async throws {
    let document = try document()
    let renderer = PageRenderer(document, options: .forTests)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<40 {
        group.addTask { try await renderer.image(of: document.pageIDs[number % 2], scale: 1).width }
      }
      for try await width in group { #expect(width == 100) }
    }
  }
}
