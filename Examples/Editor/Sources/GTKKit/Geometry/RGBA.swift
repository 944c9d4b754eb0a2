import CGTK

/// A colour in sRGB, each part from 0 to 1, not multiplied by alpha.
public struct RGBA: Sendable, Hashable {
  /// Red.
  public var red: Double
  /// Green.
  public var green: Double
  /// Blue.
  public var blue: Double
  /// How opaque it is.
  public var alpha: Double

  /// Makes a colour.
  public init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// The colour as "#RRGGBB".
  public var hex: String {
    func digits(_ part: Double) -> String {
      let text = String(Int((min(max(part, 0), 1) * 255).rounded()), radix: 16, uppercase: true)
      return text.count < 2 ? "0" + text : text
    }
    return "#" + digits(red) + digits(green) + digits(blue)
  }

  /// The colour in C.
  public var gdk: GdkRGBA {
    GdkRGBA(red: Float(red), green: Float(green), blue: Float(blue), alpha: Float(alpha))
  }
}

extension RGBA {
  /// The colour with another opacity, 0 to 1.
  public func withAlpha(_ alpha: Double) -> RGBA { RGBA(red, green, blue, alpha) }
}
