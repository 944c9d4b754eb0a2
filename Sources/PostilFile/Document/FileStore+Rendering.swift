package import PostilModel

extension FileStore {
  /// Whether replaying a recording of the page would show it with other pixels than drawing it does.
  package func isHardToRecord(_ page: PageID) throws -> Bool { false }
}
