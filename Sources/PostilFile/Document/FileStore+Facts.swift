import Foundation
import PostilModel

extension FileStore {
  /// The header's version, or the catalog's if that is newer (ISO 32000-2, 7.2.2).
  package var pdfVersion: String {
    let header = graph.reader.headerVersion
    guard let stated = graph.resolve(graph.catalog["Version"]).name?.description else { return header }
    return stated.compare(header, options: .numeric) == .orderedDescending ? stated : header
  }

  /// What tells the file as it was last read or written from others: see ``OpenedFile/identity``.
  package var identityText: String? { identity?.text }

  package var isEncrypted: Bool { graph.reader.isEncrypted }
  package var permissions: PDFPermissions { graph.reader.permissions }
  package var fileSize: Int {
    (mendedFileSize ?? graph.reader.bytes.pointer.count) + graph.appended.bytes.count
  }

  package var revisionCount: Int {
    guard case .success(let base) = incrementalBase else { return 1 }
    return base.chain.revisions + base.updates
  }

  /// What was wrong with the file, in words.
  package var warnings: [String] {
    let isMended = mendedFileSize != nil
    return (isMended ? ["the cross-reference table is lost: the objects were found by their headers"] : [])
      + graph.reader.warnings + tree.damage
  }

  package var isSigned: Bool {
    let form = graph.resolve(graph.catalog["AcroForm"]).dictionary
    let flags = graph.resolve(form?["SigFlags"]).integer ?? 0
    let permissions = graph.resolve(graph.catalog["Perms"]).dictionary
    return flags & 1 != 0 || permissions?["DocMDP"] != nil
  }

  /// The file's signatures, as they are in the file now.
  package var signatures: [SignatureInfo] { SignatureReader(graph: graph).signatures(catalog: graph.catalog) }

  /// What a save of a state changes, as far as certifications tell changes apart.
  func changeKinds(to state: DocumentState) -> Set<LaterChanges.Kind> {
    var kinds: Set<LaterChanges.Kind> = []
    var (parts, savedParts) = (state.parts, saved.parts)
    if parts.information != savedParts.information { kinds.insert(.information) }
    (parts.information, savedParts.information) = (nil, nil)
    if parts.formValues != savedParts.formValues { kinds.insert(.formValues) }
    (parts.formValues, savedParts.formValues) = ([:], [:])
    if parts != savedParts { kinds.insert(.other) }
    if state.pages != saved.pages || state.withoutAnnotations != saved.withoutAnnotations {
      kinds.insert(.pages)
    }
    let edited = Set(state.changedPages.keys).union(saved.changedPages.keys)
    if edited.contains(where: { state.page($0).annotations != saved.page($0).annotations }) {
      kinds.insert(.annotations)
    }
    return kinds
  }

  /// Refuses changes that the document's certification does not permit (DocMDP, ISO 32000-2, table 257).
  ///
  /// - Throws: ``PDFError`` with code `.wouldBreakSignature`, unless the options allow it.
  package func requirePermitted(_ kinds: Set<LaterChanges.Kind>, _ options: SaveOptions) throws {
    guard !options.allowsBreakingSignatures, let forbidden = forbiddenWords(kinds) else { return }
    throw PDFError(
      .wouldBreakSignature,
      "The document is certified and permits \(forbidden.permitted), not \(forbidden.changes): save a copy without the "
        + "signature's validity by allowing that.",
      url: url)
  }

  /// What the certification permits, and those of the changes that it does not, in words; `nil` if it permits all.
  func forbiddenWords(_ kinds: Set<LaterChanges.Kind>) -> (permitted: String, changes: String)? {
    guard isSigned, let level = signatures.compactMap(\.permittedChanges).min() else { return nil }
    let permitted: Set<LaterChanges.Kind> =
      switch level {
      case .none: []
      case .formFilling: [.formValues, .signatures]
      case .annotations: [.formValues, .signatures, .annotations]
      }
    let forbidden = LaterChanges.Kind.allCases.filter(kinds.subtracting(permitted).contains)
    guard !forbidden.isEmpty else { return nil }
    let words =
      switch level {
      case .none: "no changes"
      case .formFilling: "forms to be filled in and signatures only"
      case .annotations: "forms to be filled in, signatures and annotations only"
      }
    return (words, forbidden.map(\.words).joined(separator: " and "))
  }
}

extension LaterChanges.Kind {
  /// What is forbidden, in messages.
  fileprivate var words: String {
    switch self {
    case .information: "another title or author"
    case .validationData: "proofs of validity"
    case .signatures: "signatures"
    case .formValues: "other values of form fields"
    case .annotations: "other annotations"
    case .pages: "pages that are others, moved or turned"
    case .other: "other changes"
    }
  }
}
