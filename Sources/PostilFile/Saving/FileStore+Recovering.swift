package import Foundation
package import PostilModel
import PostilSystem

/// What a journal of edits needs of a file: see `EditJournal` in the library's main module.
extension FileStore {
  /// Opens the first bytes of a file, which were all of it at some moment: a document that has no file of its own.
  package convenience init(
    startOf url: URL, length: Int, password: String?, options: OpenOptions
  ) throws {
    let bytes = try FileBytes(url: url, access: options.access, length: length)
    try self.init(bytes, url: nil, password: password, options: options)
  }

  /// Where a journal is kept; `nil` if there is to be none.
  package var journalFolder: URL? { openOptions.journalFolder }

  /// Whether the bytes that were opened are not those of the file, which is damaged.
  package var isMended: Bool { current.mendedSize != nil }

  /// The bytes that were opened, whatever was saved since.
  package var openedBytes: OpenedFile {
    OpenedFile(bytes: openedGraph.reader.bytes, url: url, password: nil)
  }

  /// The mark of the bytes that were opened.
  package var openedMark: FileMark { FileMark(of: openedGraph.reader.bytes.pointer) }

  /// How what is stored beside the document is encrypted; `nil` if the document is not encrypted.
  ///
  /// - Throws: ``PDFError`` if its key is not known.
  package func recordEncryption() throws -> RecordEncryption? {
    guard isEncrypted else { return nil }
    guard let encryption = try RecordEncryption(fileKey: graph.reader.encryptionKey()) else {
      throw PDFError(.unsupported, "The key of the encrypted file is not known.", url: url)
    }
    return encryption
  }

  /// Takes a file that has a state already for the document's own, as after a save.
  ///
  /// - Parameters:
  ///   - isRewritten: Whether objects may have other numbers than when the document was opened.
  ///   - numbering: What is known of those.
  /// - Throws: ``PDFError`` if it cannot be opened, or has other pages or annotations than the state.
  package func adopt(
    _ file: URL, having state: DocumentState, password: String?, options: SaveOptions, isRewritten: Bool,
    numbering: ObjectNumbering?
  ) throws {
    let fresh = try FileStore(.url(file), password: password, options: openOptions)
    guard fresh.pageCount == state.pages.count else {
      throw PDFError(.fileChanged, "The file has other pages than it was saved with.", url: file)
    }
    let numbers =
      isRewritten ? ObjectNumbers(numbering ?? ObjectNumbering(rewrites: 0, numbers: [])) : ObjectNumbers()
    let plan = try SavePlan(state, self, nextNumber: RewriteWriter.firstNewNumber)
    let input = try rewriteInput(plan, "it was saved before", state)
    let planned = PlannedSave(
      work: .rewrite(input), plan: plan, state: state, destination: file, isOwn: false, options: options,
      known: nil, bytes: graph.reader.bytes, appendedBytes: graph.appended.bytes, password: password,
      openOptions: openOptions, synchronize: synchronize)
    let rewritten = WrittenSave.Rewritten(
      store: fresh, origins: try planned.origins(in: fresh, input), password: password, remains: [:],
      numbers: numbers, rewrites: numbering?.usableRewrites ?? 0)
    adopt(
      WrittenSave(
        report: SaveReport(method: .nothing, reason: "it was saved before", fileSize: fresh.fileSize),
        planned: planned, identity: fresh.identity, rewritten: rewritten))
  }
}
