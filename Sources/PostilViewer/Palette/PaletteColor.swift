/// A color that a palette offers.
///
/// Most are those of Okabe and Ito ("Color Universal Design", 2008), which people with any kind of color vision
/// tell apart. They have names, for screen readers and for people who cannot tell them apart.
public struct PaletteColor: Sendable, Hashable, Identifiable {
  /// What it is called, in English, for translation.
  public let name: String
  /// The color.
  public let color: Color

  /// Makes a color with a name.
  public init(name: String, color: Color) {
    self.name = name
    self.color = color
  }

  /// The name.
  public var id: String { name }

  /// The colors to choose from, dark ones first.
  public static let presets: [PaletteColor] = [
    black, grey, darkBlue, blue, skyBlue, green, yellow, orange, vermilion, red, pink, brown,
  ]

  /// The preset with the same hexadecimal digits; `nil` if there is none.
  public static func preset(of color: Color) -> PaletteColor? {
    presets.first { $0.color.hex == color.hex }
  }

  static let black = PaletteColor("Black", 0x00, 0x00, 0x00)
  static let grey = PaletteColor("Grey", 0x60, 0x60, 0x60)
  static let darkBlue = PaletteColor("Dark Blue", 0x10, 0x30, 0x7A)
  static let blue = PaletteColor("Blue", 0x00, 0x72, 0xB2)
  static let skyBlue = PaletteColor("Sky Blue", 0x56, 0xB4, 0xE9)
  static let green = PaletteColor("Green", 0x00, 0x9E, 0x73)
  static let yellow = PaletteColor("Yellow", 0xF0, 0xE4, 0x42)
  static let orange = PaletteColor("Orange", 0xE6, 0x9F, 0x00)
  static let vermilion = PaletteColor("Vermilion", 0xD5, 0x5E, 0x00)
  static let red = PaletteColor("Red", 0xC8, 0x10, 0x2E)
  static let pink = PaletteColor("Pink", 0xCC, 0x79, 0xA7)
  static let brown = PaletteColor("Brown", 0x40, 0x20, 0x00)

  private init(_ name: String, _ red: Double, _ green: Double, _ blue: Double) {
    self.init(name: name, color: Color(red: red / 255, green: green / 255, blue: blue / 255))
  }
}
