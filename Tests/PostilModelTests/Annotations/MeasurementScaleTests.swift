import Foundation
import PostilModel
import Testing

@Suite struct MeasurementScaleTests {
  static let scales: [(String, Double)] = [
    ("1 in = 10 ft", 10.0 / 72), ("1in=10ft", 10.0 / 72), ("2 cm = 1 m", 1 / (2 * 72 / 2.54)),
    ("1 pt = 1 pt", 1),
    ("1 mm = 0.5 m", 0.5 * 25.4 / 72), ("1:100", 100 * 0.0254 / 72), ("1:50 mm", 50 * 25.4 / 72),
    ("1 : 12 ft", 12 * 0.0254 / 72 / 0.3048),
  ]

  @Test(arguments: scales) func scalesAreRead(text: String, unitsPerPoint: Double) throws {
    let scale = try #require(MeasurementScale(text))
    #expect(abs(scale.unitsPerPoint - unitsPerPoint) < 1e-12)
  }

  @Test(arguments: [
    "", "1 in", "1 in = ", "= 10 ft", "0 in = 1 ft", "1 in = 0 ft", "-1 in = 1 ft", "1 foot = 1 ft", "1:0 m",
    "1:100 parsec", "a = b", "1 in = 10", "1e400 in = 1 ft", "1 in = 10 ft = 3 m", "nan:1",
  ]) func whatIsNoScaleIsNone(text: String) { #expect(MeasurementScale(text) == nil) }

  @Test func whatIsSetIsBroughtIntoRange() throws {
    var scale = try #require(MeasurementScale("1 in = 10 ft"))
    scale.lengthFormats[0].precision = .decimals(-1)
    #expect(scale.text(length: 90) == "13 ft" || scale.text(length: 90) == "12 ft")
    scale.lengthFormats[0].precision = .decimals(40)
    #expect(scale.text(length: 90) == "12.500000000 ft")
    scale.lengthFormats[0].precision = .fraction(0)
    #expect(!scale.text(length: 90).isEmpty)
    (scale.lengthFormats, scale.areaFormats) = ([], [])
    #expect(scale.lengthFormats.count == 1 && scale.areaFormats.count == 1)
    #expect(!scale.text(length: 90).isEmpty && !scale.text(area: 90).isEmpty)
    // Factors of a file may be so different that a unit is nothing beside another.
    scale.lengthFormats = [
      MeasurementFormat("a"), MeasurementFormat("b", factor: 1e300), MeasurementFormat("c", factor: 1e-300),
    ]
    #expect(!scale.text(length: 72_000).isEmpty)
  }

  @Test func lengthsAndAreasAreWritten() throws {
    let scale = try #require(MeasurementScale("1 in = 10 ft"))
    #expect(scale.text(length: 90) == "12.50 ft" && scale.text(length: 0) == "0.00 ft")
    #expect(scale.text(area: 72 * 72) == "100.00 sq ft" && scale.text(length: 72_000) == "10,000.00 ft")
    #expect(scale.length(36) == 5 && abs(scale.area(72 * 36) - 50) < 1e-9)
    let fine = try #require(MeasurementScale("1 in = 1 in", precision: .fraction(16)))
    #expect(fine.text(length: 72 * 3.5) == "3 1/2 in" && fine.text(length: 72 * 0.0625) == "1/16 in")
    #expect(fine.text(length: 144) == "2 in" && fine.text(length: 72 * 0.999) == "1 in")
    let whole = try #require(MeasurementScale("1 in = 1 m", precision: .decimals(0)))
    #expect(whole.text(length: 72 * 1.5) == "2 m")
    #expect(scale.forPage(userUnit: 2).text(length: 36) == "10.00 ft")
  }

  @Test func severalUnitsCarryOver() {
    let feet = [
      MeasurementFormat("ft"), MeasurementFormat("in", factor: 12, precision: .fraction(8)),
    ]
    let scale = MeasurementScale(ratio: "", unitsPerPoint: 1, lengthFormats: feet, areaFormats: [])
    #expect(scale.text(length: 6.25) == "6 ft 3 in" && scale.text(length: 6 + 3.5 / 12) == "6 ft 3 1/2 in")
    #expect(scale.text(length: 6.9999) == "7 ft 0 in" && scale.text(length: 0.5) == "6 in")
    #expect(scale.text(length: 1234) == "1,234 ft 0 in")
  }

  @Test func formatsSayHowNumbersLook() {
    func text(_ format: MeasurementFormat, _ value: Double) -> String {
      MeasurementScale(ratio: "", unitsPerPoint: 1, lengthFormats: [format], areaFormats: []).text(
        length: value)
    }
    #expect(
      text(MeasurementFormat("m", thousandsSeparator: ".", decimalSeparator: ","), 1234.5) == "1.234,50 m")
    #expect(text(MeasurementFormat("m", precision: .decimals(3), keepsZeros: false), 1.25) == "1.25 m")
    #expect(text(MeasurementFormat("m", keepsZeros: false, spacing: ""), 2) == "2m")
    #expect(text(MeasurementFormat("in", precision: .fraction(16), keepsZeros: true), 0.5) == "8/16 in")
    #expect(
      text(MeasurementFormat("€", isUnitFirst: true), 3) == "€ 3.00"
        && text(MeasurementFormat(""), 3) == "3.00")
    #expect(text(MeasurementFormat("m"), .infinity) == "" && !text(MeasurementFormat("m"), 1e300).isEmpty)
  }

  @Test func scalesComeBackFromJSON() throws {
    let scale = try #require(MeasurementScale("1 in = 10 ft", precision: .fraction(8)))
    #expect(try JSONDecoder().decode(MeasurementScale.self, from: JSONEncoder().encode(scale)) == scale)
    let word = try JSONDecoder().decode(MeasurementScale.self, from: Data("\"1:50 m\"".utf8))
    #expect(word == MeasurementScale("1:50 m"))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(MeasurementScale.self, from: Data("\"large\"".utf8))
    }
  }
}
