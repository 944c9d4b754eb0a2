import PostilModel
import PostilTestSupport

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
    try apply(edit) { try store.openedAnnotations(of: $0).annotations }
  }
}

extension ObjectGraph {
  /// Takes in an update with these objects, as a save does.
  func append(_ objects: [ObjectID: PDFObject], _ kind: PDFBuilder.Xref = .table) {
    var sample = SampleDocument()
    sample.xref = kind
    guard let base = sample.data.withUnsafeBytes({ try? IncrementalBase.find(in: $0).get() }) else { return }
    let writer = AppendWriter(
      chain: base.chain, baseLength: 0, endsWithNewline: true, previousStart: base.start, size: base.size)
    let next = (objects.keys.map(\.number).max() ?? 0) + 1
    let update = writer.write(objects, nextNumber: next, identifier: [])
    append(update.bytes, update.places, objects, unreadable: [], trailer: [:])
  }
}
