public import Foundation
internal import Postil

/// How a border is drawn.
public enum PDFBorderStyle: Int, Sendable {
  /// A line.
  case solid
  /// Dashes.
  case dashed
  /// Raised; drawn as a line.
  case beveled
  /// Sunk; drawn as a line.
  case inset
  /// Below only; drawn as a line.
  case underline
}

/// The border of an annotation, or the width and dashes of its line.
open class PDFBorder: NSObject, NSCopying {
  /// The width, in points.
  open var lineWidth: CGFloat = 1 { didSet { changed() } }
  /// How it is drawn.
  open var style = PDFBorderStyle.solid { didSet { changed() } }
  /// The lengths of dashes and gaps, numbers, in points.
  open var dashPattern: [Any]? { didSet { changed() } }
  /// The annotation whose border it is.
  weak var owner: PDFAnnotation?

  /// Makes a line of one point.
  public override init() {}

  init(_ style: AnnotationStyle, of owner: PDFAnnotation) {
    lineWidth = style.lineWidth
    self.style = style.dash.isEmpty ? .solid : .dashed
    dashPattern = style.dash.isEmpty ? nil : style.dash
    self.owner = owner
  }

  private func changed() { owner?.apply(self) }

  /// The lengths of dashes and gaps; none for a line.
  var dash: [Double] {
    guard style == .dashed else { return [] }
    let lengths = (dashPattern ?? []).compactMap { length -> Double? in
      switch length {
      case let number as Double: number
      case let number as Int: Double(number)
      case let number as CGFloat: Double(number)
      case let number as NSNumber: number.doubleValue
      default: nil
      }
    }
    return lengths.isEmpty ? [3] : lengths
  }

  /// A border that is drawn the same way, of no annotation.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = PDFBorder()
    copy.lineWidth = lineWidth
    copy.style = style
    copy.dashPattern = dashPattern
    return copy
  }
}
