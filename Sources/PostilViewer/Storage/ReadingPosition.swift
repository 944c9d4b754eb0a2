/// A stored reading position. Values out of range are clamped.
struct ReadingPosition: Sendable, Hashable, Codable {
  /// The index of the page. The document may have fewer pages now.
  let pageIndex: Int
  /// The view's center as a fraction of the page's width: 0 (its left edge) … 1; beside a narrow page down to -10,000
  /// or up to 10,000.
  let x: Double
  /// The view's center as a fraction of the page's height: 0 (its upper edge) … 1; in a gap down to -10,000 or up to
  /// 10,000.
  let y: Double
  /// Units of the view a point, 0.001…1,000.
  let zoom: Double
  /// The raw value of a ``PageViewport/Fit``; `nil` or an unknown one: the default of the display mode.
  let fit: String?
  /// The display mode; `nil` if unknown.
  let displayMode: DisplayMode?
  /// The selected tool; `nil` if none.
  let tool: ToolID?

  /// Makes a position.
  init(
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

  /// Makes the position of a viewport.
  init(_ place: PageViewport.Position, tool: ToolID?) {
    self.init(
      pageIndex: place.pageIndex, x: place.x, y: place.y, zoom: place.zoom, fit: place.fit.rawValue,
      displayMode: place.displayMode, tool: tool)
  }

  /// The place in the document.
  ///
  /// - Parameter mode: How pages are laid out if that was not remembered.
  func place(in mode: DisplayMode) -> PageViewport.Position {
    let mode = displayMode ?? mode
    return PageViewport.Position(
      pageIndex: pageIndex, x: x, y: y, zoom: zoom,
      fit: fit.flatMap(PageViewport.Fit.init) ?? .usual(in: mode),
      displayMode: mode)
  }

  private enum CodingKeys: String, CodingKey {
    case pageIndex = "page"
    case x, y, zoom, fit, displayMode, tool
  }

  /// Decodes an object; the page is required, other keys have defaults if they are missing or invalid.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func value<Value: Decodable>(_ key: CodingKeys, as type: Value.Type = Value.self) -> Value? {
      try? values.decode(type, forKey: key)
    }
    self.init(
      pageIndex: try values.decode(Int.self, forKey: .pageIndex), x: value(.x) ?? 0.5, y: value(.y) ?? 0.5,
      zoom: value(.zoom) ?? 1, fit: value(.fit), displayMode: value(.displayMode), tool: value(.tool))
  }

  /// Encodes all keys, `nil` as `null`: merging into the stored object must overwrite old values.
  func encode(to encoder: any Encoder) throws {
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
