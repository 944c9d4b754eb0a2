import Foundation
import PostilModel
import PostilRenderProtocol
import PostilTestSupport
import Testing

@testable import PostilRender

/// Splash in workers that are shut in.
@Suite struct SplashTests {
  private static func page(_ worker: TestWorker, _ renderer: Renderer, inCMYK: Bool = false) throws
    -> PageImage
  {
    var key = PageRenderKey(index: 0, renderer: renderer)
    key.blendsInCMYK = inCMYK
    return try worker.carryOut(.page(PageArea(wholePage: key, width: 200, height: 100, scale: 2))).image()
  }

  /// Calls `body`; a renderer that was built without Splash is to say so.
  private static func unlessMissing(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as PDFError where error.code == .unsupported {
      #expect(error.message.contains("libpoppler-private-dev"))
    }
  }

  /// Fonts of the system, images and compressed streams are read through the walls, and with and without what changes poppler.
  @Test(arguments: [RemedySet.all, []], [0, 1 << 20]) func whatCairoDrawsIsDrawn(
    remedies: RemedySet, reopenedByteCount: Int
  ) throws {
    var document = PageDocument()
    document.pages[0].mediaBox = [0, 0, 200, 100]
    document.pages[0].content = """
      BT /F 40 Tf 10 60 Td (Ink) Tj /G 40 Tf 0 -50 Td (Ink) Tj ET
      q 60 0 0 60 120 20 cm BI /W 2 /H 2 /BPC 8 /CS /G /F /AHx ID 00FF40C0> EI Q
      """
    document.pages[0].resources = """
      /Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>/G<</Type/Font/Subtype/TrueType/BaseFont/DejaVuSans>>>>
      """
    var options = ProcessOptions()
    (options.remedies, options.reopenedByteCount) = (remedies, reopenedByteCount)
    let worker = try TestWorker(document.data, options: options)
    try Self.unlessMissing {
      let own = try Self.page(worker, .splash)
      #expect(own.renderer == .splash)
      let other = try Self.page(worker, .poppler)
      #expect((own.width, own.height) == (other.width, other.height))
      for (left, top, right, bottom) in [(0, 0, 200, 100), (0, 100, 200, 200), (240, 40, 360, 160)] {
        func ink(_ image: PageImage) -> Int {
          (top..<bottom).reduce(0) { sum, y in
            (left..<right).reduce(sum) { $0 + (image.pixel($1, y) & 0xff < 0x80 ? 1 : 0) }
          }
        }
        let (first, second) = (ink(own), ink(other))
        #expect(second > 100 && abs(first - second) * 5 < second, "\(first), \(second)")
      }
    }
  }

  /// As light and as ink: magenta upon cyan by Screen is violet, or white.
  @Test func colorsAreJoinedAsIsSaid() throws {
    var document = PageDocument()
    document.pages[0].mediaBox = [0, 0, 200, 100]
    document.pages[0].content = "1 0 0 0 k 0 0 200 100 re f /M gs 0 1 0 0 k 50 0 100 100 re f"
    document.pages[0].resources = "/ExtGState<</M<</BM/Screen>>>>"
    let worker = try TestWorker(document.data)
    try Self.unlessMissing {
      let (ink, light) = (try Self.page(worker, .splash, inCMYK: true), try Self.page(worker, .splash))
      #expect(ink.pixel(200, 100) == 0xffff_ffff && light.pixel(200, 100) != 0xffff_ffff)
    }
  }
}
