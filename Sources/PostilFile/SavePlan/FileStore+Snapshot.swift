package import Foundation
package import PostilModel

extension FileStore {
  /// A document of one page, in memory: the page as a save of that state would write it, with all that shows, for a renderer.
  ///
  /// - Parameters:
  ///   - formValues: The fields on the page that were filled in.
  ///   - objects: What edits set in objects.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.damaged`.
  /// - Complexity: O(bytes of what the page shows): fonts and images are copied as they are.
  package func snapshot(
    of page: PageID, as state: PageState, formValues: [String: FilledField] = [:],
    objects: ObjectEdits = ObjectEdits()
  ) throws -> Data {
    let shown = DocumentState(of: page, state, formValues: formValues, objects: objects)
    let plan = try SavePlan(showing: page, of: shown, self)
    let isInFile = saved.index(of: page) != nil
    let data = try PageSnapshotWriter(
      page: page, changes: plan.changes, object: plan.pageObjects[page],
      inherited: isInFile ? try self.page(page).inherited : [:]
    ).data()
    try graph.requireReadable(url)
    return data
  }
}
