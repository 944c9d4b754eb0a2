/// A rectangle (`/Square`); the pen runs along its edges, half inside and half outside.
public struct RectangleContent: Sendable, Hashable {
  /// The rectangle that the middle of the pen follows.
  public var rect: PageRect
  /// How large the bulges of a cloudy outline are, 0…2; at 0 the edges are straight. The bulges stand out of the
  /// rectangle.
  public var cloudIntensity: Double { didSet { cloudIntensity = CloudIntensity.clamped(cloudIntensity) } }

  /// Makes a rectangle.
  ///
  /// - Parameter cloudIntensity: How large the bulges of a cloudy outline are; brought into 0…2, 0 for straight edges.
  public init(_ rect: PageRect, cloudIntensity: Double = 0) {
    self.rect = rect
    self.cloudIntensity = CloudIntensity.clamped(cloudIntensity)
  }
}

extension AnnotationContent {
  /// A rectangle (`/Square`); the pen runs along its edges, half inside and half outside.
  public static func rectangle(_ rect: PageRect, cloudIntensity: Double = 0) -> AnnotationContent {
    AnnotationContent(RectangleContent(rect, cloudIntensity: cloudIntensity))
  }

  /// The rectangle; `nil` for another kind.
  public var rectangle: RectangleContent? {
    get { self[as: RectangleContent.self] }
    set { self[as: RectangleContent.self] = newValue }
  }
}

extension AnnotationContent.Kind {
  /// A rectangle (`/Square`).
  public static let rectangle = AnnotationContent.Kind(rawValue: RectangleContent.name)
}

extension RectangleContent: AnnotationKind {
  package static let subtype = "Square"
  package static let name = "rectangle"
  package static let title = "Rectangle"
  package static let keys = ["rect", "cloudIntensity"]
  package static let capabilities = AnnotationCapabilities.all

  package var points: [PagePoint] { rect.corners }

  package func mapPoints(_ transform: (PagePoint) -> PagePoint) -> RectangleContent {
    RectangleContent(rect.mapCorners(transform), cloudIntensity: cloudIntensity)
  }

  package func bounds(_ style: AnnotationStyle) -> PageRect {
    (cloud(style)?.path.extent ?? rect).insetBy(-style.lineWidth / 2)
  }

  package func appearance(_ style: AnnotationStyle) -> Appearance {
    let painter = StylePainter(style)
    if let cloud = cloud(style) { return painter.appearance(painter.cloud(cloud), box: bounds(style)) }
    // Of a thin one the pen's two edges cannot be told apart.
    let items =
      rect.isThin
      ? painter.penColored(.rectangle(rect.insetBy(-style.lineWidth / 2)))
      : painter.filledAndStroked(.rectangle(rect))
    return painter.appearance(items, box: bounds(style))
  }

  package func isVisible(_ style: AnnotationStyle) -> Bool { style.lineWidth > 0 || !rect.isEmpty }

  package func erasable(_ style: AnnotationStyle) -> (any ErasableGeometry)? {
    cloud(style).map { ErasableInk(outline: $0.path, style: style) }
      ?? ErasableInk(rectangle: rect, style: style)
  }

  /// The outline of the cloud; `nil` if the edges are straight.
  private func cloud(_ style: AnnotationStyle) -> CloudOutline? {
    guard cloudIntensity > 0, !rect.isThin else { return nil }
    return CloudOutline(PagePath.corners(of: rect), intensity: cloudIntensity, lineWidth: style.lineWidth)
  }
}

extension RectangleContent: Codable {
  /// Reads `{"rect": [x, y, width, height], "cloudIntensity": 1}`; the intensity, 0…2, may be left out.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    self.init(try fields.value("rect"), cloudIntensity: try fields.number("cloudIntensity", in: 0...2) ?? 0)
  }

  /// Writes what the decoding initializer reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(rect, forKey: "rect")
    if cloudIntensity > 0 { try fields.encode(cloudIntensity, forKey: "cloudIntensity") }
  }
}

extension RectangleContent: CustomStringConvertible {
  /// Where it is.
  public var description: String { "\(cloudIntensity > 0 ? "cloud" : "rectangle") \(rect)" }
}

extension PageRect {
  /// Its lower left and upper right corner: all there is of it.
  var corners: [PagePoint] { [PagePoint(x: minX, y: minY), PagePoint(x: maxX, y: maxY)] }

  /// The rectangle of the two ``corners`` after a transform.
  package func mapCorners(_ transform: (PagePoint) -> PagePoint) -> PageRect {
    PageRect(corner: transform(corners[0]), corner: transform(corners[1]))
  }

  /// Whether a pen that runs along its edges cannot tell two of them apart.
  var isThin: Bool { !(width >= InkStroke.dotSize && height >= InkStroke.dotSize) }

  /// The line from one corner to the other: all there is of a thin rectangle.
  var diagonal: InkStroke { InkStroke(points: corners, curve: .straight) }
}
