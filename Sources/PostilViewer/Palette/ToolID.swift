/// Identifies a tool in stored settings. Use a prefix of your own for the tools of your program: `org.example.arrow`.
public struct ToolID: RawRepresentable, Sendable, Hashable, Codable {
  /// The name.
  public let rawValue: String

  /// Makes the name of a tool.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Draws straight lines.
  public static let line = ToolID(rawValue: "line")
  /// Draws rectangles.
  public static let rectangle = ToolID(rawValue: "rectangle")
  /// Draws ellipses.
  public static let ellipse = ToolID(rawValue: "ellipse")
  /// Draws freehand.
  public static let freehand = ToolID(rawValue: "freehand")
  /// Draws polygons, corner by corner.
  public static let polygon = ToolID(rawValue: "polygon")
  /// Draws straight lines from point to point.
  public static let polyline = ToolID(rawValue: "polyline")
  /// Highlights text.
  public static let highlight = ToolID(rawValue: "highlight")
  /// Underlines text.
  public static let underline = ToolID(rawValue: "underline")
  /// Strikes text out.
  public static let strikeOut = ToolID(rawValue: "strikeout")
  /// Underlines text with a wavy line.
  public static let squiggly = ToolID(rawValue: "squiggly")
  /// Draws rectangles with a cloudy border.
  public static let cloud = ToolID(rawValue: "cloud")
  /// Marks what is to be removed.
  public static let redaction = ToolID(rawValue: "redaction")
  /// Adds free text.
  public static let freeText = ToolID(rawValue: "text")
  /// Puts notes on the page.
  public static let note = ToolID(rawValue: "note")
  /// Marks where text is to be put in.
  public static let caret = ToolID(rawValue: "caret")
  /// Puts stamps on the page.
  public static let stamp = ToolID(rawValue: "stamp")
  /// Draws areas that are links.
  public static let link = ToolID(rawValue: "link")
  /// Selects what is on the page.
  public static let select = ToolID(rawValue: "select")
  /// Selects what a loop is drawn around.
  public static let lasso = ToolID(rawValue: "lasso")
  /// Erases.
  public static let eraser = ToolID(rawValue: "eraser")
}
