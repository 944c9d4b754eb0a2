extension PageDrawing: Codable {
  /// Reads `{"path": [["m", x, y], ["l", x, y], ["c", x, y, x, y, x, y], ["h"]], "fill": {…}, "stroke": {…}, "visibleBounds": [x, y, width,
  /// height], "isInAnnotation": false}`; all but the path may be missing.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    self.init(
      path: try fields.value("path"), fill: try fields.optional("fill"),
      stroke: try fields.optional("stroke"),
      visibleBounds: try fields.optional("visibleBounds"),
      isInAnnotation: try fields.optional("isInAnnotation") ?? false)
  }

  /// Writes what ``init(from:)`` reads, and the `bounds`.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(path, forKey: "path")
    try fields.encode(bounds, forKey: "bounds")
    try fields.encodeIfPresent(fill, forKey: "fill")
    try fields.encodeIfPresent(stroke, forKey: "stroke")
    try fields.encodeIfPresent(visibleBounds, forKey: "visibleBounds")
    try fields.encode(isInAnnotation, forKey: "isInAnnotation")
  }
}

extension PageDrawing.Paint: Codable {
  private static let words: [PageDrawing.Paint] = [.pattern, .shading, .unknown]

  /// Reads a color, or `"pattern"`, `"shading"` or `"unknown"`.
  public init(from decoder: any Decoder) throws {
    let word = try? decoder.singleValueContainer().decode(String.self)
    if let known = Self.words.first(where: { $0.description == word }) {
      self = known
    } else {
      self = .color(try Color(from: decoder))
    }
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    if let color { return try color.encode(to: encoder) }
    var value = encoder.singleValueContainer()
    try value.encode(description)
  }
}

extension PageDrawing.Fill: Codable {
  /// Reads `{"paint": "FF8000", "rule": "nonzero", "opacity": 1}`; the last two may be missing.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    let name: String? = try fields.optional("rule")
    guard let rule = Appearance.FillRule(name: name ?? "nonzero") else {
      throw fields.error("a rule is evenOdd or nonzero", at: "rule")
    }
    self.init(try fields.value("paint"), rule: rule, opacity: try fields.number("opacity", in: 0...1) ?? 1)
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(paint, forKey: "paint")
    try fields.encode(rule.name, forKey: "rule")
    try fields.encode(opacity, forKey: "opacity")
  }
}

extension PageDrawing.Stroke: Codable {
  /// Reads `{"paint": "000000", "width": 1, "dash": [3, 2], "dashPhase": 0, "cap": "butt", "join": "miter", "miterLimit": 10, "opacity": 1}`;
  /// all but the first two may be missing.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    self.init(
      try fields.value("paint"), width: try fields.value("width"), dash: try fields.optional("dash") ?? [],
      dashPhase: try fields.optional("dashPhase") ?? 0, cap: try fields.word("cap") ?? .butt,
      join: try fields.word("join") ?? .miter, miterLimit: try fields.optional("miterLimit") ?? 10,
      opacity: try fields.number("opacity", in: 0...1) ?? 1)
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(paint, forKey: "paint")
    try fields.encode(width, forKey: "width")
    if !dash.isEmpty {
      try fields.encode(dash, forKey: "dash")
      try fields.encode(dashPhase, forKey: "dashPhase")
    }
    try fields.encode(cap, forKey: "cap")
    try fields.encode(join, forKey: "join")
    try fields.encode(miterLimit, forKey: "miterLimit")
    try fields.encode(opacity, forKey: "opacity")
  }
}
