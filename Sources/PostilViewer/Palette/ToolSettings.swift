/// The stored settings of a tool. Missing and invalid values stand for the tool's default.
struct ToolSettings: Sendable, Hashable, Codable {
  /// The color of strokes.
  var color: Color?
  /// The width in points, 0…1,000.
  var width: Double?
  /// 0 (invisible) … 1 (opaque).
  var opacity: Double?
  /// Whether ``fill`` was chosen, be it `nil`.
  var choosesFill: Bool
  /// The color inside shapes; `nil` leaves them open.
  var fill: Color?

  /// The size of text, in points.
  var fontSize: Double?
  /// The values of the tool's choices, by their ids.
  var choices: [ToolChoice.ID: String] = [:]

  /// Makes settings that leave everything at the tool's default.
  init() { choosesFill = false }

  /// Makes settings of a style. Dashes and the opacity of the fill are not part of them.
  init(_ style: AnnotationStyle) {
    self.init()
    apply(style)
  }

  /// Takes over a style, without its dashes.
  mutating func apply(_ style: AnnotationStyle) {
    color = style.color
    width = style.lineWidth
    opacity = style.opacity
    choosesFill = true
    fill = style.fill
  }

  /// The style of a tool with these settings. The opacity of the fill is that of all.
  ///
  /// - Parameter style: The tool's default style.
  func style(over style: AnnotationStyle) -> AnnotationStyle {
    AnnotationStyle(
      color: color ?? style.color, fill: choosesFill ? fill : style.fill, lineWidth: width ?? style.lineWidth,
      opacity: opacity ?? style.opacity, dash: style.dash)
  }

  private enum CodingKeys: CodingKey { case color, width, opacity, fill, fontSize, choices }

  /// Reads `{"color": "FF0000", "width": 2, "opacity": 0.5, "fill": null, "fontSize": 12, "choices": {"font": "Times"}}`; every
  /// key may be missing. The width and the opacity are clamped to their ranges.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let text = try? values.decode(String.self, forKey: .fill)
    color = (try? values.decode(String.self, forKey: .color)).flatMap(Color.init(hex:))
    width = (try? values.decode(Double.self, forKey: .width)).map { AnnotationStyle(lineWidth: $0).lineWidth }
    opacity = (try? values.decode(Double.self, forKey: .opacity)).map { AnnotationStyle(opacity: $0).opacity }
    fill = text.flatMap(Color.init(hex:))
    fontSize = (try? values.decode(Double.self, forKey: .fontSize)).flatMap { $0.isFinite ? $0 : nil }
    choices = (try? values.decode([String: String].self, forKey: .choices)) ?? [:]
    choosesFill = fill != nil || values.contains(.fill) && (try? values.decodeNil(forKey: .fill)) == true
  }

  /// Writes what ``init(from:)`` reads; colors rounded to 8 bits a part.
  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(color?.hex, forKey: .color)
    try values.encodeIfPresent(width.map { AnnotationStyle(lineWidth: $0).lineWidth }, forKey: .width)
    try values.encodeIfPresent(opacity.map { AnnotationStyle(opacity: $0).opacity }, forKey: .opacity)
    try values.encodeIfPresent(fontSize, forKey: .fontSize)
    if !choices.isEmpty { try values.encode(choices, forKey: .choices) }
    // Encode `nil` as `null`: a missing key stands for the default.
    if choosesFill { try values.encode(fill?.hex, forKey: .fill) }
  }
}
