import Foundation
import Postil
import PostilTestSupport
import Testing

@testable import PostilLayout

@Suite struct BarcodeTests {
  private func symbol(_ text: String, _ kind: BarcodeKind, quiet: Bool = false, shows: Bool = true) throws
    -> BarcodeSymbol
  {
    try BarcodeSymbol(
      kind, Array(text.utf8), isText: true, .medium, height: 0, hasQuietZone: quiet, showsText: shows)
  }

  @Test func lengthsAreInModules() throws {
    // ISO/IEC 18004: 21 modules, and 4 at each side; ISO/IEC 15420: 95.
    #expect(try symbol("HELLO", .qr).width == 21)
    #expect(try BarcodeSymbol("HELLO", .qr).width == 29)
    #expect(try BarcodeSymbol(data: Data(repeating: 1, count: 100), .qr, correction: .high).width > 57)
    let quiet = try symbol("HELLO", .qr, quiet: true)
    #expect(
      quiet.width == 29 && quiet.height == 29 && quiet.bars.allSatisfy { $0.minX >= 4 && $0.maxX <= 25 })
    let article = try symbol("4006381333931", .ean13, shows: false)
    #expect(article.bars.map(\.maxX).max().map { $0 - (article.bars.map(\.minX).min() ?? 0) } == 95)
  }

  @Test func theFinderPatternIsThere() throws {
    let symbol = try symbol("HELLO", .qr)
    func isDark(_ x: Int, _ y: Int) -> Bool {
      symbol.bars.contains { $0.contains(PagePoint(x: Double(x) + 0.5, y: Double(y) + 0.5)) }
    }
    for y in 0..<7 {
      for x in 0..<7 {
        let ring = max(abs(x - 3), abs(y - 3))
        #expect(isDark(x, y) == (ring != 2), "\(x), \(y)")
        #expect(isDark(20 - x, y) == (ring != 2) && isDark(x, 20 - y) == (ring != 2))
      }
    }
    // The left side of a ring is one rectangle.
    #expect(symbol.bars.contains { $0.minX == 0 && $0.width == 1 && $0.height == 5 })
  }

  @Test func digitsStandBelowBars() throws {
    let lines = try symbol("400638133393", .ean13).lines
    #expect(lines.map(\.text) == ["4", "006381", "333931"])
    #expect(try symbol("Code 128", .code128).lines.map(\.text) == ["Code 128"])
    #expect(try symbol("Code 128", .code128, shows: false).lines.isEmpty)
  }

  @Test(arguments: BarcodeKind.allCases) func allKindsAreMade(kind: BarcodeKind) throws {
    let text =
      switch kind {
      case .ean13, .isbn: "9783161484100"
      case .ean8: "9638507"
      case .upcA: "03600029145"
      case .upcE: "012345"
      case .itf14: "1234567890123"
      case .codabar: "A123B"
      case .gs1_128: "(01)09521234543213"
      default: "12345678"
      }
    let document = LayoutDocument(title: "Code", language: "en") { Barcode(text, kind, width: 120) }
    let made = try document.dataAndWait(conformingTo: [.pdfA3b, .pdfUA1])
    #expect(try PDFDocument(data: made).pageCount == 1)
  }

  @Test func barcodesSayWhatTheyAre() async throws {
    let document = LayoutDocument {
      Barcode("a\nb", .qr).caption("The code")
      Barcode(data: Data([1, 2, 3]), .dataMatrix)
      Barcode("x", .aztec, alternative: "My code")
      Barcode("y", .code39, alternative: .decorative)
    }
    var alternatives: [String?] = []
    try await PDFDocument(data: document.dataAndWait()).structure().forEach { element, _ in
      if element.role == "Figure" { alternatives.append(element.alternateText) }
    }
    #expect(alternatives == ["QR code: a b", "Data Matrix code of 3 bytes", "My code"])
  }

  @Test(arguments: [
    ("4006381333930", BarcodeKind.ean13, "check digit"), ("400638", .ean13, "12 to 13 digits"),
    ("", .qr, "no data"),
    ("ä€", .code39, "character"), ("(01)123", .gs1_128, "length"),
  ])
  func whatDoesNotFitIsAnError(text: String, kind: BarcodeKind, reason: String) {
    do {
      // Something stands on the page already.
      _ = try LayoutDocument {
        Paragraph("x")
        Barcode(text, kind)
      }.dataAndWait()
      Issue.record("It was made.")
    } catch { #expect(error.message.localizedCaseInsensitiveContains(reason), "\(error.message)") }
  }

  @Test func sizesAreChecked() {
    let long = String(repeating: "x", count: 3_000)
    for barcode in [
      Barcode(long, .qr), Barcode(String(repeating: "x", count: 20_000), .qr),
      Barcode("a", .qr, width: 1_000),
      Barcode("a", .qr, width: .nan), Barcode("a", .qr, width: 0), Barcode("a", .code128, height: .infinity),
      Barcode("a", .code128, height: -1),
    ] {
      #expect(throws: PDFError.self) { try LayoutDocument { barcode }.dataAndWait() }
    }
  }

  @Test func barsAreAsHighAsIsWanted() throws {
    func height(_ height: Double) throws -> Double {
      let symbol = try BarcodeSymbol(
        .code128, Array("abc".utf8), isText: true, .medium, height: height, hasQuietZone: true,
        showsText: true)
      return symbol.bars.map(\.height).max() ?? 0
    }
    #expect(try height(20) == 20 && height(60) == 60)
  }
}
