/// What makes a line the measure of a distance, a polyline that of a perimeter and a polygon that of an area (ISO 32000-2,
/// 12.5.6.7, 12.5.6.9 and 12.9): a scale, and a caption with the value. The caption is the annotation's text too
/// (``Annotation/contents``), and follows every change of the shape.
public struct PageMeasurement: Sendable, Hashable {
  /// The scale.
  public var scale: MeasurementScale
  /// Whether the caption stands on the page.
  public var isCaptionShown: Bool
  /// The size of the caption's font, in points.
  public var captionSize: Double
  /// How far the page is turned on which the caption stands upright.
  public var rotation: PageRotation
  /// What stands before and behind the value.
  private var prefix = ""
  private var suffix = ""
  /// A text without the value.
  private var ownText: String?

  /// The sizes that captions have.
  static let captionSizes = 1.0...300.0

  /// Makes a measurement.
  ///
  /// - Parameters:
  ///   - scale: The scale; on a page with another unit than a point that of ``MeasurementScale/forPage(userUnit:)``.
  ///   - isCaptionShown: Whether the value stands on the page.
  ///   - captionSize: The size of the caption's font, in points; brought into 1…300.
  ///   - rotation: How far the page is turned on which the caption stands upright.
  public init(
    _ scale: MeasurementScale, isCaptionShown: Bool = true, captionSize: Double = 9,
    rotation: PageRotation = .none
  ) {
    self.scale = scale
    self.isCaptionShown = isCaptionShown
    let sizes = Self.captionSizes
    self.captionSize = captionSize.isNaN ? 9 : min(max(captionSize, sizes.lowerBound), sizes.upperBound)
    self.rotation = rotation
  }

  // MARK: Text

  /// The caption for a value.
  func text(_ value: String) -> String { ownText ?? prefix + value + suffix }

  /// Takes a text: where it has the value, the value stays in step with the shape.
  mutating func setText(_ text: String, value: String) {
    (prefix, suffix, ownText) = ("", "", nil)
    let text = text.split(omittingEmptySubsequences: false) { $0 == "\r\n" || $0 == "\r" || $0 == "\n" }
      .joined(separator: "\n")
    guard !text.isEmpty else { return }
    guard let range = Self.range(of: value, in: text) else { return ownText = text }
    prefix = String(text[..<range.lowerBound])
    suffix = String(text[range.upperBound...])
  }

  /// Where a text has a value. Another program may have written it with other zeros: `10.00 in` is `10 in`.
  private static func range(of value: String, in text: String) -> Range<String.Index>? {
    if let exact = text.firstRange(of: value) { return exact }
    guard let wanted = number(value[...]), let found = number(text[...]),
      abs(wanted.value - found.value) <= abs(wanted.value) * 0.005
    else { return nil }
    let unit = value[wanted.range.upperBound...].drop { $0 == " " }
    let behind = text[found.range.upperBound...]
    let gap = behind.prefix { $0 == " " }
    guard behind.dropFirst(gap.count).hasPrefix(unit) else { return nil }
    return found.range.lowerBound..<text.index(behind.startIndex, offsetBy: gap.count + unit.count)
  }

  /// The first number in a text, written with a point.
  private static func number(_ text: Substring) -> (value: Double, range: Range<String.Index>)? {
    guard let start = text.firstIndex(where: \.isWholeNumber) else { return nil }
    let digits = text[start...].prefix { "0123456789.,".contains($0) }
    guard let value = Double(digits.filter { $0 != "," }) else { return nil }
    return (value, start..<digits.endIndex)
  }

  // MARK: Painting

  /// The caption as it is painted; `nil` if it is not, or empty.
  func caption(_ value: String, _ color: Color) -> Appearance.Text? {
    let text = text(value).filter { !$0.isNewline || $0 == "\n" }
    let visible = String(
      text.unicodeScalars.filter { $0.properties.generalCategory != .control || $0 == "\n" }.map(
        Character.init))
    guard isCaptionShown, !visible.allSatisfy(\.isWhitespace) else { return nil }
    return Appearance.Text(
      visible, font: TextFont("Helvetica", size: captionSize), color: color, alignment: .center)
  }

  /// How much room a caption takes on the page, estimated: it is fitted in.
  func room(for caption: Appearance.Text) -> (width: Double, height: Double) {
    let lines = caption.string.split(separator: "\n", omittingEmptySubsequences: false)
    let width = Double(lines.map(\.count).max() ?? 0) * captionSize * 0.62
    let height = Double(lines.count) * captionSize * 1.2
    return rotation.isSideways ? (height, width) : (width, height)
  }

  /// The caption around a point.
  func item(_ caption: Appearance.Text, around center: PagePoint) -> (item: Appearance.Item, frame: PageRect)
  {
    let (width, height) = room(for: caption)
    let frame = PageRect(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
    return (.text(caption, in: frame, rotation: rotation, fitting: .scaled), frame)
  }

  /// The middle of a caption beside a line, on the side that is up, or else left, for the reader.
  func center(_ caption: Appearance.Text, beside line: (PagePoint, PagePoint), lineWidth: Double) -> PagePoint
  {
    let middle = line.0.interpolated(to: line.1, at: 0.5)
    let length = line.0.distance(to: line.1)
    guard length > 0 else { return middle }
    var (nx, ny) = (-(line.1.y - line.0.y) / length, (line.1.x - line.0.x) / length)
    let (width, height) = room(for: caption)
    let up: (x: Double, y: Double) =
      switch rotation {
      case .none: (0, 1)
      case .clockwise90: (-1, 0)
      case .clockwise180: (0, -1)
      case .clockwise270: (1, 0)
      }
    let rise = nx * up.x + ny * up.y
    // Beside an upright line, to the left of the reader.
    let left = nx * -up.y + ny * up.x
    if rise < -1e-9 || (abs(rise) <= 1e-9 && left < 0) { (nx, ny) = (-nx, -ny) }
    let distance = (abs(nx) * width + abs(ny) * height) / 2 + lineWidth / 2 + 1
    return middle.offset(dx: nx * distance, dy: ny * distance)
  }

  /// - Throws: ``PDFError`` with code `.invalidArgument` if the scale gives no numbers, or the caption cannot be set.
  func requireUsable(_ value: String) throws {
    guard scale.isUsable else {
      throw PDFError(.invalidArgument, "The factors of a scale are above 0: '\(scale.ratio)' has others.")
    }
    try caption(value, .black)?.requireUsable()
  }
}

extension PageMeasurement: Codable {
  static let keys = ["scale", "caption", "captionSize", "captionRotation", "ownText", "prefix", "suffix"]

  /// Reads `{"scale": "1 in = 10 ft", "caption": true, "captionSize": 9, "captionRotation": 90}`; only the scale is needed. Besides
  /// there may be a `prefix` and a `suffix` of the value, or an `ownText` in place of it.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    try fields.allow(Self.keys, in: "a measurement")
    let degrees = try fields.integer("captionRotation") ?? 0
    guard let rotation = PageRotation(degrees: degrees) else {
      throw fields.error("a rotation is a multiple of 90", at: "captionRotation")
    }
    self.init(
      try fields.value("scale"), isCaptionShown: try fields.optional("caption") ?? true,
      captionSize: try fields.number("captionSize", in: Self.captionSizes) ?? 9, rotation: rotation)
    ownText = try fields.optional("ownText")
    prefix = try fields.optional("prefix") ?? ""
    suffix = try fields.optional("suffix") ?? ""
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(scale, forKey: "scale")
    if !isCaptionShown { try fields.encode(false, forKey: "caption") }
    if captionSize != 9 { try fields.encode(captionSize, forKey: "captionSize") }
    if rotation != .none { try fields.encode(rotation.degrees, forKey: "captionRotation") }
    try fields.encodeIfPresent(ownText, forKey: "ownText")
    if !prefix.isEmpty { try fields.encode(prefix, forKey: "prefix") }
    if !suffix.isEmpty { try fields.encode(suffix, forKey: "suffix") }
  }
}

extension AnnotationCapabilities {
  /// Those of a shape that is a measurement: half of it would measure something else.
  func ofMeasured(_ measurement: PageMeasurement?) -> AnnotationCapabilities {
    measurement == nil ? self : subtracting(.erasedInParts)
  }
}
