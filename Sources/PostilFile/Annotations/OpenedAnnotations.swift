package import PostilModel

/// The annotations of a page as its source has them.
package struct OpenedAnnotations: Sendable {
  /// The annotations, found by id.
  package let annotations: AnnotationList
  /// Where each is in the file.
  package let marks: [AnnotationID: AnnotationLocator]
  /// Those whose appearance Postil made: others keep theirs when they are moved.
  package let ownAppearances: Set<AnnotationID>

  package init(
    list: [Annotation], marks: [AnnotationID: AnnotationLocator], ownAppearances: Set<AnnotationID> = []
  ) {
    annotations = AnnotationList(list)
    self.marks = marks
    self.ownAppearances = ownAppearances
  }

  /// The annotations, bottom first.
  package var list: [Annotation] { annotations.items }

  /// The annotation with an id. O(log n).
  package subscript(id: AnnotationID) -> Annotation? { annotations[id] }

  /// Whether this is one of them, perhaps changed since. O(log n).
  package func has(_ annotation: Annotation) -> Bool {
    annotations[annotation.id]?.subtype == annotation.subtype
  }

  /// Those of a page that was not looked at.
  package static let none = OpenedAnnotations(list: [], marks: [:])
}
