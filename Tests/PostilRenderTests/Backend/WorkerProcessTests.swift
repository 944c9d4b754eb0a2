import Foundation
import PostilModel
import PostilTestSupport
import PostilRenderProtocol
import Testing

@testable import PostilRender

@Suite struct WorkerProcessTests {
  private static let red: UInt32 = 0xFFFF_0000
  private static let white: UInt32 = 0xFFFF_FFFF
  /// A red rectangle, 20 × 30 points, its lower left corner at 10, 50.
  private static let square = "1 0 0 rg 10 50 20 30 re f"

  private func file(_ page: TestPDF.Page) throws -> TestWorker {
    try TestWorker(TestPDF.data([page]))
  }

  @Test(arguments: [1, 2, 3])
  func aSquareIsWhereItBelongs(scale: Int) throws {
    let image = try file(.init(content: Self.square)).image(ofPage: 0, scale: Double(scale), size: (100, 200))
    #expect(image.width == 100 * scale && image.height == 200 * scale)
    #expect(image.box(of: Self.red) == [10, 120, 30, 150].map { $0 * scale })
    #expect(image.pixel(0, 0) == Self.white)
  }

  @Test(arguments: [
    (0, [10, 120, 30, 150]), (90, [50, 10, 80, 30]), (180, [70, 50, 90, 80]), (270, [120, 70, 150, 90]),
  ])
  func rotationIsHeeded(degrees: Int, expected: [Int]) throws {
    let page = TestPDF.Page(entries: "/MediaBox [0 0 100 200] /Rotate \(degrees)", content: Self.square)
    let image = try file(page).image(ofPage: 0, scale: 1, size: degrees % 180 != 0 ? (200, 100) : (100, 200))
    #expect(image.box(of: Self.red) == expected)
  }

  @Test func theCropBoxIsWhatIsShown() throws {
    let page = TestPDF.Page(
      entries: "/MediaBox [-50 -50 150 250] /CropBox [-10 40 60 140]", content: Self.square)
    let image = try file(page).image(ofPage: 0, scale: 2, size: (70, 100))
    #expect(image.width == 140 && image.height == 200)
    #expect(image.box(of: Self.red) == [40, 120, 80, 180])
  }

  @Test func annotationsAreDrawn() throws {
    let data = TestPDF.data([.init()]) { builder in
      let form = builder.addStream(
        Self.square, dictionary: "/Type/XObject/Subtype/Form/BBox [10 50 30 80]/Resources<<>>")
      let ink = builder.add("<</Type/Annot/Subtype/Ink/Rect [10 50 30 80]/F 4/AP<</N \(form) 0 R>>>>")
      return "/Annots [\(ink) 0 R]"
    }
    let image = try TestWorker(data).image(ofPage: 0, scale: 1, size: (100, 200))
    #expect(image.box(of: Self.red) == [10, 120, 30, 150])
  }

  @Test func partsOfPixelsCountAsWhole() throws {
    let image = try file(.init(entries: "/MediaBox [0 0 10.2 20]")).image(
      ofPage: 0, scale: 1, size: (10.2, 20))
    #expect(image.width == 11 && image.height == 20)
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e300, 200])
  func scalesThatCannotBeAreRefused(scale: Double) throws {
    let file = try file(.init())
    let error = #expect(throws: PDFError.self) { try file.image(ofPage: 0, scale: scale) }
    #expect(error?.code == .invalidArgument)
  }

  @Test func theLargestScaleIsNamedAndWorks() throws {
    let size = try ImageSize(width: 10, height: 2000, scale: 16.38)
    #expect(size.height <= ImageSize.maximumSide)
    let error = #expect(throws: PDFError.self) { try ImageSize(width: 10, height: 2000, scale: 16.4) }
    #expect(error?.message.contains("up to 16.38.") == true)
    let area = #expect(throws: PDFError.self) { try ImageSize(width: 2000, height: 2000, scale: 9) }
    #expect(area?.message.contains("up to 8.19.") == true)
  }

  @Test func pagesThatAreNotThereAreRefused() throws {
    let file = try file(.init())
    for index in [-1, 1, .max] {
      let error = #expect(throws: PDFError.self) { try file.image(ofPage: index, scale: 1) }
      #expect(error?.code == .pageOutOfRange)
    }
  }

  @Test func whatIsNotPDFIsRefused() {
    for data in [Data("no PDF".utf8), Data()] {
      let error = #expect(throws: PDFError.self) { try TestWorker(data) }
      #expect(error?.code == .damaged || error?.code == .cannotRead)
    }
  }

  @Test func theFileIsHandedOverAsADescriptor() throws {
    let folder = try TemporaryFolder()
    let data = TestPDF.data([.init(content: Self.square), .init()])
    let url = try folder.file("ein Blatt #1 ü.pdf", data)
    let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    // The bytes are another document: it is the file that is drawn.
    let other = NSData(data: Data(count: data.count))
    let source = RenderSource(
      UnsafeRawBufferPointer(start: other.bytes, count: other.length), keptBy: Owner(other), url: url
    ) { descriptor }
    let worker = try TestWorker(source)
    #expect(try worker.image(ofPage: 0, scale: 1, size: (100, 200)).box(of: Self.red) == [10, 120, 30, 150])
    #expect(try worker.image(ofPage: 1, scale: 1, size: (100, 200)).box(of: Self.red) == nil)
  }

  private final class Owner: @unchecked Sendable {
    let bytes: NSData
    init(_ bytes: NSData) { self.bytes = bytes }
  }
}
