package import Foundation
package import PostilModel

extension FileStore {
  /// A document of one page, in memory: the page as a save of that state would write it, with all that shows, for a renderer.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.damaged`.
  /// - Complexity: O(bytes of what the page shows): fonts and images are copied as they are.
  package func snapshot(of page: PageID, as state: PageState) throws -> Data {
    let plan = try SavePlan(showing: page, of: DocumentState(of: page, state), self)
    let isInFile = saved.index(of: page) != nil
    let data = try PageSnapshotWriter(
      page: page, changes: plan.changes, object: plan.pageObjects[page],
      inherited: isInFile ? try self.page(page).inherited : [:]
    ).data()
    try graph.requireReadable(url)
    return data
  }
}
