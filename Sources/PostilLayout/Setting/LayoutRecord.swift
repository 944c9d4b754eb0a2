/// What is known of a document only after it was set: it is set again until that stays the same.
struct LayoutRecord: Equatable {
  struct ListedHeading: Equatable {
    var level: Int
    var text: String
    var page: Int
    var name: String
  }

  var headings: [ListedHeading] = []
  /// The pages, from 1, of named places.
  var pages: [String: Int] = [:]
  var pageCount = 0
}
