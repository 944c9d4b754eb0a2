package import Foundation
package import PostilModel

/// The file behind a document. One thread at a time.
package final class FileStore {
  package enum Source {
    case url(URL)
    case data(Data)
  }
  package private(set) var url: URL?
  package let pageCount: Int = 0
  package init(_ source: Source, password: String?, options: OpenOptions) throws {
    throw PDFError(.unsupported, "not yet")
  }
  package var pdfVersion: String { "" }
  package var isEncrypted: Bool { false }
  package var permissions: PDFPermissions { .all }
  package var information: DocumentInformation { DocumentInformation() }
  package var fileSize: Int { 0 }
  package var revisionCount: Int { 0 }
  package var warnings: [String] { [] }
  package var isSigned: Bool { false }
  package func attributes(of page: PageID) throws -> PageAttributes {
    throw PDFError(.unsupported, "not yet")
  }
  package func label(at index: Int) -> String { "" }
  package func annotations(of page: PageID) throws -> [Annotation] { [] }
  package func save(_ state: DocumentState, to target: URL?, options: SaveOptions) throws -> SaveReport {
    throw PDFError(.unsupported, "not yet")
  }
  package func data(of state: DocumentState) throws -> Data { Data() }
}
