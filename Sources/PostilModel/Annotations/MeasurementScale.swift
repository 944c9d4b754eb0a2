/// How long what a page shows is in reality, and how that is written (a rectilinear measure dictionary, ISO 32000-2, 12.9).
///
/// ```swift
/// if let scale = MeasurementScale("1 in = 10 ft", precision: .fraction(8)) {
///   print(scale.text(length: 90), scale.text(area: 72 * 72))      // 12 1/2 ft, 100 sq ft
/// }
/// ```
public struct MeasurementScale: Sendable, Hashable {
  /// What the scale is, in words: `1 in = 10 ft`.
  public var ratio: String
  /// How many of the unit in which lengths are measured a unit of page space is long: mostly a point.
  public var unitsPerPoint: Double
  /// How lengths are written, the largest unit first; never empty.
  public var lengthFormats: [MeasurementFormat] { didSet { lengthFormats = Self.some(lengthFormats) } }
  /// How areas are written, the largest unit first; never empty.
  public var areaFormats: [MeasurementFormat] { didSet { areaFormats = Self.some(areaFormats) } }

  /// Makes a scale of its parts.
  ///
  /// - Parameters:
  ///   - ratio: What the scale is, in words.
  ///   - unitsPerPoint: How many of the unit a unit of page space is long.
  ///   - lengthFormats: How lengths are written, the largest unit first.
  ///   - areaFormats: How areas are written, the largest unit first.
  public init(
    ratio: String, unitsPerPoint: Double, lengthFormats: [MeasurementFormat], areaFormats: [MeasurementFormat]
  ) {
    self.ratio = ratio
    self.unitsPerPoint = unitsPerPoint
    self.lengthFormats = Self.some(lengthFormats)
    self.areaFormats = Self.some(areaFormats)
  }

  private static func some(_ formats: [MeasurementFormat]) -> [MeasurementFormat] {
    formats.isEmpty ? [MeasurementFormat("")] : formats
  }

  /// Reads a scale: `1 in = 10 ft`, `2cm=1m` or `1:50 m`. On the page lengths are in `pt`, `in`, `mm` or `cm`; in reality in
  /// any unit, but behind a ratio in `mm`, `cm`, `m`, `km`, `in`, `ft`, `yd` or `mi`, `m` if it says none. `nil` if it is none, or a
  /// length is not above 0.
  ///
  /// - Parameters:
  ///   - text: The scale.
  ///   - precision: How precisely lengths and areas are written.
  public init?(_ text: String, precision: MeasurementFormat.Precision = .decimals(2)) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    let unitsPerPoint: Double
    let unit: String
    if parts.count == 2, let page = Self.length(parts[0]), let real = Self.length(parts[1]),
      let points = Self.points[page.unit], !real.unit.isEmpty
    {
      (unitsPerPoint, unit) = (real.value / (page.value * points), real.unit)
    } else {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, let one = Self.length(parts[0]), one.unit.isEmpty,
        let many = Self.length(parts[1])
      else { return nil }
      unit = many.unit.isEmpty ? "m" : many.unit
      guard let meters = Self.meters[unit] else { return nil }
      unitsPerPoint = many.value / one.value * 0.0254 / 72 / meters
    }
    guard unitsPerPoint.isFinite, unitsPerPoint > 0 else { return nil }
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    self.init(
      ratio: words, unitsPerPoint: unitsPerPoint,
      lengthFormats: [MeasurementFormat(unit, precision: precision)],
      areaFormats: [MeasurementFormat("sq \(unit)", precision: precision)])
  }

  /// The scale of a page whose unit of space is another than a point (`/UserUnit`): lengths are that much longer.
  ///
  /// - Parameter userUnit: ``PDFPage/userUnit``.
  public func forPage(userUnit: Double) -> MeasurementScale {
    var result = self
    result.unitsPerPoint *= userUnit
    return result
  }

  /// A length in the first unit of ``lengthFormats``.
  ///
  /// - Parameter points: The length on the page, in units of page space.
  public func length(_ points: Double) -> Double { points * unitsPerPoint * lengthFormats[0].factor }

  /// An area in the first unit of ``areaFormats``.
  ///
  /// - Parameter squarePoints: The area on the page, in squares of units of page space.
  public func area(_ squarePoints: Double) -> Double {
    squarePoints * unitsPerPoint * unitsPerPoint * areaFormats[0].factor
  }

  /// A length as it is written.
  ///
  /// - Parameter points: The length on the page, in units of page space.
  public func text(length points: Double) -> String {
    MeasurementFormat.text(points * unitsPerPoint, in: lengthFormats)
  }

  /// An area as it is written.
  ///
  /// - Parameter squarePoints: The area on the page, in squares of units of page space.
  public func text(area squarePoints: Double) -> String {
    MeasurementFormat.text(squarePoints * unitsPerPoint * unitsPerPoint, in: areaFormats)
  }

  /// Whether numbers come of it.
  var isUsable: Bool {
    unitsPerPoint.isFinite && unitsPerPoint > 0
      && (lengthFormats + areaFormats).allSatisfy { $0.factor.isFinite && $0.factor > 0 }
  }

  private static let points = ["pt": 1, "in": 72, "mm": 72 / 25.4, "cm": 72 / 2.54]
  private static let meters = [
    "mm": 0.001, "cm": 0.01, "m": 1, "km": 1000, "in": 0.0254, "ft": 0.3048, "yd": 0.9144, "mi": 1609.344,
  ]

  /// A number above 0 and a unit behind it.
  private static func length(_ text: Substring) -> (value: Double, unit: String)? {
    let trimmed = text.drop { $0.isWhitespace }
    let digits = trimmed.prefix { "0123456789.".contains($0) }
    guard let value = Double(digits), value > 0 else { return nil }
    let unit = trimmed.dropFirst(digits.count).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return (value, unit)
  }
}

extension MeasurementScale: Codable {
  /// Reads `"1 in = 10 ft"`, or an object with `"ratio"`, `"unitsPerPoint"`, `"lengths"` and `"areas"`, the latter two lists
  /// of ``MeasurementFormat``.
  public init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      guard let scale = MeasurementScale(text) else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: decoder.codingPath,
            debugDescription: "'\(text)' is no scale: write it like '1 in = 10 ft' or '1:50 m'"))
      }
      self = scale
      return
    }
    let fields = try Fields(decoder)
    try fields.allow(["ratio", "unitsPerPoint", "lengths", "areas"], in: "a scale")
    self.init(
      ratio: try fields.optional("ratio") ?? "", unitsPerPoint: try fields.value("unitsPerPoint"),
      lengthFormats: try fields.value("lengths"), areaFormats: try fields.value("areas"))
  }

  /// Writes what ``init(from:)`` reads: an object.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(ratio, forKey: "ratio")
    try fields.encode(unitsPerPoint, forKey: "unitsPerPoint")
    try fields.encode(lengthFormats, forKey: "lengths")
    try fields.encode(areaFormats, forKey: "areas")
  }
}

extension MeasurementScale: CustomStringConvertible {
  /// What the scale is, in words.
  public var description: String { ratio }
}
