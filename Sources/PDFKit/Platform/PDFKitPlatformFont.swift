public import Foundation
internal import Postil

/// A font by its name and size. It stands for `NSFont` and `UIFont`, which Linux does not have.
public final class PDFKitPlatformFont: NSObject, Sendable {
  /// The name, such as `Helvetica-Bold`.
  public let fontName: String
  /// The size in points.
  public let pointSize: CGFloat

  /// Makes a font; what is not installed is replaced when text is set. `nil` for a size that text cannot have, and for a name that is
  /// empty or too long.
  public init?(name: String, size: CGFloat) {
    guard TextFont.sizes.contains(size), !name.isEmpty, name.utf8.count <= TextFont.longestFamily else {
      return nil
    }
    fontName = name
    pointSize = size
  }

  private init(_ name: String, _ size: CGFloat) {
    fontName = name
    pointSize = min(max(size, TextFont.sizes.lowerBound), TextFont.sizes.upperBound)
  }

  /// Helvetica.
  public static func systemFont(ofSize size: CGFloat) -> PDFKitPlatformFont {
    PDFKitPlatformFont("Helvetica", size)
  }

  /// Helvetica, bold.
  public static func boldSystemFont(ofSize size: CGFloat) -> PDFKitPlatformFont {
    PDFKitPlatformFont("Helvetica-Bold", size)
  }

  /// The family: the name without what says that it is bold or italic.
  public var familyName: String? { engineFont.family }

  /// Whether another font has the same name and size.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? PDFKitPlatformFont else { return false }
    return fontName == other.fontName && pointSize == other.pointSize
  }

  /// Equal for equal fonts.
  public override var hash: Int { fontName.hashValue ^ pointSize.hashValue }
}

/// The name that programs for macOS use.
public typealias NSFont = PDFKitPlatformFont
/// The name that programs for iOS use.
public typealias UIFont = PDFKitPlatformFont

extension PDFKitPlatformFont {
  convenience init?(_ font: TextFont) {
    let style = (font.isBold ? "Bold" : "") + (font.isItalic ? "Italic" : "")
    self.init(name: style.isEmpty ? font.family : "\(font.family)-\(style)", size: font.size)
  }

  var engineFont: TextFont {
    let parts = fontName.split(separator: "-", maxSplits: 1)
    let style = parts.count > 1 ? parts[1].lowercased() : ""
    let isStyle = ["bold", "italic", "oblique", "regular", "roman"].contains { style.contains($0) }
    return TextFont(
      isStyle ? String(parts[0]) : fontName, size: pointSize, isBold: style.contains("bold"),
      isItalic: style.contains("italic") || style.contains("oblique"))
  }
}

/// How lines of text stand, as AppKit and UIKit call it.
public enum NSTextAlignment: Int, Sendable {
  /// At the left.
  case left
  /// In the middle.
  case center
  /// At the right.
  case right
  /// Not supported: as `left`.
  case justified
  /// As `left`.
  case natural
}
