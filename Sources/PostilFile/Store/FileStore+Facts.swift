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

  /// Whether there is a signature that was made, or the file says so. O(fields) the first time: the form's flags are there to save that, but a file
  /// may be signed without them.
  package var isSigned: Bool {
    let form = graph.form
    let flags = graph.resolve(form?["SigFlags"]).integer ?? 0
    let permissions = graph.resolve(graph.catalog["Perms"]).dictionary
    // The first bit is about fields for signatures, the second about what was signed (ISO 32000-2, table 225).
    return flags & 2 != 0 || permissions?["DocMDP"] != nil
      || (form != nil && signatures.contains { $0.coveredLength != nil })
  }

  /// The file's signatures, as they are in the file now.
  package var signatures: [SignatureInfo] {
    if let known = caches.signatures { return known }
    let signatures = SignatureReader(graph: graph).signatures(catalog: graph.catalog)
    caches.signatures = signatures
    return signatures
  }
}
