/// The register of kinds: the one place that lists them.
package enum AnnotationKinds {
  /// Every kind.
  package static let all: [any AnnotationKind.Type] = [
    LineContent.self,
    RectangleContent.self,
    EllipseContent.self,
    InkContent.self,
    PolygonContent.self,
    PolylineContent.self,
    TextMarkupContent.self,
    LinkContent.self,
    FreeTextContent.self,
    StampContent.self,
    CaretContent.self,
    RedactionContent.self,
    NoteContent.self,
    PopupContent.self,
    FileAttachmentContent.self,
    UnsupportedContent.self,
  ]

  /// The kinds by the subtypes of their annotations (`/Subtype`).
  package static let bySubtype: [String: any AnnotationKind.Type] = Dictionary(
    all.flatMap { kind in kind.members.map { ($0.subtype, kind) } }
  ) { first, _ in first }

  /// The kind that scripts call by a name.
  static func named(_ name: String) -> (any AnnotationKind.Type)? {
    all.first { $0.members.contains { $0.name == name } }
  }

  /// What kinds are called, by their names.
  static let titles = Dictionary(all.flatMap { $0.members.map { ($0.name, $0.title) } }) { first, _ in first }

  /// The names of all kinds, as a sentence lists them.
  static var names: String { all.flatMap { $0.members.map(\.name) }.joined(separator: ", ") }
}
