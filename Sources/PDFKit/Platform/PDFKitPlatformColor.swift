public import Foundation
internal import Postil

/// A color: red, green, blue and alpha from 0 to 1. It stands for `NSColor` and `UIColor`, which Linux does not have.
public final class PDFKitPlatformColor: NSObject, Sendable {
  /// The red part.
  public let redComponent: CGFloat
  /// The green part.
  public let greenComponent: CGFloat
  /// The blue part.
  public let blueComponent: CGFloat
  /// The opacity.
  public let alphaComponent: CGFloat

  /// Makes a color; each part is brought into 0…1.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    func part(_ value: CGFloat) -> CGFloat { value.isNaN ? 0 : min(max(value, 0), 1) }
    redComponent = part(red)
    greenComponent = part(green)
    blueComponent = part(blue)
    alphaComponent = part(alpha)
  }

  /// Makes a gray.
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// The same color with another opacity.
  public func withAlphaComponent(_ alpha: CGFloat) -> PDFKitPlatformColor {
    PDFKitPlatformColor(red: redComponent, green: greenComponent, blue: blueComponent, alpha: alpha)
  }

  /// Whether another color has the same parts.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? PDFKitPlatformColor else { return false }
    return redComponent == other.redComponent && greenComponent == other.greenComponent
      && blueComponent == other.blueComponent && alphaComponent == other.alphaComponent
  }

  /// Equal for equal colors.
  public override var hash: Int {
    var hasher = Hasher()
    for part in [redComponent, greenComponent, blueComponent, alphaComponent] { hasher.combine(part) }
    return hasher.finalize()
  }

  /// The parts.
  public override var description: String {
    "red \(redComponent) green \(greenComponent) blue \(blueComponent) alpha \(alphaComponent)"
  }

  /// Black.
  public static let black = PDFKitPlatformColor(white: 0, alpha: 1)
  /// White.
  public static let white = PDFKitPlatformColor(white: 1, alpha: 1)
  /// Half black.
  public static let gray = PDFKitPlatformColor(white: 0.5, alpha: 1)
  /// Two thirds of white.
  public static let lightGray = PDFKitPlatformColor(white: 2 / 3, alpha: 1)
  /// A third of white.
  public static let darkGray = PDFKitPlatformColor(white: 1 / 3, alpha: 1)
  /// Nothing: black with an opacity of 0.
  public static let clear = PDFKitPlatformColor(white: 0, alpha: 0)
  /// Red.
  public static let red = PDFKitPlatformColor(red: 1, green: 0, blue: 0, alpha: 1)
  /// Green.
  public static let green = PDFKitPlatformColor(red: 0, green: 1, blue: 0, alpha: 1)
  /// Blue.
  public static let blue = PDFKitPlatformColor(red: 0, green: 0, blue: 1, alpha: 1)
  /// Cyan.
  public static let cyan = PDFKitPlatformColor(red: 0, green: 1, blue: 1, alpha: 1)
  /// Yellow.
  public static let yellow = PDFKitPlatformColor(red: 1, green: 1, blue: 0, alpha: 1)
  /// Magenta.
  public static let magenta = PDFKitPlatformColor(red: 1, green: 0, blue: 1, alpha: 1)
  /// Orange.
  public static let orange = PDFKitPlatformColor(red: 1, green: 0.5, blue: 0, alpha: 1)
  /// Purple.
  public static let purple = PDFKitPlatformColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
  /// Brown.
  public static let brown = PDFKitPlatformColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
}

/// The name that programs for macOS use.
public typealias NSColor = PDFKitPlatformColor
/// The name that programs for iOS use.
public typealias UIColor = PDFKitPlatformColor

extension PDFKitPlatformColor {
  convenience init(_ color: Color, opacity: Double = 1) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: opacity)
  }

  var engineColor: Color { Color(red: redComponent, green: greenComponent, blue: blueComponent) }
}
