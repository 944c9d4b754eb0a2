internal import Postil

/// One of the rectangles that a page has.
public enum PDFDisplayBox: Int, Sendable {
  /// The medium on which the page is printed.
  case mediaBox
  /// The part that is shown.
  case cropBox
  /// The part that is printed before cutting.
  case bleedBox
  /// The size after cutting.
  case trimBox
  /// The part with meaningful content.
  case artBox

  var engineBox: PageBox {
    switch self {
    case .mediaBox: .mediaBox
    case .cropBox: .cropBox
    case .bleedBox: .bleedBox
    case .trimBox: .trimBox
    case .artBox: .artBox
    }
  }
}
