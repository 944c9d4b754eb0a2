/// What edits made of one page: its source, and how it differs from that.
package struct PageState: Sendable, Hashable, Codable {
  /// Where its content comes from.
  package var source: PageSource
  /// How far it was turned clockwise from the way the source has it.
  package var rotation: PageRotation
  /// Boxes that are others than those of the source; `nil` if none is. Boxes that are not listed are the source's.
  package var boxes: [PageBox: PageRect]?
  /// Where the content stands; `nil` if it is where the source has it.
  package var placement: ContentPlacement?
  /// The annotations, bottom first; `nil` if they are those of the source.
  package var annotations: AnnotationList?

  /// The annotations that are a part of the page's content now, in the order in which they cover each other; `nil`: none. They
  /// are none of ``annotations``.
  package var flattened: [AnnotationID]?
  /// Those of ``flattened`` that are painted before the page's content, which covers them; `nil`: none.
  package var underlays: Set<AnnotationID>?
  /// Marks that edits set or took away, by their names; `nil`: all are as the source has them.
  package var marks: [String: MarkChange]?
  /// Entries of its dictionary that edits set, by their keys, and null for those that were taken away; `nil`: none.
  package var entries: [String: PDFValue]?

  /// What those of the flattened annotations are that the source does not have, or has otherwise; `nil`: there are none.
  package var flattenedValues: [AnnotationID: Annotation]?

  package init(
    source: PageSource, rotation: PageRotation = .none, boxes: [PageBox: PageRect]? = nil,
    annotations: AnnotationList? = nil
  ) {
    self.source = source
    self.rotation = rotation
    self.boxes = boxes
    self.annotations = annotations
  }

  /// The state of a page of the file that no edit changed.
  init(unchanged page: PageID) { self.init(source: .opened(page.number - 1)) }
}
