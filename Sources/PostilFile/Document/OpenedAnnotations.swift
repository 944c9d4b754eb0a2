package import PostilModel

/// The annotations of a page in the file as it was opened.
package struct OpenedAnnotations: Sendable {
  /// The annotations, bottom first.
  package let list: [Annotation]
  /// Where each is in the file.
  package let marks: [AnnotationID: AnnotationLocator]

  /// Those of a page that nobody looked at.
  package static let none = OpenedAnnotations(list: [], marks: [:])
}
