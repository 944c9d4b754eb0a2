import PostilFile
package import PostilModel

extension PDFDocument {
  /// How the texts of the form's fields look, by full name: see ``FileStore/fieldLooks()``.
  package func fieldLooks() throws -> [String: FieldTextLook] { try store.withLock { try $0.fieldLooks() } }
}
