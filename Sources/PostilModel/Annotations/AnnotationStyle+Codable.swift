extension AnnotationStyle: Codable {
  static let keys = ["color", "fill", "lineWidth", "opacity", "fillOpacity", "dash"]

  /// Reads `{"color": "FF0000", "fill": "FFFF00", "lineWidth": 2, "opacity": 0.5, "dash": [3, 2]}`;
  /// every key may be left out, and keys that are not known are errors.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    try fields.allow(Self.keys, in: "a style")
    try self.init(fields)
  }

  /// Writes what ``init(from:)`` reads, without keys that have their default.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try encode(to: &fields)
  }

  /// Reads the style's part of an annotation. Unlike a slider, a script that is out of range is an error.
  init(_ fields: Fields) throws {
    let dash: [Double] = try fields.optional("dash") ?? []
    self.init(
      color: try fields.optional("color") ?? .black, fill: try fields.optional("fill"),
      lineWidth: try fields.number("lineWidth", in: 0...Self.maximumLineWidth) ?? 1,
      opacity: try fields.number("opacity", in: 0...1) ?? 1,
      fillOpacity: try fields.number("fillOpacity", in: 0...1), dash: dash)
    guard self.dash == dash else {
      throw fields.error("dashes and gaps are lengths from 0, and not all of them 0", at: "dash")
    }
  }

  /// Writes the style's part of an annotation.
  func encode(to fields: inout KeyedEncodingContainer<Fields.Name>) throws {
    if color != .black { try fields.encode(color, forKey: "color") }
    try fields.encodeIfPresent(fill, forKey: "fill")
    if lineWidth != 1 { try fields.encode(lineWidth, forKey: "lineWidth") }
    if opacity != 1 { try fields.encode(opacity, forKey: "opacity") }
    try fields.encodeIfPresent(fillOpacity, forKey: "fillOpacity")
    if !dash.isEmpty { try fields.encode(dash, forKey: "dash") }
  }
}
