/// A key of an annotation, as it is in the file.
public struct PDFAnnotationKey: RawRepresentable, Hashable, Sendable {
  /// The key with its slash, such as `/Contents`.
  public let rawValue: String

  /// Makes a key.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// What it does when it is clicked: a ``PDFAction``.
  public static let action = PDFAnnotationKey(rawValue: "/A")
  /// Its border: a ``PDFBorder``.
  public static let border = PDFAnnotationKey(rawValue: "/Border")
  /// Its color.
  public static let color = PDFAnnotationKey(rawValue: "/C")
  /// Its text.
  public static let contents = PDFAnnotationKey(rawValue: "/Contents")
  /// When it was changed.
  public static let date = PDFAnnotationKey(rawValue: "/M")
  /// Where it leads: a ``PDFDestination``.
  public static let destination = PDFAnnotationKey(rawValue: "/Dest")
  /// Its flags: a number.
  public static let flags = PDFAnnotationKey(rawValue: "/F")
  /// The color of its inside.
  public static let interiorColor = PDFAnnotationKey(rawValue: "/IC")
  /// The name of its icon.
  public static let iconName = PDFAnnotationKey(rawValue: "/Name")
  /// Its name, which is unique on the page. It cannot be changed.
  public static let name = PDFAnnotationKey(rawValue: "/NM")
  /// Whether its window is open.
  public static let open = PDFAnnotationKey(rawValue: "/Open")
  /// Its page. It cannot be set.
  public static let page = PDFAnnotationKey(rawValue: "/P")
  /// Its window.
  public static let popup = PDFAnnotationKey(rawValue: "/Popup")
  /// How its text stands: 0, 1 or 2.
  public static let quadding = PDFAnnotationKey(rawValue: "/Q")
  /// Its rectangle.
  public static let rect = PDFAnnotationKey(rawValue: "/Rect")
  /// Its kind. It cannot be changed.
  public static let subtype = PDFAnnotationKey(rawValue: "/Subtype")
  /// Who made it.
  public static let textLabel = PDFAnnotationKey(rawValue: "/T")
  /// The value of its field.
  public static let widgetValue = PDFAnnotationKey(rawValue: "/V")
  /// The kind of its field. It cannot be changed.
  public static let widgetFieldType = PDFAnnotationKey(rawValue: "/FT")
}
