public import Foundation
public import PostilFile
public import PostilModel

/// What a document's file was after one of its saves. An update is appended to what was there, so a file holds its own past.
public struct DocumentRevision: Sendable, Hashable, Identifiable {
  /// Its number, from 1 for the oldest.
  public let number: Int
  /// How long the file was, in bytes.
  public let length: Int
  /// How many bytes its save wrote.
  public let byteCount: Int
  /// When that was, as far as the file says: the newest date in what was changed, which a program may have made up.
  public let date: Date?
  /// Who made or changed annotations then, as those say.
  public let authors: [String]
  /// What its save changed; `nil` for the first.
  public let changes: LaterChanges?

  /// The number.
  public var id: Int { number }
  /// Whether its save added a signature, or a field for one.
  public var isSigned: Bool { changes?.kinds.contains(.signatures) ?? false }
}

extension PDFDocument {
  /// The states that the file had, oldest first, the one of now included: as opened or last saved, without unsaved changes.
  ///
  /// - Throws: ``PDFError`` if the file cannot be read any more; `CancellationError`.
  /// - Complexity: O(objects of the document) if it was updated, and O(objects that updates wrote); O(file) if it is linearized.
  public func revisions() async throws -> [DocumentRevision] {
    try await inBackground { _ in try self.revisionsAndWait() }
  }

  /// The states that the file had; blocks the calling thread meanwhile.
  ///
  /// - Throws: ``PDFError``, as ``revisions()``.
  public func revisionsAndWait() throws(PDFError) -> [DocumentRevision] {
    try PDFError.only {
      let reader = RevisionReader(try signedFile())
      return reader.records().enumerated().map { index, record in
        DocumentRevision(
          number: index + 1, length: record.length,
          byteCount: record.length - (index > 0 ? reader.lengths[index - 1] : 0), date: record.date,
          authors: record.authors, changes: record.changes)
      }
    }
  }

  /// The document as it was after one of its saves. It has no file of its own: saved to one as it is, it is that file to the
  /// byte.
  ///
  /// - Parameter number: The number of a revision, from 1.
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is no such revision, or as opening a file.
  /// - Complexity: O(1) but for what opening costs: nothing is copied.
  public func revision(_ number: Int) throws(PDFError) -> PDFDocument {
    try PDFError.only {
      PDFDocument(
        try RevisionReader(try signedFile()).open(number, ignoringPermissions: effectivePermissions == .all),
        nil)
    }
  }

  /// Gives a file the content that it had after one of its saves, by appending, on a thread of its own: see
  /// ``restoreRevisionAndWait(_:of:to:password:openingOptions:options:)``.
  ///
  /// - Throws: ``PDFError``, as ``restoreRevisionAndWait(_:of:to:password:openingOptions:options:)``; `CancellationError` if the task was canceled
  ///   before it began.
  @discardableResult
  public static func restoreRevision(
    _ number: Int, of file: URL, to target: URL? = nil, password: String? = nil,
    openingOptions: OpenOptions = OpenOptions(), options: SaveOptions = SaveOptions()
  ) async throws -> SaveReport {
    try Task.checkCancellation()
    return try await PDFDocument.opening.result {
      try restoreRevisionAndWait(
        number, of: file, to: target, password: password, openingOptions: openingOptions, options: options)
    }
  }

  /// Gives a file the content that it had after one of its saves, by appending: nothing of what came later is lost, and signatures
  /// stay as valid as they were. Blocks the calling thread. A document that has the file open goes on with what it opened: open
  /// it again.
  ///
  /// - Parameters:
  ///   - number: The number of a revision, from 1.
  ///   - file: The file.
  ///   - target: Where the result goes; `nil` is the file itself.
  ///   - password: What opens it.
  ///   - openingOptions: How the file is opened.
  ///   - options: What the result may do that is refused otherwise.
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is no such revision, or it is the newest; `.cannotAppend` if the
  ///   file is damaged; `.wouldBreakSignature` if its certification does not permit the change; `.notPermitted` if its author does not
  ///   allow changes; or as opening and saving.
  @discardableResult
  public static func restoreRevisionAndWait(
    _ number: Int, of file: URL, to target: URL? = nil, password: String? = nil,
    openingOptions: OpenOptions = OpenOptions(), options: SaveOptions = SaveOptions()
  ) throws(PDFError) -> SaveReport {
    try PDFError.only {
      let store = try FileStore(.url(file), password: password, options: openingOptions)
      try store.effectivePermissions.require(.changing, in: file)
      do {
        let reader = RevisionReader(try store.signedFile())
        let update = try reader.update(restoring: number)
        try store.requirePermitted(update.kinds, options)
        return try reader.write(
          update.bytes, objectCount: update.objectCount, pageCount: update.pageCount, to: target ?? file,
          isOwn: target == nil)
      } catch let error as PDFError {
        throw error.about(file)
      }
    }
  }
}

extension DocumentRevision: CustomStringConvertible {
  /// The number, the length and what changed: `revision 2: 52310 bytes, annotations`.
  public var description: String {
    "revision \(number): \(length) bytes" + (changes.map { ", \($0)" } ?? "")
  }
}
