/// A change to the annotations of one page: what a tool gives when it is done.
public enum AnnotationChange: Sendable, Hashable {
  /// Puts an annotation at a place in the page's list, where 0 is the bottom; `nil` is the top.
  case add(Annotation, at: Int? = nil)
  /// Puts an annotation in the place of the one with the same id.
  case replace(Annotation)
  /// Takes an annotation away.
  case remove(AnnotationID)
}
