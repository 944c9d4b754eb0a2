import Foundation
import Postil
import PostilLayout
import PostilTestSupport
import Testing

@Suite struct FigureTests {
  private static func picture(_ width: Double, _ height: Double) throws -> Picture {
    let image = try Appearance.Image(
      SampleImage.png(width: Int(width), height: Int(height)) { _, _ in [9, 9, 9, 255] })
    return Picture(image, alternative: "A picture")
  }

  @Test func picturesStandAmongLetters() async throws {
    let mark = Picture(Appearance(), size: PageSize(width: 12, height: 8), alternative: "a mark")
    let document = LayoutDocument(title: "T", language: "en") {
      Paragraph("before \(mark) behind, and \(.picture(mark).link(to: "https://example.com"))")
    }
    let reading = try await LayoutReading(document, conformingTo: [.pdfA3b, .pdfUA1])
    #expect(reading.types == ["Document", "P", "Figure", "Link", "Figure"])
    #expect(reading.elements("Figure").allSatisfy { $0.alternateText == "a mark" })
    let (before, behind) = (try #require(reading.box("before")), try #require(reading.box("behind")))
    #expect(behind.minX - before.maxX > 12 && abs(behind.minY - before.minY) < 1)
    #expect(try reading.document.conformityAndWait().findings.isEmpty)
    for wrong in [mark.caption("Caption"), mark.aligned(.right)] {
      let error = #expect(throws: PDFError.self) {
        try LayoutDocument { Paragraph(.picture(wrong)) }.dataAndWait()
      }
      #expect(error?.code == .invalidArgument && error?.message.contains("FigureTests.swift") == true)
    }
  }

  @Test func captionsStandWhereTheirPicturesStand() async throws {
    for (alignment, place) in [(TextAlignment.left, 0.0), (.center, 0.5), (.right, 1)] {
      let document = LayoutDocument {
        Picture(Appearance(), size: PageSize(width: 100, height: 50), alternative: "A picture").caption(
          "Caption"
        )
        .aligned(alignment)
      }
      let box = try #require(try await LayoutReading(document).box("Caption"))
      let room = PageSize.a4.width - 112 - box.width
      // Slanted letters hang over.
      #expect(abs(box.minX - 56 - room * place) < 3, "\(alignment)")
    }
  }

  @Test func figuresOfARowAreEquallyHighWithCaptionsOnOneLine() async throws {
    let (wide, high) = (try Self.picture(400, 200), try Self.picture(200, 400))
    let document = LayoutDocument(title: "Row", language: "en") {
      FigureRow(gap: 10) {
        wide.caption("one")
        high.caption("two")
      }
      Paragraph("behind")
    }
    let reading = try await LayoutReading(document, conformingTo: [.pdfA3b, .pdfUA1])
    let figures = reading.elements("Figure")
    #expect(figures.count == 2 && figures.allSatisfy { $0.alternateText == "A picture" })
    #expect(reading.elements("Caption").map(\.text) == ["one", "two"])
    let images = try reading.document.imagesAndWait()
    let boxes = images.flatMap(\.places).map(\.bounds).sorted { $0.minX < $1.minX }
    try #require(boxes.count == 2)
    #expect(abs(boxes[0].height - boxes[1].height) < 0.1 && abs(boxes[0].minY - boxes[1].minY) < 0.1)
    #expect(abs(boxes[1].minX - boxes[0].maxX - 10) < 0.1)
    #expect(abs(boxes[1].maxX - boxes[0].minX - (PageSize.a4.width - 112)) < 0.1)
    let (one, two) = (try #require(reading.box("one")), try #require(reading.box("two")))
    #expect(abs(one.minY - two.minY) < 0.1 && abs(two.minX - boxes[1].minX) < 2)
    #expect(one.maxY < boxes[0].minY + 3)
    #expect(try #require(reading.box("behind")).maxY < one.minY)
  }

  @Test func smallFiguresStaySmallAndBarcodesComeIn() async throws {
    let small = try Self.picture(40, 20)
    let document = LayoutDocument {
      FigureRow(alignment: .center) {
        small
        Barcode("text", .qr, width: 60).caption("scan")
      }
    }
    let reading = try await LayoutReading(document)
    let box = try #require(try reading.document.imagesAndWait().flatMap(\.places).first?.bounds)
    #expect(abs(box.width - 30) < 0.1 && abs(box.height - 15) < 0.1)
    #expect(reading.pages[0].string.contains("scan"))
  }

  @Test func whatIsTooWideIsRefusedWithItsPlace() {
    func message(_ row: FigureRow) -> String {
      #expect(throws: PDFError.self) { try LayoutDocument { row }.dataAndWait() }?.message ?? ""
    }
    let line = #line + 1
    let wide = FigureRow {
      for _ in 0..<3 { Picture(Appearance(), size: PageSize(width: 300, height: 10), alternative: "wide") }
    }
    #expect(message(wide).contains("FigureTests.swift:\(line)") && message(wide).contains("924 points wide"))
    #expect(message(FigureRow {}).contains("1 to 20 figures"))
    let silent = message(
      FigureRow { Picture(Appearance(), size: PageSize(width: 3, height: 1), alternative: "") })
    #expect(silent.contains("alternative text is empty"))
  }
}
