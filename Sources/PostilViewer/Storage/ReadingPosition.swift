/// Where somebody was in a document, as it is remembered. What is out of range is brought into it.
public struct ReadingPosition: Sendable, Hashable, Codable {
  /// The page's place in the document, from 0. The document may have fewer pages by now.
  public let pageIndex: Int
  /// What of the page was in the middle of the view: 0 (its left edge) … 1; beside the page, as of one that is narrower
  /// than others, down to -10,000 or up to 10,000.
  public let x: Double
  /// What of the page was in the middle of the view: 0 (its upper edge) … 1; in the gap above or below it down to
  /// -10,000 or up to 10,000.
  public let y: Double
  /// Units of the view a point, 0.001…1,000.
  public let zoom: Double
  /// The name of what the zoom follows, as in ``PageViewport/Fit``; `nil`, or another name: what it follows when a
  /// document is first shown.
  public let fit: String?
  /// How the pages were laid out; `nil` if not known: as they are when the document is opened.
  public let displayMode: DisplayMode?
  /// The tool in hand; `nil` if none.
  public let tool: ToolID?

  /// Makes a position.
  public init(
    pageIndex: Int, x: Double = 0.5, y: Double = 0.5, zoom: Double = 1, fit: String? = nil,
    displayMode: DisplayMode? = nil, tool: ToolID? = nil
  ) {
    self.pageIndex = max(pageIndex, 0)
    self.x = PageViewport.Position.fraction(x)
    self.y = PageViewport.Position.fraction(y)
    self.zoom = Self.limited(zoom, to: 0.001...1000, else: 1)
    self.fit = fit
    self.displayMode = displayMode
    self.tool = tool
  }

  private enum CodingKeys: String, CodingKey {
    case pageIndex = "page"
    case x, y, zoom, fit, displayMode, tool
  }

  /// Reads an object; the page must be there, the rest has a default if it is missing or cannot be understood.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func value<Value: Decodable>(_ key: CodingKeys, as type: Value.Type = Value.self) -> Value? {
      try? values.decode(type, forKey: key)
    }
    self.init(
      pageIndex: try values.decode(Int.self, forKey: .pageIndex), x: value(.x) ?? 0.5, y: value(.y) ?? 0.5,
      zoom: value(.zoom) ?? 1, fit: value(.fit), displayMode: value(.displayMode), tool: value(.tool))
  }

  /// Writes all keys, those without a value as `null`: a key that is left out says nothing.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(pageIndex, forKey: .pageIndex)
    try values.encode(x, forKey: .x)
    try values.encode(y, forKey: .y)
    try values.encode(zoom, forKey: .zoom)
    try values.encode(fit, forKey: .fit)
    try values.encode(displayMode, forKey: .displayMode)
    try values.encode(tool, forKey: .tool)
  }

  private static func limited(_ value: Double, to range: ClosedRange<Double>, else usual: Double) -> Double {
    value.isNaN ? usual : min(max(value, range.lowerBound), range.upperBound)
  }
}
