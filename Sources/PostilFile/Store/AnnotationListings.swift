import PostilModel

/// The lists outside of pages that name annotations: the form's fields, their kids and their order of calculation
/// (ISO 32000-2, 12.7), and the structure tree (14.7.5.3). An annotation that is removed is taken out of them, and gets its
/// place in them again when it is brought back.
struct AnnotationListings {
  enum Listing: Hashable {
    /// `/Fields` or `/CO` of the form.
    case form(PDFName)
    /// `/Kids` of a field.
    case kids(ObjectID)
    /// `/K` of a structure element.
    case structure(ObjectID)
  }

  /// The lists as they were before the first annotation was taken out of them.
  var originals: [Listing: PDFObject] = [:]
  /// The annotations that were removed from pages.
  var removed: Set<ObjectID> = []
  /// The structure elements that were left without anything in them, and are out of the tree.
  var removedElements: Set<ObjectID> = []
  /// The elements of annotations that were removed: while they are out of the tree its list of parents does not name them.
  var elements: [ObjectID: ObjectID] = [:]
  /// The fields that were left without a widget.
  var removedFields: Set<ObjectID> = []
}
