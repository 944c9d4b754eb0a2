import PostilFile
package import PostilModel

extension PDFDocument {
  /// How the texts of the form's fields look, by full name: see ``FileStore/fieldLooks(in:)``.
  package func fieldLooks() throws -> [String: FieldTextLook] {
    let state = state
    return try store.withLock { try $0.fieldLooks(in: state) }
  }
}
