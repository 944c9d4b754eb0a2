package import Foundation
import PostilFile
public import PostilModel

extension PDFDocument {
  /// Why a save would refuse what was edited: the document is certified, or a signature locks what changed, and does not permit it. Edits
  /// themselves are not refused for that, since a copy without signatures may have them; programs in which people work for long ask
  /// after the first edit, rather than when they save.
  ///
  /// ```swift
  /// try document.add(Annotation(.rectangle(rect)), to: page)
  /// if let conflict = document.signatureConflict {
  ///   print(conflict.message)
  ///   try await document.save(to: copy, .rewrite(RewriteOptions(removesSignatures: true)))
  /// }
  /// ```
  ///
  /// - Returns: An error with code `.wouldBreakSignature`, as a save throws it; `nil` if all that was edited is permitted.
  /// - Complexity: O(1) for a document that is not signed, else O(annotations of the pages that changed).
  public var signatureConflict: PDFError? {
    let state = state
    return store.withLock { $0.signatureConflict(of: state) }
  }

  /// The document's file as it was opened or last saved, for its signatures to be verified.
  package func signedFile() throws -> SignedFileSource { try store.withLock { try $0.signedFile() } }

  /// Plans an update that signs the document as it is now.
  ///
  /// - Throws: ``PDFError``, as ``FileStore/planSignature(_:_:to:options:)``.
  package func planSignature(
    _ request: SignatureRequest, to url: URL?, _ options: SaveOptions
  ) throws -> PlannedSignature {
    switch request.place {
    case .field: try requirePermission(.fillingForms)
    case .new: try requirePermission(.addingFields)
    }
    let state = state
    return try store.withLock { try $0.planSignature(state, request, to: url, options: options) }
  }

  /// Writes what was planned, on the thread that saves.
  package func write(_ planned: PlannedSave) async throws -> SaveReport {
    try await saving.result { try planned.write().report }
  }
}
