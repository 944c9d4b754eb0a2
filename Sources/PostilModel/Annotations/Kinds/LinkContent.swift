/// A link (`/Link`): an area that leads to a web address or to another place in the document. It paints nothing; links of
/// other programs keep the frames that they have. The style plays no part.
///
/// ```swift
/// let area = PageRect(x: 72, y: 700, width: 90, height: 14)
/// try document.add(Annotation(.link(area, to: .uri("https://example.org"))), to: page.id)
/// ```
public struct LinkContent: Sendable, Hashable {
  /// The area.
  public var rect: PageRect
  /// Where it leads.
  public var target: LinkTarget

  /// Makes a link.
  public init(_ rect: PageRect, to target: LinkTarget) {
    self.rect = rect
    self.target = target
  }
}

extension AnnotationContent {
  /// A link (`/Link`): an area that leads to a web address or to another place in the document.
  public static func link(_ rect: PageRect, to target: LinkTarget) -> AnnotationContent {
    AnnotationContent(LinkContent(rect, to: target))
  }

  /// The link; `nil` for another kind.
  public var link: LinkContent? {
    get { self[as: LinkContent.self] }
    set { self[as: LinkContent.self] = newValue }
  }
}

extension AnnotationContent.Kind {
  /// A link (`/Link`).
  public static let link = AnnotationContent.Kind(rawValue: LinkContent.name)
}

extension LinkContent: AnnotationKind {
  package static let subtype = "Link"
  package static let name = "link"
  package static let title = "Link"
  package static let keys = ["rect"] + LinkTarget.keys
  package static let capabilities: AnnotationCapabilities = [.added, .restyled, .moved, .resized]

  package var points: [PagePoint] { rect.corners }
  package var linkedPage: PageID? { if case .place(let place) = target { place.page } else { nil } }

  package func mapPoints(_ transform: (PagePoint) -> PagePoint) -> LinkContent {
    LinkContent(rect.mapCorners(transform), to: target)
  }

  package func bounds(_ style: AnnotationStyle) -> PageRect { rect }
  package func appearance(_ style: AnnotationStyle) -> Appearance { Appearance() }
  package func normalized() -> LinkContent { LinkContent(rect, to: target.normalized) }
  package func isVisible(_ style: AnnotationStyle) -> Bool { !rect.isEmpty && target.isUsable }
}

extension LinkContent: Codable {
  /// Reads `{"rect": [x, y, width, height], "uri": "https://example.org"}`; instead of `uri` it may have `to`, a
  /// ``PageDestination``, `named`, the name of a place, or `foreign`, the kind of an action that is only kept.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    self.init(try fields.value("rect"), to: try LinkTarget(fields))
  }

  /// Writes what the decoding initializer reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(rect, forKey: "rect")
    try target.encode(to: &fields)
  }
}

extension LinkContent: CustomStringConvertible {
  /// Where it is, and where it leads.
  public var description: String { "link \(rect) to \(target)" }
}
