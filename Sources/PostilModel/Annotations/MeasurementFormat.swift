/// How a number is written in a unit (a number format dictionary, ISO 32000-2, table 268).
public struct MeasurementFormat: Sendable, Hashable {
  /// How precisely a number is written.
  public enum Precision: Sendable, Hashable {
    /// With so many digits behind the decimal point, 0…9.
    case decimals(Int)
    /// As a whole number and a fraction with this denominator at the most, 1…1,024: `3 1/2`.
    case fraction(Int)

    fileprivate var inRange: Precision {
      switch self {
      case .decimals(let count): .decimals(min(max(count, 0), 9))
      case .fraction(let denominator): .fraction(min(max(denominator, 1), 1024))
      }
    }
  }

  /// The unit, as it stands behind the number: `ft`.
  public var unit: String
  /// How many of it are one of the unit before it in a list; of the first, one of those that the scale gives.
  public var factor: Double
  /// How precisely the number is written. Of several formats in a list that of the last counts.
  public var precision: Precision { didSet { precision = precision.inRange } }
  /// Whether zeros at the end are written, and fractions not reduced.
  public var keepsZeros: Bool
  /// What stands between thousands.
  public var thousandsSeparator: String
  /// What stands before decimals.
  public var decimalSeparator: String
  /// What stands between number and unit.
  public var spacing: String
  /// What stands behind the unit, if something follows.
  public var separator: String
  /// Whether the unit stands before the number.
  public var isUnitFirst: Bool

  /// Makes a format.
  ///
  /// - Parameters:
  ///   - unit: The unit, as it stands behind the number.
  ///   - factor: How many of it are one of the unit before it.
  ///   - precision: How precisely the number is written; brought into range.
  ///   - keepsZeros: Whether zeros at the end are written, and fractions not reduced; `nil` for decimals alone.
  ///   - thousandsSeparator: What stands between thousands.
  ///   - decimalSeparator: What stands before decimals.
  ///   - spacing: What stands between number and unit.
  ///   - separator: What stands behind the unit, if something follows.
  ///   - isUnitFirst: Whether the unit stands before the number.
  public init(
    _ unit: String, factor: Double = 1, precision: Precision = .decimals(2), keepsZeros: Bool? = nil,
    thousandsSeparator: String = ",", decimalSeparator: String = ".", spacing: String = " ",
    separator: String = " ", isUnitFirst: Bool = false
  ) {
    self.unit = unit
    self.factor = factor
    self.precision = precision.inRange
    let isDecimal = if case .decimals = precision { true } else { false }
    self.keepsZeros = keepsZeros ?? isDecimal
    self.thousandsSeparator = thousandsSeparator
    self.decimalSeparator = decimalSeparator
    self.spacing = spacing
    self.separator = separator
    self.isUnitFirst = isUnitFirst
  }

  /// A number in several units, the largest first: `6 ft 3 1/2 in`. Leading zeros are left out.
  ///
  /// - Parameters:
  ///   - value: The number, in what the first factor is about.
  ///   - formats: The units.
  static func text(_ value: Double, in formats: [MeasurementFormat]) -> String {
    var rest = abs(value)
    guard rest.isFinite, let last = formats.last else { return "" }
    // In steps of the last unit, so that what is rounded up there is carried on.
    let steps = last.steps
    let total = (rest * formats.reduce(1) { $0 * $1.factor } * steps).rounded()
    var parts: [String] = []
    var smaller = formats.dropFirst().reduce(steps) { $0 * $1.factor }
    // Factors of a file may be so large that nothing can be divided by them.
    guard total < 1e15, smaller.isFinite else { return "\(value)" }
    rest = total
    for (index, format) in formats.dropLast().enumerated() {
      let whole = smaller > 0 ? (rest / smaller + 1e-9).rounded(.down) : 0
      guard abs(whole) < 1e15 else { return "\(value)" }
      rest -= whole * smaller
      smaller /= formats[index + 1].factor
      if whole > 0 || !parts.isEmpty { parts.append(format.labeled(format.grouped(Int(whole)))) }
    }
    parts.append(last.labeled(last.number(max(rest.rounded(), 0))))
    let separators = formats.suffix(parts.count).map(\.separator)
    let text = zip(parts, separators).dropLast().reduce("") { $0 + $1.0 + $1.1 } + (parts.last ?? "")
    return value < 0 && total > 0 ? "-" + text : text
  }

  /// How many steps of the precision one of the unit has.
  private var steps: Double {
    switch precision {
    case .decimals(let count): (0..<count).reduce(1) { steps, _ in steps * 10 }
    case .fraction(let denominator): Double(denominator)
    }
  }

  private func labeled(_ number: String) -> String {
    unit.isEmpty ? number : isUnitFirst ? unit + spacing + number : number + spacing + unit
  }

  /// A number of steps, below 10¹⁵.
  private func number(_ count: Double) -> String {
    let count = Int(count)
    let (whole, part) = count.quotientAndRemainder(dividingBy: Int(steps))
    switch precision {
    case .decimals(let places):
      var digits = String(part)
      digits = String(repeating: "0", count: places - min(places, digits.count)) + digits
      if !keepsZeros { while digits.last == "0" { digits.removeLast() } }
      return grouped(whole) + (places == 0 || digits.isEmpty ? "" : decimalSeparator + digits)
    case .fraction(let denominator):
      guard part > 0 else { return grouped(whole) }
      let common = keepsZeros ? 1 : Self.divisor(part, denominator)
      let fraction = "\(part / common)/\(denominator / common)"
      return whole == 0 ? fraction : grouped(whole) + " " + fraction
    }
  }

  private static func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }

  private func grouped(_ whole: Int) -> String {
    var text = ""
    for (index, digit) in String(whole).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text = thousandsSeparator + text }
      text = String(digit) + text
    }
    return text
  }
}

extension MeasurementFormat: Codable {
  /// Reads `{"unit": "ft", "factor": 1, "decimals": 2, "keepsZeros": true, "thousands": ",", "point": ".", "spacing": " ",
  /// "separator": " ", "isUnitFirst": false}`, with `"fraction": 16` in place of `decimals`; only the unit is needed.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    try fields.allow(
      [
        "unit", "factor", "decimals", "fraction", "keepsZeros", "thousands", "point", "spacing", "separator",
        "isUnitFirst",
      ], in: "a number format")
    let precision: Precision =
      if let denominator = try fields.integer("fraction") {
        .fraction(denominator)
      } else {
        .decimals(try fields.integer("decimals") ?? 2)
      }
    self.init(
      try fields.value("unit"), factor: try fields.optional("factor") ?? 1, precision: precision,
      keepsZeros: try fields.optional("keepsZeros"),
      thousandsSeparator: try fields.optional("thousands") ?? ",",
      decimalSeparator: try fields.optional("point") ?? ".", spacing: try fields.optional("spacing") ?? " ",
      separator: try fields.optional("separator") ?? " ",
      isUnitFirst: try fields.optional("isUnitFirst") ?? false)
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(unit, forKey: "unit")
    try fields.encode(factor, forKey: "factor")
    switch precision {
    case .decimals(let count): try fields.encode(count, forKey: "decimals")
    case .fraction(let denominator): try fields.encode(denominator, forKey: "fraction")
    }
    try fields.encode(keepsZeros, forKey: "keepsZeros")
    if thousandsSeparator != "," { try fields.encode(thousandsSeparator, forKey: "thousands") }
    if decimalSeparator != "." { try fields.encode(decimalSeparator, forKey: "point") }
    if spacing != " " { try fields.encode(spacing, forKey: "spacing") }
    if separator != " " { try fields.encode(separator, forKey: "separator") }
    if isUnitFirst { try fields.encode(true, forKey: "isUnitFirst") }
  }
}
