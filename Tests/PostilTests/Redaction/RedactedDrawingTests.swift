import Foundation
import PostilTestSupport
import Testing

@testable import Postil
@testable import PostilFile

/// Drawings and images that lie in areas in part.
@Suite struct RedactedDrawingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  struct Result {
    let document: PDFDocument
    let report: RedactionReport
    let text: String

    func has(_ part: String) -> Bool { text.contains(part) }
  }

  func page(
    _ content: String, _ resources: String = "", _ more: (inout PDFBuilder) -> Void = { _ in }
  )
    -> Data
  {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<<\(resources)>>>>", as: 3)
    builder.addStream(content, as: 4)
    more(&builder)
    return builder.data()
  }

  /// Redacts an area, and leaves it as it is then.
  func redact(_ data: Data, _ rect: PageRect) async throws -> Result {
    let document = try PDFDocument(data: data)
    let url = folder.url.appendingPathComponent("out.pdf")
    let redaction = Redaction([.init(rect, on: document.pageIDs[0], fill: nil)])
    let report = try await document.redact(redaction, to: url)
    let check = try Tool.qpdfCheck(url)
    #expect(check.status == 0, "\(check.output)")
    let plain = folder.url.appendingPathComponent("out.qdf")
    _ = try Tool.run("qpdf", ["--qdf", "--object-streams=disable", url.path, plain.path])
    return Result(
      document: try PDFDocument.openAndWait(url), report: report,
      text: String(decoding: try Data(contentsOf: plain), as: UTF8.self))
  }

  /// The largest difference between two pictures of a page outside of an area, and from what is in the area now; `nil`: that
  /// does not matter.
  func difference(
    _ data: Data, _ result: Result, _ rect: PageRect, insideIs inside: Int? = 255
  ) async throws -> Int {
    let document = try PDFDocument(data: data)
    let before = try await PageRenderer(document).image(of: document.pageIDs[0], scale: 2)
    let after = try await PageRenderer(result.document).image(of: result.document.pageIDs[0], scale: 2)
    var most = 0
    before.withPixels { old in
      after.withPixels { new in
        for y in 0..<before.height {
          for x in 0..<before.width {
            // A pixel on the edge is half in the area.
            let point = PagePoint(x: (Double(x) + 0.5) / 2, y: 200 - (Double(y) + 0.5) / 2)
            let isOutside = !rect.insetBy(-0.5).contains(point)
            guard isOutside || (inside != nil && rect.insetBy(0.5).contains(point)) else { continue }
            for part in 0..<3 {
              let place = y * before.bytesPerRow + x * 4 + part
              most = max(most, abs((isOutside ? Int(old[place]) : inside ?? 255) - Int(new[place])))
            }
          }
        }
      }
    }
    return most
  }

  private static let area = PageRect(x: 50, y: 80, width: 60, height: 40)

  /// Numbers with which no coordinate outside of the area is written.
  private static let drawings = [
    // Letters in outline: one path, one letter in the area.
    "71.125 85 m 80.125 115 l 90.125 85 l h 20 30 m 30 60 l 40 30 l h f",
    "71.125 85 m 80.25 130 l 90.125 85 l h 20 30 m 30 60 l 40 30 l h f*",
    // Curves that come in and go out, around nothing and around all of it.
    "0.2 0.4 0.9 rg 20 20 m 70.125 150.125 80.125 90.125 180 30 c f",
    "10 10 m 190 10 l 190 190 l 10 190 l h 60.125 90.125 m 100.125 90.125 l 100.125 100.125 l h f*",
    "1 0.5 0 rg 10 10 m 190 10 l 190 190 l 10 190 l h 60.125 90.125 m 60.125 100.125 l 100.125 95.125 l h f",
    "30 60 m 150 60 l 90.125 100.125 l 30 140 l 150 140 l 90.125 99.125 l h f",
    // Strokes at a slant, closed, dashed, thick ones with long mitres.
    "3 w 0 0.6 0 RG 10 10 m 90.125 100.125 l 190 20 l S",
    "6 w 1 j 0 0.6 0 RG 30 30 m 90.125 100.125 l 30 170 l s",
    "2 w [9 4] 3 d 10 10 m 90.125 100.125 l 190 20 l S",
    "4 w 1 0 0 rg 0 0 1 RG 30 100 m 100.125 100.125 l 100.25 30 l b",
    // In another space.
    "q 0.01 0 0 -0.02 20 180 cm 0 0 m 16000 0 l 7012.5 4012.5 l h f Q",
  ]

  @Test(arguments: drawings)
  func whatLiesInAnAreaIsCutOff(drawing: String) async throws {
    let data = page(drawing)
    let result = try await redact(data, Self.area)
    #expect(!result.has(".125") && !result.has("12.5"), "\(result.text)")
    #expect(result.report.paths == 1)
    // Curves are lines now, and antialiasing is a matter of where lines begin.
    #expect(try await difference(data, result, Self.area) <= 24)
  }

  /// Its corner reaches over the edge of the area, its line does not.
  @Test func aLineInAnAreaGoesWithItsMitre() async throws {
    let data = page("5 w 10 M 60.125 90.125 m 104.125 100.125 l 60.125 101.125 l S")
    let result = try await redact(data, Self.area)
    #expect(!result.has(".125") && result.report.paths == 1)
  }

  @Test func aClipThatTellsAShapeIsCutOffToo() async throws {
    let data = page(
      "q 71.125 85 m 80.125 115 l 90.125 85 l h W n 0 1 0 rg 0 0 200 200 re f Q "
        + "q 30 30 m 90.125 100.125 l 30 170 l h W* n 0 0 1 rg 0 0 200 200 re f Q")
    let result = try await redact(data, Self.area)
    #expect(!result.has(".125"), "\(result.text)")
    #expect(try await difference(data, result, Self.area) <= 24)
  }

  @Test func aFrameAroundAnAreaIsNotTouched() async throws {
    let result = try await redact(page("2 w 10 10 180 180 re S"), Self.area)
    #expect(result.has("10 10 180 180 re") && result.report.paths == 0)
  }

  // MARK: - Meshes

  /// Triangles of their own, 20 points wide each, from left to right, in red.
  private func triangles(_ count: Int) -> [UInt8] {
    var result: [UInt8] = []
    func append(_ value: Int) {
      let scaled = value * 65535 / 200
      result += [UInt8(scaled >> 8), UInt8(scaled & 0xFF)]
    }
    for index in 0..<count {
      for (x, y) in [(0, 90), (20, 90), (10, 110)] {
        result.append(0)
        append(20 * index + x)
        append(y)
        result += [255, 0, 0]
      }
    }
    return result
  }

  private static let mesh =
    "/ShadingType 4/ColorSpace/DeviceRGB/BitsPerCoordinate 16/BitsPerComponent 8/BitsPerFlag 8/Decode[0 200 0 200 0 1 0 1 0 1]"

  /// What a mesh shows in an area goes, what it shows elsewhere stays.
  @Test(arguments: [false, true])
  func piecesOfMeshesGo(_ isPattern: Bool) async throws {
    let rect = PageRect(x: 62, y: 80, width: 36, height: 40)
    let data =
      isPattern
      ? page("/Pattern cs /P scn 0 0 200 200 re f", "/Pattern<</P 5 0 R>>") {
        $0.add("<</PatternType 2/Shading 6 0 R>>", as: 5)
        $0.addStream(bytes: triangles(10), dictionary: Self.mesh, as: 6)
      }
      : page("/M sh", "/Shading<</M 6 0 R>>") {
        $0.addStream(bytes: triangles(10), dictionary: Self.mesh, as: 6)
      }
    let result = try await redact(data, rect)
    #expect(result.report.paths >= 1)
    // Of the ten two stand in the area.
    let out = try Data(contentsOf: folder.url.appendingPathComponent("out.pdf"))
    let store = try FileStore(.data(out), password: nil, options: OpenOptions(access: .memory))
    let meshes = try (1..<30).compactMap { number -> [UInt8]? in
      let id = ObjectID(number: number)
      guard store.graph.object(id).dictionary?["ShadingType"] != nil else { return nil }
      return try store.graph.decodedStream(id, limit: 1 << 20)
    }
    #expect(meshes.count == 1 && meshes.first?.count == 8 * 24)
    #expect(
      try await difference(data, result, PageRect(x: 59, y: 80, width: 42, height: 40), insideIs: nil) <= 2)
  }

  @Test func meshesThatCannotBeReadGo() async throws {
    let data = page("/M sh", "/Shading<</M 6 0 R>>") {
      $0.addStream("SECRETNAME", dictionary: "/ShadingType 7/ColorSpace/Odd/BitsPerCoordinate 16", as: 6)
    }
    let result = try await redact(data, PageRect(x: 62, y: 80, width: 36, height: 40))
    #expect(result.report.paths == 1 && !result.has("SECRETNAME"))
  }

  // MARK: - Functions of the place

  /// A shading of samples, of 100 × 100 points from (50, 50).
  private func picture(_ content: String, _ resources: String) -> Data {
    page(content, resources) {
      $0.add(
        "<</ShadingType 1/ColorSpace/DeviceGray/Domain[0 1 0 1]/Matrix[100 0 0 100 50 50]/Function 6 0 R>>",
        as: 5)
      $0.addStream(
        "SECRET", dictionary: "/FunctionType 0/Domain[0 1 0 1]/Range[0 1]/Size[2 3]/BitsPerSample 8", as: 6)
      $0.add("<</PatternType 2/Shading 5 0 R>>", as: 7)
    }
  }

  @Test func samplesOfAShadingInsideAnAreaGo() async throws {
    let (area, shading) = (PageRect(x: 40, y: 40, width: 120, height: 120), "/Shading<</S 5 0 R>>")
    let whole = try await redact(picture("/S sh", shading), area)
    #expect(!whole.has("SECRET") && whole.report.paths == 1)
    let clipped = try await redact(
      picture("60 60 10 10 re W n /S sh", shading), PageRect(x: 59, y: 59, width: 12, height: 12))
    #expect(!clipped.has("SECRET"))
    let elsewhere = try await redact(picture("/S sh", shading), PageRect(x: 0, y: 0, width: 20, height: 20))
    #expect(elsewhere.has("SECRET"))
  }

  @Test(arguments: [
    ("/S sh", "/Shading<</S 5 0 R>>"), ("/Pattern cs /P scn 60 60 20 20 re f", "/Pattern<</P 7 0 R>>"),
  ])
  func samplesOfAShadingOfWhichAnAreaCoversAPartAreRefused(content: String, resources: String) async throws {
    let error = await #expect(throws: PDFError.self) {
      try await redact(picture(content, resources), PageRect(x: 55, y: 55, width: 40, height: 40))
    }
    #expect(error?.code == .unsupported)
  }
}
