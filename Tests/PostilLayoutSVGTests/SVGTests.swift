import Foundation
import Postil
import PostilLayout
import PostilLayoutSVG
import PostilTestSupport
import Testing

@Suite struct SVGTests {
  private func svg(_ content: String, _ size: String = "width=\"96\" height=\"48\"") -> Data {
    Data(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \(size)>\(content)</svg>"
        .utf8)
  }

  private func made(_ picture: Picture) throws -> PDFDocument {
    try PDFDocument(
      data: LayoutDocument(title: "A drawing", language: "en") { picture }
        .dataAndWait(conformingTo: [.pdfA3b, .pdfUA1]))
  }

  @Test func aDrawingIsAFigureWithoutFonts() async throws {
    let data = svg(
      "<rect width=\"50\" height=\"20\" fill=\"red\"/><text y=\"40\" font-family=\"DejaVu Sans\">Words</text>"
    )
    let document = try made(Picture(svg: data, alternative: "A red box"))
    var figures: [String?] = []
    try await document.structure(from: .tags).forEach { element, _ in
      if element.role == "Figure" { figures.append(element.alternateText) }
    }
    #expect(figures == ["A red box"])
    // Its letters are paths.
    #expect(try await document.fonts().isEmpty)
  }

  @Test(arguments: [
    ("width=\"96\" height=\"48\"", 72.0), ("viewBox=\"0 0 400 200\"", 300),
    ("width=\"2in\" height=\"1in\"", 144),
    ("width=\"9600\" height=\"9600\"", 483.3),
  ])
  func itIsAsWideAsItSays(size: String, width: Double) async throws {
    // Where a page is narrower it is made smaller: A4 between its margins.
    let document = try made(Picture(svg: svg("<rect width=\"50%\" height=\"50%\"/>", size), alternative: "x"))
    var widths: [Double] = []
    try await document.structure(from: .tags).forEach { element, _ in
      guard let box = element.attributes["Layout"]?["BBox"] else { return }
      let numbers = "\(box)".matches(of: /[0-9.]+/).compactMap { Double($0.output) }
      if numbers.count == 4 { widths.append(numbers[2] - numbers[0]) }
    }
    #expect(widths.count == 1 && abs((widths.first ?? 0) - width) < 0.1, "\(widths)")
  }

  @Test func otherFilesAreNotRead() throws {
    let folder = try TemporaryFolder()
    let image = SampleImage.png(width: 2, height: 2) { _, _ in [200, 0, 0, 255] }
    let file = try folder.file("a.png", image)
    func size(_ address: String) throws -> Int {
      let data = svg("<image xlink:href=\"\(address)\" width=\"10\" height=\"10\"/>")
      return try LayoutDocument { Picture(svg: data, alternative: "x") }.dataAndWait().count
    }
    let without = try size("")
    #expect(try abs(size(file.absoluteString) - without) < 20 && abs(size(file.path) - without) < 20)
    #expect(try size("data:image/png;base64,\(image.base64EncodedString())") > without + 100)
  }

  @Test func whatIsNoDrawingIsAnError() throws {
    for data in [Data(), Data("text".utf8), svg("", ""), svg("<g>"), svg("", "width=\"1e9\" height=\"1\"")] {
      #expect(throws: PDFError.self) {
        try LayoutDocument {
          Paragraph("x")
          Picture(svg: data, alternative: "x")
        }.dataAndWait()
      }
    }
    let none = URL(fileURLWithPath: "/nowhere/a.svg")
    #expect(throws: PDFError.self) {
      try LayoutDocument { Picture(svgContentsOf: none, alternative: "x") }.dataAndWait()
    }
  }
}
