import PostilModel

@testable import PostilFile

/// Pages of a file that was just opened, by their ids.
extension FileStore {
  func annotations(of page: PageID) throws -> [Annotation] { try annotations(of: .opened(page.number - 1)) }

  func attributes(of page: PageID) throws -> PageAttributes { try attributes(of: .opened(page.number - 1)) }
}

extension DocumentState {
  /// Applies an edit to the state of a file.
  @discardableResult
  mutating func apply(_ edit: Edit, in store: FileStore) throws -> Edit {
    try apply(edit) { try store.annotations(of: $0) }
  }
}
