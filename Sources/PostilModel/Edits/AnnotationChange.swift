/// A change to the annotations of one page: what a tool gives when it is done.
public struct AnnotationChange: Sendable, Hashable {
  /// What the change does. More kinds may come.
  package enum Kind: Sendable, Hashable {
    case add(Annotation, at: Int?)
    case replace(Annotation)
    case remove(AnnotationID)
  }

  package let kind: Kind

  /// Puts an annotation at an index in the page's list, where 0 is the bottom; `nil` is the top.
  public static func add(_ annotation: Annotation, at index: Int? = nil) -> AnnotationChange {
    AnnotationChange(kind: .add(annotation, at: index))
  }

  /// Puts an annotation in the place of the one with the same id.
  public static func replace(_ annotation: Annotation) -> AnnotationChange {
    AnnotationChange(kind: .replace(annotation))
  }

  /// Takes an annotation away.
  public static func remove(_ id: AnnotationID) -> AnnotationChange { AnnotationChange(kind: .remove(id)) }

  /// The annotation that is added or that takes the place of another; `nil` if one is taken away.
  public var annotation: Annotation? {
    switch kind {
    case .add(let annotation, _), .replace(let annotation): annotation
    case .remove: nil
    }
  }

  /// The annotation that it is about.
  public var id: AnnotationID {
    switch kind {
    case .add(let annotation, _), .replace(let annotation): annotation.id
    case .remove(let id): id
    }
  }
}

extension AnnotationChange: CustomStringConvertible {
  /// What it does, and to which annotation: `remove note-1`.
  public var description: String {
    switch kind {
    case .add(let annotation, _): "add \(annotation)"
    case .replace(let annotation): "replace \(annotation)"
    case .remove(let id): "remove \(id)"
    }
  }
}
