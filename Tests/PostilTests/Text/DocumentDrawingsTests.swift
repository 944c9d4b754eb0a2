import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// Drawings of pages as they are now.
@Suite struct DocumentDrawingsTests {
  private func document(_ contents: [String], filter: String = "") throws -> PDFDocument {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[3 0 R]/D<</OFF[3 0 R]>>>>>>", as: 1)
    let kids = contents.indices.map { "\(2 * $0 + 10) 0 R" }.joined(separator: " ")
    builder.add(
      "<</Type/Pages/Count \(contents.count)/Kids[\(kids)]/MediaBox[0 0 200 200]/Resources<</Properties<</L 3 0 R>>>>>>",
      as: 2)
    builder.add("<</Type/OCG/Name(Layer)>>", as: 3)
    for (index, content) in contents.enumerated() {
      builder.add("<</Type/Page/Parent 2 0 R/Contents \(2 * index + 11) 0 R>>", as: 2 * index + 10)
      builder.addStream(
        content, dictionary: content.isEmpty ? "/Filter/NoSuchDecode" : "", as: 2 * index + 11)
    }
    return try PDFDocument(data: builder.data())
  }

  @Test func pagesAreReadOneByOne() async throws {
    let document = try document(["0 0 9 9 re f", "", "0 0 m 9 9 l S"])
    let pages = document.pageIDs
    #expect(
      try await document.drawings(on: pages[0]).map(\.rect) == [PageRect(x: 0, y: 0, width: 9, height: 9)])
    let damaged = await #expect(throws: PDFError.self) { try await document.drawings(on: pages[1]) }
    #expect(damaged?.code == .damaged && damaged?.pageIndex == 1)
    #expect(try await document.drawings(on: pages[2]).first?.line?.end == PagePoint(x: 9, y: 9))
    let unknown = await #expect(throws: PDFError.self) { try await document.drawings(on: PageID(number: 99)) }
    #expect(unknown?.code == .pageOutOfRange)
    let blank = try document.insertBlankPage(width: 100, height: 100, at: 0)
    #expect(try await document.drawings(on: blank).isEmpty)
  }

  @Test func layersAreThoseThatAreRead() async throws {
    let document = try document(["/OC /L BDC 0 0 9 9 re f EMC"])
    let page = document.pageIDs[0]
    #expect(try await document.drawings(on: page).isEmpty)
    let layer = try #require(try document.layers.first?.id)
    document.readingLayers = LayerVisibility([layer: true])
    #expect(try await document.drawings(on: page).count == 1)
  }

  @Test func annotationsAreAsTheyAreNow() async throws {
    let document = try document(["0 0 9 9 re f"])
    let page = document.pageIDs[0]
    let style = AnnotationStyle(color: .red, lineWidth: 2)
    let annotation = Annotation(
      .rectangle(PageRect(x: 50, y: 50, width: 40, height: 30)), style: style)
    try document.add(annotation, to: page)
    let found = try await document.drawings(on: page)
    #expect(found.map(\.isInAnnotation) == [false, true] && found.last?.stroke?.color == .red)
    #expect(found.last?.stroke?.width == 2)
    try document.remove(annotation.id, from: page)
    #expect(try await document.drawings(on: page).count == 1)
    try document.draw(
      Appearance(items: [.init(path: .circle(around: PagePoint(x: 100, y: 100), radius: 10), fill: .blue)]),
      on: page)
    let drawn = try await document.drawings(on: page)
    #expect(drawn.map { $0.fill?.color } == [.black, .blue] && drawn.allSatisfy { !$0.isInAnnotation })
    let bounds = try #require(drawn.last?.bounds)
    #expect(abs(bounds.minX - 90) < 0.1 && abs(bounds.width - 20) < 0.1)
  }

  @Test func anotherSizeScalesThem() async throws {
    let document = try document(["4 w 50 50 100 100 re S"])
    let page = document.pageIDs[0]
    try await document.resizePages([page], to: PageSize(width: 100, height: 100))
    let drawing = try #require(try await document.drawings(on: page).first)
    #expect(drawing.rect == PageRect(x: 25, y: 25, width: 50, height: 50) && drawing.stroke?.width == 2)
    _ = try document.undo()
    #expect(try await document.drawings(on: page).first?.stroke?.width == 4)
  }
}
