/// What an annotation is to another one on its page (`/IRT` and `/RT`, ISO 32000-2, table 173; `/Parent` of a pop-up window). It
/// is removed along with that one. More may come: have a default where you switch over it.
public enum AnnotationRelation: Sendable, Hashable {
  /// An answer to the other one.
  case reply(to: AnnotationID)
  /// A part of the other one: readers show both as one, with text, author and date of the other.
  case part(of: AnnotationID)
  /// The window that shows the text of the other one.
  case popup(of: AnnotationID)

  /// The other annotation.
  public var target: AnnotationID {
    switch self {
    case .reply(let id), .part(let id), .popup(let id): id
    }
  }
}

extension AnnotationRelation {
  /// The same relation to another annotation.
  package func to(_ id: AnnotationID) -> AnnotationRelation {
    switch self {
    case .reply: .reply(to: id)
    case .part: .part(of: id)
    case .popup: .popup(of: id)
    }
  }
}
