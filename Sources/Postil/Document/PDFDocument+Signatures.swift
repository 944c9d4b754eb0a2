package import Foundation
import PostilFile

extension PDFDocument {
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
