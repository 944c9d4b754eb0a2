import PostilModel

extension FieldLists {
  /// Writes the lists, of which those that were changed before know what they were.
  func write(_ listings: inout AnnotationListings) {
    for (parent, kids) in added {
      let listing: AnnotationListings.Listing = parent.map { .kids($0) } ?? .form("Fields")
      guard let original = listings.originals[listing], let items = changes.resolve(original).array else {
        continue
      }
      listings.originals[listing] = .array(items + kids.map { .reference($0) })
    }
    write()
  }
}
