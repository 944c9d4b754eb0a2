/// An annotation that Postil does not draw: of another kind, or in a form that it does not understand. It is
/// shown as the file has it, and everything in it is kept; it can be moved and removed. What the file says of it can be
/// read by ``PDFDocument/rawValue(of:on:)``.
public struct UnsupportedContent: Sendable, Hashable {
  /// The PDF subtype: `Widget`, `Sound` or another, also one that Postil draws in other forms.
  public let subtype: String
  /// Its rectangle on the page (`/Rect`).
  public var bounds: PageRect

  /// Makes a description of an annotation. Such ones cannot be added to a document.
  public init(subtype: String, bounds: PageRect) {
    self.subtype = subtype
    self.bounds = bounds
  }
}

extension AnnotationContent {
  /// An annotation that Postil lists, moves and removes, but does not draw: its PDF subtype, and its
  /// rectangle on the page.
  public static func unsupported(subtype: String, bounds: PageRect) -> AnnotationContent {
    AnnotationContent(UnsupportedContent(subtype: subtype, bounds: bounds))
  }

  /// What is known of an annotation that Postil does not draw; `nil` for one that it does.
  public var unsupported: UnsupportedContent? {
    get { self[as: UnsupportedContent.self] }
    set { self[as: UnsupportedContent.self] = newValue }
  }
}

extension AnnotationContent.Kind {
  /// Any that Postil does not draw: ``AnnotationContent/subtype`` tells which.
  public static let unsupported = AnnotationContent.Kind(rawValue: UnsupportedContent.name)
}

extension UnsupportedContent: AnnotationKind {
  package static let subtype = ""
  package static let name = "unsupported"
  package static let title = "Other"
  package static let keys = ["subtype", "bounds"]
  package static let capabilities: AnnotationCapabilities = [.moved]

  package var points: [PagePoint] { bounds.corners }

  package func mapPoints(_ transform: (PagePoint) -> PagePoint) -> UnsupportedContent {
    UnsupportedContent(subtype: subtype, bounds: bounds.mapCorners(transform))
  }

  package func bounds(_ style: AnnotationStyle) -> PageRect { bounds }
  package func appearance(_ style: AnnotationStyle) -> Appearance { Appearance() }
  package func isVisible(_ style: AnnotationStyle) -> Bool { true }
}

extension UnsupportedContent: Codable {
  /// Reads `{"subtype": "Link", "bounds": [x, y, width, height]}`.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    self.init(subtype: try fields.value("subtype"), bounds: try fields.value("bounds"))
  }

  /// Writes what the decoding initializer reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(subtype, forKey: "subtype")
    try fields.encode(bounds, forKey: "bounds")
  }
}

extension UnsupportedContent: CustomStringConvertible {
  /// The subtype and where it is.
  public var description: String { "\(subtype) \(bounds)" }
}
