public import Foundation
import PostilFile
public import PostilModel

/// The objects of a document's file (ISO 32000-2, 7.3), for reading what Postil has no property for: see ``PDFDocument/objects``.
///
/// What comes is the file as it was last opened or saved, with the entries and the data of streams that were set since
/// (``DocumentEditing/setEntry(_:of:to:)``); other edits that were not saved are not in it. References are left as they are:
/// ``object(_:generation:)`` follows one. A stream that was set in a value stands in it until the document is saved, and so does a page
/// that is not in the file yet. After a save that rewrites the file, objects have other numbers.
public struct DocumentObjects: Sendable {
  let document: PDFDocument
  /// The state that is read; `nil` for that of the moment.
  var known: DocumentState?
  /// The pages that were looked at.
  var reads: PageReads?

  /// The file's trailer, which leads to all else (7.5.5).
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if the file cannot be read.
  public var trailer: PDFValue {
    get throws(PDFError) { try read { store, _ in try store.trailerValue() } }
  }

  /// The document's catalog (7.7.2).
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if the file cannot be read.
  public var catalog: PDFValue {
    get throws(PDFError) { try read { try $0.catalogValue(in: $1) } }
  }

  /// The dictionary of a page (7.7.3.3), without what it inherits.
  ///
  /// - Returns: Of a page that is not in the file yet only what was set in it; `nil` if nothing was.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` if there is no such page, `.damaged` if the file cannot be read.
  public func page(_ id: PageID) throws(PDFError) -> PDFValue? {
    reads?.insert(id)
    return try read { store, state in
      guard state.index(of: id) != nil else { throw state.noSuchPage(id).about(store.url) }
      return try store.pageValue(id, in: state)
    }
  }

  /// An object.
  ///
  /// ```swift
  /// if case .reference(let number)? = try document.objects.catalog["Outlines"] {
  ///   print(try document.objects.object(number))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - number: Its number, as in ``PDFValue/reference(_:)``.
  ///   - generation: Its generation, which is 0 in nearly all files.
  /// - Returns: Null if the file has no such object (7.3.10); a stream without its data.
  /// - Throws: ``PDFError`` with code `.damaged` if the file cannot be read.
  /// - Complexity: O(size of the object).
  public func object(_ number: Int, generation: Int = 0) throws(PDFError) -> PDFValue {
    try read { try $0.objectValue(number, generation: generation, in: $1) }
  }

  /// The data of a stream, with its filters undone.
  ///
  /// - Parameters:
  ///   - number: The number of the object.
  ///   - generation: Its generation, which is 0 in nearly all files.
  ///   - limit: The most bytes to come: a file of some kilobytes may have a stream of gigabytes.
  /// - Returns: Of damaged data what stands before the damage.
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is no such stream; `.damaged` if it cannot be read or has a filter for images (see
  ///   ``PDFDocument/file(of:)`` and ``encodedStream(_:generation:limit:)``); `.unsupported` if there are more bytes.
  /// - Complexity: O(bytes in and out); memory O(`limit`).
  public func stream(_ number: Int, generation: Int = 0, limit: Int) throws(PDFError) -> Data {
    try read { try $0.streamData(number, generation: generation, limit: limit, isDecoded: true, in: $1) }
  }

  /// The data of a stream as its filters left them, decrypted.
  ///
  /// - Parameters and errors: As ``stream(_:generation:limit:)``, but for filters.
  public func encodedStream(_ number: Int, generation: Int = 0, limit: Int) throws(PDFError) -> Data {
    try read { try $0.streamData(number, generation: generation, limit: limit, isDecoded: false, in: $1) }
  }

  private func read<Result: Sendable>(
    _ body: @Sendable (FileStore, DocumentState) throws -> Result
  ) throws(PDFError) -> Result {
    let state = known ?? document.state
    do { return try document.store.withLock { try body($0, state) } } catch { throw PDFError.from(error) }
  }
}

extension PDFDocument {
  /// The objects of the document's file, to read as they are at the moment; ``DocumentEditing/setEntry(_:of:to:)`` changes them.
  ///
  /// ```swift
  /// print(try document.objects.catalog["MarkInfo"] ?? .null)
  /// ```
  public var objects: DocumentObjects { DocumentObjects(document: self) }
}
