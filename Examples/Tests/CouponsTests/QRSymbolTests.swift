import Foundation
import Testing

@testable import Coupons

@Suite struct QRSymbolTests {
  @Test func theSmallestSymbolIsTaken() throws {
    #expect(try QRSymbol("HELLO WORLD", level: .low).width == 21)
    #expect(try QRSymbol("12345678901234567890", level: .high).width == 25)
    #expect(try QRSymbol("Привет", level: .medium).width == 21)
  }

  @Test func theFinderPatternsStandAtThreeCorners() throws {
    let symbol = try QRSymbol("https://coupons.example/A1")
    for (column, row) in [(0, 0), (symbol.width - 7, 0), (0, symbol.width - 7)] {
      let ring = (0..<7).allSatisfy { symbol.isDark(column + $0, row) && symbol.isDark(column, row + $0) }
      #expect(ring && !symbol.isDark(column + 1, row + 1) && symbol.isDark(column + 3, row + 3))
    }
    #expect(!symbol.isDark(-1, 0) && !symbol.isDark(0, symbol.width))
  }

  @Test func whatDoesNotFitIsAnError() throws {
    #expect(throws: CouponError.self) { try QRSymbol("") }
    #expect(message { _ = try QRSymbol(String(repeating: "ä", count: 2_000)) }.contains("too long"))
    #expect(try QRSymbol(String(repeating: "x", count: 2_900), level: .low).width == 177)
  }

  @Test(arguments: ["A1", "https://coupons.example/HC-1234-567", "ä ö ü ß 王"])
  func theOutlinesFilledByTheEvenOddRuleAreTheSymbol(text: String) throws {
    let symbol = try QRSymbol(text)
    let outlines = symbol.outlines
    for row in 0..<symbol.width {
      for column in 0..<symbol.width {
        // How many upright sides are to the left of the middle of the module.
        var crossings = 0
        for outline in outlines {
          for (a, b) in zip(outline, outline.dropFirst() + outline.prefix(1)) where a.column == b.column {
            if a.column <= column, min(a.row, b.row) <= row, row < max(a.row, b.row) { crossings += 1 }
          }
        }
        #expect((crossings % 2 == 1) == symbol.isDark(column, row), "\(column), \(row)")
      }
    }
    // No side goes on straight into the next but where an outline begins.
    let corners = outlines.reduce(0) { $0 + $1.count }
    #expect(corners < symbol.width * symbol.width * 2)
  }
}
