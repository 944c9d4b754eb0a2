import PostilModel

/// Readers take the corners as upper left, upper right, lower left, lower right (ISO 32000-2, 12.5.6.10, says
/// otherwise). What other programs wrote in another order is sorted by where the corners are.
extension TextMarkupContent: AnnotationCodec {
  static let ownedKeys: [PDFName] = ["QuadPoints", "BM"]
  static let styleKeys: Set<PDFName> = ["C", "CA"]

  init?(_ source: AnnotationSource, _ style: inout AnnotationStyle) {
    guard let type = TextMarkupType(subtype: source.subtype), let quads = source.quads("QuadPoints") else {
      return nil
    }
    style.fill = nil
    style.fillOpacity = nil
    let mode = source["BM"].name.map { Appearance.BlendMode(rawValue: $0.description) }
    self.init(type, quads, blendMode: mode, isReplacement: source["IT"].name == Self.replacement)
  }

  static func foreignKeys(in source: AnnotationSource) -> [PDFName] {
    guard let mode = source["BM"].name else { return [] }
    return Self.blendModes.contains(Appearance.BlendMode(rawValue: mode.description)) ? [] : ["BM"]
  }

  /// The intent of text that a caret replaces.
  private static let replacement: PDFName = "StrikeOutTextEdit"

  /// Those that are painted alike on screen and in readers.
  private static let blendModes: [Appearance.BlendMode] = [.normal, .multiply, .screen, .darken, .lighten]

  func write(to dictionary: inout PDFDictionary, _ style: AnnotationStyle) {
    dictionary["QuadPoints"] = .points(quads.flatMap(\.corners))
    dictionary.setIntent(Self.replacement, isReplacement)
    dictionary["BM"] = blendMode == type.defaultBlendMode ? nil : .name(PDFName(blendMode.rawValue))
  }
}

extension TextMarkupType {
  fileprivate init?(subtype: String) {
    guard let type = Self.allCases.first(where: { $0.subtype == subtype }) else {
      return nil
    }
    self = type
  }
}

extension AnnotationSource {
  /// The quadrilaterals of an array of coordinates; `nil` if there are none, or one is not usable.
  func quads(_ key: PDFName) -> [PageQuad]? {
    guard let points = points(key), !points.isEmpty, points.count % 4 == 0 else { return nil }
    return stride(from: 0, to: points.count, by: 4).map { PageQuad(inAnyOrder: Array(points[$0..<$0 + 4])) }
  }
}

extension PageQuad {
  /// Makes a quadrilateral of four corners as a file has them. The order that readers expect is kept; of others the one
  /// whose sides do not cross is taken, and text is never mirrored.
  fileprivate init(inAnyOrder points: [PagePoint]) {
    let (a, b, c, d) = (points[0], points[1], points[2], points[3])
    let orders = [
      PageQuad(upperLeft: a, upperRight: b, lowerLeft: c, lowerRight: d),
      // The order of ISO 32000, around the edge.
      PageQuad(upperLeft: d, upperRight: c, lowerLeft: a, lowerRight: b),
      PageQuad(upperLeft: a, upperRight: c, lowerLeft: d, lowerRight: b),
    ]
    // The first of equal ones.
    let quad = orders.dropFirst().reduce(orders[0]) { $1.area > $0.area ? $1 : $0 }
    self = quad.isMirrored ? quad.flipped : quad
  }

  /// Whether the upper side is to the right of the direction of the text.
  private var isMirrored: Bool {
    let (dx, dy) = (upperRight.x - upperLeft.x, upperRight.y - upperLeft.y)
    return dx * (lowerLeft.y - upperLeft.y) - dy * (lowerLeft.x - upperLeft.x) > 0
  }

  /// The quadrilateral with upper and lower side exchanged: Acrobat's order, among others.
  private var flipped: PageQuad {
    PageQuad(upperLeft: lowerLeft, upperRight: lowerRight, lowerLeft: upperLeft, lowerRight: upperRight)
  }
}
