/// A color in PDF's DeviceRGB space: red, green and blue from 0 to 1. It has no opacity of its own:
/// see ``AnnotationStyle/opacity`` and ``AnnotationStyle/fillOpacity``; nothing to fill with is `nil`.
public struct Color: Sendable, Hashable {
  /// The red part, 0…1.
  public let red: Double
  /// The green part, 0…1.
  public let green: Double
  /// The blue part, 0…1.
  public let blue: Double

  /// Makes a color; each part is brought into 0…1, and NaN counts as 0.
  public init(red: Double, green: Double, blue: Double) {
    func clamp(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, 0), 1) }
    self.red = clamp(red)
    self.green = clamp(green)
    self.blue = clamp(blue)
  }

  /// Makes a color of the parts that a file gives: gray, RGB or CMYK, by how many there are (ISO 32000-2, 10.4.2). `nil` for other numbers
  /// of parts.
  package init?(parts: [Double]) {
    switch parts.count {
    case 1: self.init(white: parts[0])
    case 3: self.init(red: parts[0], green: parts[1], blue: parts[2])
    case 4:
      let light = 1 - parts[3]
      self.init(red: (1 - parts[0]) * light, green: (1 - parts[1]) * light, blue: (1 - parts[2]) * light)
    default: return nil
    }
  }

  /// Makes a color from six hexadecimal digits, with or without `#`: `FF8000`. `nil` if it is not that.
  public init?(hex: String) {
    let digits = hex.hasPrefix("#") ? hex.dropFirst() : hex[...]
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let value = Int(digits, radix: 16) else {
      return nil
    }
    self.init(
      red: Double(value >> 16) / 255, green: Double(value >> 8 & 255) / 255, blue: Double(value & 255) / 255)
  }

  /// Makes a color from a number of six hexadecimal digits: `Color(hex: 0xFF8000)`. Bits beyond the 24 play no part.
  public init(hex: UInt32) {
    self.init(
      red: Double(hex >> 16 & 255) / 255, green: Double(hex >> 8 & 255) / 255, blue: Double(hex & 255) / 255)
  }

  /// Makes a gray, from black (0) to white (1).
  public init(white: Double) { self.init(red: white, green: white, blue: white) }

  /// The color as six hexadecimal digits, rounded to 8 bits a part: `FF8000`.
  public var hex: String {
    [red, green, blue].map { part in
      let digits = String(Int((part * 255).rounded()), radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  /// Black.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// White.
  public static let white = Color(red: 1, green: 1, blue: 1)
  /// Red.
  public static let red = Color(red: 1, green: 0, blue: 0)
  /// Green: 0, 1, 0.
  public static let green = Color(red: 0, green: 1, blue: 0)
  /// Blue.
  public static let blue = Color(red: 0, green: 0, blue: 1)
  /// Yellow: 1, 1, 0.
  public static let yellow = Color(red: 1, green: 1, blue: 0)
  /// Orange: 1, 0.5, 0.
  public static let orange = Color(red: 1, green: 0.5, blue: 0)
  /// Pink: 1, 0.6, 0.8.
  public static let pink = Color(red: 1, green: 0.6, blue: 0.8)
  /// Purple: 0.5, 0, 0.5.
  public static let purple = Color(red: 0.5, green: 0, blue: 0.5)
  /// Gray: 0.5, 0.5, 0.5.
  public static let gray = Color(white: 0.5)
  /// Two thirds of white.
  public static let lightGray = Color(white: 2 / 3)
  /// A third of white.
  public static let darkGray = Color(white: 1 / 3)

  /// A small palette: colors and what they are called in English.
  public static let named: [(name: String, color: Color)] = [
    ("yellow", .yellow), ("green", .green), ("blue", .blue), ("pink", .pink), ("orange", .orange),
    ("red", .red), ("purple", .purple), ("gray", .gray), ("black", .black), ("white", .white),
  ]

  /// The color of a name of the palette ``named``, in capital or small letters, "grey" too; `nil` for another word.
  public init?(named name: String) {
    let name = name.lowercased()
    guard let known = Self.named.first(where: { $0.name == (name == "grey" ? "gray" : name) }) else {
      return nil
    }
    self = known.color
  }
}

extension Color: CustomStringConvertible {
  /// The color as six hexadecimal digits: see ``hex``.
  public var description: String { hex }
}

extension Color: Codable {
  /// Reads `"FF8000"` or `[1, 0.5, 0]`.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let parts = try? value.decode([Double].self), parts.count == 3, parts.allSatisfy((0...1).contains) {
      self.init(red: parts[0], green: parts[1], blue: parts[2])
      return
    }
    guard let text = try? value.decode(String.self), let color = Color(hex: text) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "a color is six hexadecimal digits such as FF8000, or three numbers 0…1"))
    }
    self = color
  }

  /// Writes six hexadecimal digits where they say it exactly, else three numbers.
  public func encode(to encoder: any Encoder) throws {
    if Color(hex: hex) == self {
      var one = encoder.singleValueContainer()
      try one.encode(hex)
    } else {
      var parts = encoder.unkeyedContainer()
      for part in [red, green, blue] { try parts.encode(part) }
    }
  }
}
