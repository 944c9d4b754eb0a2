import Foundation
import PostilModel

extension FileStore {
  /// The header's version, or the catalog's if that is newer (ISO 32000-2, 7.5.2).
  package var pdfVersion: String {
    let header = graph.reader.headerVersion
    guard let stated = graph.resolve(graph.catalog["Version"]).name?.description else { return header }
    return stated.compare(header, options: .numeric) == .orderedDescending ? stated : header
  }

  /// What tells the file as it was last read or written from others: see ``OpenedFile/identity``.
  package var identityText: String? { identity?.text }

  package var isEncrypted: Bool { graph.reader.isEncrypted }
  package var permissions: PDFPermissions { graph.reader.permissions }
  /// How the file is encrypted, for others; `nil` if it is not.
  package var encryption: FileEncryption? {
    guard isEncrypted else { return nil }
    return FileEncryption(
      permissions: permissions, bytes: graph.reader.bytes, password: graph.reader.password)
  }
  package var isOwner: Bool { graph.reader.isOwner }
  /// What may be done with the document as it was opened.
  package var effectivePermissions: PDFPermissions {
    isOwner || openOptions.ignoresPermissions ? .all : permissions
  }
  package var fileSize: Int {
    (current.mendedSize ?? graph.reader.bytes.pointer.count) + graph.appended.bytes.count
  }

  package var revisionCount: Int {
    guard case .success(let base) = incrementalBase else { return 1 }
    return base.chain.revisions + base.updates
  }

  /// What was wrong with the file, in words.
  package var warnings: [String] {
    let isMended = current.mendedSize != nil
    return (isMended ? ["the cross-reference table is lost: the objects were found by their headers"] : [])
      + graph.reader.warnings + tree.damage
  }

  /// What those who take pages of the file should know: that it is damaged, so that pages or content may be missing. `nil` as far as
  /// nothing is known.
  package var damage: String? {
    let isRepaired = graph.reader.wasRepaired || current.mendedSize != nil
    let complaints = tree.damage + graph.reader.complaints
    guard isRepaired || !complaints.isEmpty else { return nil }
    let reason = complaints.first { $0 != "file is damaged" }.map { " (\($0))" } ?? ""
    return "the file is damaged\(reason): what could be found in it was taken"
  }

  /// Whether there is a signature. O(fields) the first time: flags of the form (ISO 32000-2, table 225) may say that there is one
  /// where there is none, and a file may be signed without them.
  package var isSigned: Bool { !signatures.isEmpty }

  /// The file's signatures, as they are in the file now.
  package var signatures: [SignatureInfo] {
    if let known = caches.signatures { return known }
    let signatures = SignatureReader(graph: graph).signatures(catalog: graph.catalog)
    caches.signatures = signatures
    return signatures
  }
}
