import Foundation

extension Appearance: Codable {
  private static let keys = ["items", "opacity", "blendMode", "box"]

  /// Reads `{"items": […], "opacity": 1, "blendMode": "Normal", "box": [x, y, width, height]}`; all but the items may be left out. An item is
  /// one of:
  ///
  /// - `{"path": [["m", x, y], ["l", x, y], ["c", x, y, x, y, x, y], ["h"]], "fill": "FF8000", "fillRule": "nonzero", "fillOpacity": 1,
  ///   "pen": {"color": "000000", "width": 1, "dash": [3, 2], "round": true}, "penOpacity": 1}`
  /// - `{"text": "…", "font": {…}, "color": "000000", "alignment": "left", "lineSpacing": 1, "frame": […], "rotation": 90, "scaled": true}`
  /// - `{"image": base 64, "frame": […], "rotation": 90}`
  /// - `{"document": base 64, "page": index from 0, "frame": […], "rotation": 90}`
  /// - `{"group": {"items": …}}`
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    try fields.allow(Self.keys, in: "a picture")
    guard decoder.codingPath.count(where: { $0.stringValue == "group" }) < Self.deepestGroup else {
      throw fields.error("groups lie in each other too deep")
    }
    self.init(
      items: try fields.value("items"), opacity: try fields.number("opacity", in: 0...1) ?? 1,
      blendMode: try fields.optional("blendMode").map { BlendMode(rawValue: $0) } ?? .normal,
      box: try fields.optional("box"))
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(items, forKey: "items")
    if opacity != 1 { try fields.encode(opacity, forKey: "opacity") }
    if blendMode != .normal { try fields.encode(blendMode.rawValue, forKey: "blendMode") }
    try fields.encodeIfPresent(box, forKey: "box")
  }
}

extension Appearance.Item: Codable {
  private static let keys = [
    "path", "fill", "fillRule", "fillOpacity", "pen", "penOpacity", "text", "font", "color", "alignment",
    "lineSpacing", "frame", "rotation", "scaled", "image", "document", "page", "group",
  ]

  /// Reads an item of an ``Appearance``, as told there.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    try fields.allow(Self.keys, in: "an item of a picture")
    func data(_ key: String) throws -> Data? {
      guard let text: String = try fields.optional(key) else { return nil }
      guard let data = Data(base64Encoded: text) else { throw fields.error("this is not base 64", at: key) }
      return data
    }
    func place() throws -> UprightFrame {
      UprightFrame(try fields.value("frame"), try fields.rotation("rotation") ?? .none)
    }
    if let path: PagePath = try fields.optional("path") {
      let rule: String = try fields.optional("fillRule") ?? "evenOdd"
      guard let fillRule = Appearance.FillRule(name: rule) else {
        throw fields.error("this is evenOdd or nonzero", at: "fillRule")
      }
      self.init(
        path: path, fill: try fields.optional("fill"), fillRule: fillRule,
        fillOpacity: try fields.number("fillOpacity", in: 0...1) ?? 1, pen: try fields.optional("pen"),
        penOpacity: try fields.number("penOpacity", in: 0...1) ?? 1)
    } else if let string: String = try fields.optional("text") {
      let place = try place()
      self = .text(
        Appearance.Text(
          string, font: try fields.optional("font") ?? TextFont(),
          color: try fields.optional("color") ?? .black,
          alignment: try fields.optional("alignment") ?? .left,
          lineSpacing: try fields.number("lineSpacing", in: Appearance.Text.lineSpacings) ?? 1),
        in: place.frame, rotation: place.rotation,
        fitting: try fields.optional("scaled") == true ? .scaled : .wrapped)
    } else if let bytes = try data("image") {
      let (place, image) = (try place(), Result { try Appearance.Image(bytes) })
      guard let image = try? image.get() else { throw fields.error("this is no image", at: "image") }
      self = .image(image, in: place.frame, rotation: place.rotation)
    } else if let bytes = try data("document") {
      let place = try place()
      self = .page(
        of: bytes, index: try fields.integer("page") ?? 0, in: place.frame, rotation: place.rotation)
    } else {
      self = .group(try fields.value("group"))
    }
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    func encode(_ place: UprightFrame) throws {
      try fields.encode(place.frame, forKey: "frame")
      if place.rotation != .none { try fields.encode(place.rotation, forKey: "rotation") }
    }
    switch content {
    case .path(let path):
      try fields.encode(path.path, forKey: "path")
      try fields.encodeIfPresent(path.fill, forKey: "fill")
      if path.fillRule != .evenOdd { try fields.encode(path.fillRule.name, forKey: "fillRule") }
      if path.fillOpacity != 1 { try fields.encode(path.fillOpacity, forKey: "fillOpacity") }
      try fields.encodeIfPresent(path.pen, forKey: "pen")
      if path.penOpacity != 1 { try fields.encode(path.penOpacity, forKey: "penOpacity") }
    case .text(let text):
      try fields.encode(text.text.string, forKey: "text")
      try fields.encode(text.text.font, forKey: "font")
      try fields.encode(text.text.color, forKey: "color")
      if text.text.alignment != .left { try fields.encode(text.text.alignment, forKey: "alignment") }
      if text.text.lineSpacing != 1 { try fields.encode(text.text.lineSpacing, forKey: "lineSpacing") }
      if text.fitting == .scaled { try fields.encode(true, forKey: "scaled") }
      try encode(text.place)
    case .image(let image):
      try fields.encode(image.image.data.base64EncodedString(), forKey: "image")
      try encode(image.place)
    case .page(let page):
      try fields.encode(page.document.base64EncodedString(), forKey: "document")
      if page.index != 0 { try fields.encode(page.index, forKey: "page") }
      try encode(page.place)
    case .group(let group): try fields.encode(group, forKey: "group")
    }
  }
}

extension Appearance.FillRule {
  init?(name: String) {
    switch name {
    case "evenOdd": self = .evenOdd
    case "nonzero": self = .nonzero
    default: return nil
    }
  }

  var name: String { self == .evenOdd ? "evenOdd" : "nonzero" }
}

extension Appearance.Pen: Codable {
  /// Reads `{"color": "000000", "width": 1, "dash": [3, 2], "round": true}`; the last two may be left out.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    try fields.allow(["color", "width", "dash", "round"], in: "a pen")
    guard let width = try fields.number("width", in: 0...Double.coordinateLimit) else {
      throw fields.error("the key 'width' is missing")
    }
    let dash: [Double] = try fields.optional("dash") ?? []
    guard dash.allSatisfy({ (0...Double.coordinateLimit).contains($0) }) else {
      throw fields.error("dashes and gaps are 0 or more", at: "dash")
    }
    self.init(
      color: try fields.value("color"), width: width, dash: dash,
      isRound: try fields.optional("round") ?? false)
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(color, forKey: "color")
    try fields.encode(width, forKey: "width")
    if !dash.isEmpty { try fields.encode(dash, forKey: "dash") }
    if isRound { try fields.encode(true, forKey: "round") }
  }
}
