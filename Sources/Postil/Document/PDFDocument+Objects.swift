public import Foundation
import PostilFile
public import PostilModel

/// The objects of a document's file (ISO 32000-2, 7.3), for reading what Postil has no property for: see ``PDFDocument/objects``.
///
/// What comes is the file as it was last opened or saved; edits that were not saved are not in it. References are left as
/// they are: ``object(_:generation:)`` follows one. After a save that rewrites the file, objects have other numbers.
public struct DocumentObjects: Sendable {
  let document: PDFDocument

  /// The file's trailer, which leads to all else (7.5.5).
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if the file cannot be read.
  public var trailer: PDFValue {
    get throws(PDFError) { try read { try $0.trailerValue() } }
  }

  /// The document's catalog (7.7.2).
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if the file cannot be read.
  public var catalog: PDFValue {
    get throws(PDFError) { try read { try $0.catalogValue() } }
  }

  /// The dictionary of a page (7.7.3.3), without what it inherits.
  ///
  /// - Returns: `nil` for a page that is not in the file yet.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` if there is no such page, `.damaged` if the file cannot be read.
  public func page(_ id: PageID) throws(PDFError) -> PDFValue? {
    guard document.index(of: id) != nil else { throw document.state.noSuchPage(id).about(document.url) }
    return try read { try $0.pageValue(id) }
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
    try read { try $0.objectValue(number, generation: generation) }
  }

  /// The data of a stream, with its filters undone.
  ///
  /// - Parameters:
  ///   - number: The number of the object.
  ///   - generation: Its generation, which is 0 in nearly all files.
  ///   - limit: The most bytes to come: a file of some kilobytes may have a stream of gigabytes.
  /// - Returns: Of damaged data what stands before the damage.
  /// - Throws: ``PDFError`` with code `.damaged` if there is no such stream, it cannot be read, or it has a filter for images (see
  ///   ``PDFDocument/file(of:)`` and ``encodedStream(_:generation:limit:)``); `.unsupported` if there are more bytes.
  /// - Complexity: O(bytes in and out); memory O(`limit`).
  public func stream(_ number: Int, generation: Int = 0, limit: Int) throws(PDFError) -> Data {
    try read { try $0.streamData(number, generation: generation, limit: limit, isDecoded: true) }
  }

  /// The data of a stream as its filters left them, decrypted.
  ///
  /// - Parameters and errors: As ``stream(_:generation:limit:)``, but for filters.
  public func encodedStream(_ number: Int, generation: Int = 0, limit: Int) throws(PDFError) -> Data {
    try read { try $0.streamData(number, generation: generation, limit: limit, isDecoded: false) }
  }

  private func read<Result: Sendable>(
    _ body: @Sendable (FileStore) throws -> Result
  ) throws(PDFError) -> Result {
    do { return try document.store.withLock { try body($0) } } catch { throw PDFError.from(error) }
  }
}

extension PDFDocument {
  /// The objects of the document's file, to read.
  ///
  /// ```swift
  /// print(try document.objects.catalog["MarkInfo"] ?? .null)
  /// ```
  public var objects: DocumentObjects { DocumentObjects(document: self) }
}
