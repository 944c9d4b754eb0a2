public import Foundation
public import PostilFile
import PostilModel

extension PDFDocument {
  /// Saves to the file that the document was opened from or last saved to.
  ///
  /// By default the changes are appended to a copy, which then replaces the file in one step; with
  /// nothing to save nothing is written. Undo goes on working afterwards.
  ///
  /// - Throws: ``PDFError`` with code `.noFile`, `.fileChanged`, `.cannotWrite`, `.diskFull`,
  ///   `.cannotAppend` or `.wouldBreakSignature`. The file is then as it was.
  /// - Complexity: O(size of the edits), and a copy of the file unless the safety is `.inPlace`.
  @discardableResult
  public func save(_ options: SaveOptions = SaveOptions()) throws -> SaveReport {
    try save(to: nil, options)
  }

  /// Saves to another file, which becomes the document's file. What was there is replaced in one step.
  ///
  /// - Throws: ``PDFError``, as ``save(_:)``.
  @discardableResult
  public func save(to url: URL, _ options: SaveOptions = SaveOptions()) throws -> SaveReport {
    try save(to: Optional(url), options)
  }

  private func save(to url: URL?, _ options: SaveOptions) throws -> SaveReport {
    try session.withLock { session in
      let planned = try session.store.plan(session.state, to: url, options: options)
      do {
        let written = try planned.write()
        session.store.adopt(written)
        session.history.markSaved()
        session.announceSave()
        return written.report
      } catch let error as PDFError {
        throw session.store.located(error, url)
      }
    }
  }

  /// The document as it would be saved, in memory, with the same checks. The document's file and its unsaved changes stay
  /// as they are.
  ///
  /// - Parameter options: How it would be saved; its ``SaveOptions/Safety`` plays no part.
  /// - Throws: ``PDFError`` with code `.cannotAppend` or `.wouldBreakSignature`.
  public func dataRepresentation(_ options: SaveOptions = SaveOptions()) throws -> Data {
    try session.withLock { try $0.store.planData($0.state, options: options).data() }
  }

  /// Sets what brings written bytes to the disk: a test can hold a save up there.
  package func setDiskSync(_ synchronize: @escaping @Sendable (Int32) -> Int32) {
    session.withLock { $0.store.synchronize = synchronize }
  }
}
