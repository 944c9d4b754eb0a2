/// A rectangle (`/Square`); the pen runs along its edges, half inside and half outside.
public struct RectangleContent: Sendable, Hashable {
  /// The rectangle that the middle of the pen follows.
  public var rect: PageRect

  /// Makes a rectangle.
  public init(_ rect: PageRect) { self.rect = rect }
}

extension AnnotationContent {
  /// A rectangle (`/Square`); the pen runs along its edges, half inside and half outside.
  public static func rectangle(_ rect: PageRect) -> AnnotationContent {
    AnnotationContent(RectangleContent(rect))
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
  package static let keys = ["rect"]
  package static let capabilities = AnnotationCapabilities.all

  package var points: [PagePoint] { rect.corners }

  package func mapPoints(_ transform: (PagePoint) -> PagePoint) -> RectangleContent {
    RectangleContent(rect.mapCorners(transform))
  }

  package func bounds(_ style: StrokeStyle) -> PageRect { rect.insetBy(-style.lineWidth / 2) }

  package func appearance(_ style: StrokeStyle) -> Appearance {
    let painter = StylePainter(style)
    // Of a thin one the pen's two edges cannot be told apart.
    let items =
      rect.isThin
      ? painter.penColored(.rectangle(rect.insetBy(-style.lineWidth / 2)))
      : painter.filledAndStroked(.rectangle(rect))
    return painter.appearance(items, box: bounds(style))
  }

  package func isVisible(_ style: StrokeStyle) -> Bool { style.lineWidth > 0 || !rect.isEmpty }

  package func erasable(_ style: StrokeStyle) -> (any ErasableGeometry)? {
    ErasableInk(rectangle: rect, style: style)
  }
}

extension RectangleContent: Codable {
  /// Reads `{"rect": [x, y, width, height]}`.
  public init(from decoder: any Decoder) throws { self.init(try Fields(decoder).value("rect")) }

  /// Writes what the decoding initialiser reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(rect, forKey: "rect")
  }
}

extension RectangleContent: CustomStringConvertible {
  /// Where it is.
  public var description: String { "rectangle \(rect)" }
}

extension PageRect {
  /// Its lower left and upper right corner: all there is of it.
  var corners: [PagePoint] { [PagePoint(x: minX, y: minY), PagePoint(x: maxX, y: maxY)] }

  /// The rectangle of the two ``corners`` after a transform.
  func mapCorners(_ transform: (PagePoint) -> PagePoint) -> PageRect {
    PageRect(corner: transform(corners[0]), corner: transform(corners[1]))
  }

  /// Whether a pen that runs along its edges cannot tell two of them apart.
  var isThin: Bool { !(width >= InkStroke.dotSize && height >= InkStroke.dotSize) }

  /// The line from one corner to the other: all there is of a thin rectangle.
  var diagonal: InkStroke { InkStroke(points: corners, curve: .straight) }
}
