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
  /// The fields that were left without a widget.
  var removedFields: Set<ObjectID> = []
}
