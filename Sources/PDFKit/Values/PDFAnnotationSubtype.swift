/// A kind of annotation.
public struct PDFAnnotationSubtype: RawRepresentable, Hashable, Sendable {
  /// The name with a slash, such as `/Square`.
  public let rawValue: String

  /// Makes a kind of its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A note.
  public static let text = PDFAnnotationSubtype(rawValue: "/Text")
  /// A link.
  public static let link = PDFAnnotationSubtype(rawValue: "/Link")
  /// Text on the page.
  public static let freeText = PDFAnnotationSubtype(rawValue: "/FreeText")
  /// A line.
  public static let line = PDFAnnotationSubtype(rawValue: "/Line")
  /// A rectangle.
  public static let square = PDFAnnotationSubtype(rawValue: "/Square")
  /// An ellipse.
  public static let circle = PDFAnnotationSubtype(rawValue: "/Circle")
  /// Marked text.
  public static let highlight = PDFAnnotationSubtype(rawValue: "/Highlight")
  /// Underlined text.
  public static let underline = PDFAnnotationSubtype(rawValue: "/Underline")
  /// Text that is struck out.
  public static let strikeOut = PDFAnnotationSubtype(rawValue: "/StrikeOut")
  /// Paths drawn by hand.
  public static let ink = PDFAnnotationSubtype(rawValue: "/Ink")
  /// A rubber stamp.
  public static let stamp = PDFAnnotationSubtype(rawValue: "/Stamp")
  /// The window of a note.
  public static let popup = PDFAnnotationSubtype(rawValue: "/Popup")
  /// A field of a form.
  public static let widget = PDFAnnotationSubtype(rawValue: "/Widget")
}

/// What a line shows at an end.
public enum PDFLineStyle: Int, Sendable {
  /// Nothing.
  case none
  /// A square.
  case square
  /// A circle.
  case circle
  /// A diamond.
  case diamond
  /// Two short lines that form an arrowhead.
  case openArrow
  /// A filled arrowhead.
  case closedArrow
}

/// How text is marked.
public enum PDFMarkupType: Int, Sendable {
  /// With a color over it.
  case highlight
  /// Struck out.
  case strikeOut
  /// Underlined.
  case underline
  /// Redacted; the content stays.
  case redact
}

/// The icon of a note.
public enum PDFTextAnnotationIconType: Int, Sendable {
  /// A speech bubble.
  case comment
  /// A key.
  case key
  /// A sheet.
  case note
  /// A question mark.
  case help
  /// A new paragraph.
  case newParagraph
  /// A paragraph.
  case paragraph
  /// An insertion mark.
  case insert
}

/// The kind of a form field.
public struct PDFAnnotationWidgetSubtype: RawRepresentable, Hashable, Sendable {
  /// The name in the file, with a slash.
  public let rawValue: String

  /// Makes a kind of its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A button, check box or radio button.
  public static let button = PDFAnnotationWidgetSubtype(rawValue: "/Btn")
  /// A list.
  public static let choice = PDFAnnotationWidgetSubtype(rawValue: "/Ch")
  /// A signature.
  public static let signature = PDFAnnotationWidgetSubtype(rawValue: "/Sig")
  /// A text.
  public static let text = PDFAnnotationWidgetSubtype(rawValue: "/Tx")
}

/// The kind of a button of a form.
public enum PDFWidgetControlType: Int, Sendable {
  /// None, or not known.
  case unknownControl = -1
  /// One that is pushed.
  case pushButtonControl
  /// One of several.
  case radioButtonControl
  /// One that is checked.
  case checkBoxControl
}

/// The state of a button of a form.
public enum PDFWidgetCellState: Int, Sendable {
  /// Neither.
  case mixedState = -1
  /// Not checked.
  case offState
  /// Checked.
  case onState
}
