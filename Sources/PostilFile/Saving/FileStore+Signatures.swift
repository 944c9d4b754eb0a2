import Foundation
package import PostilModel

extension FileStore {
  /// The file as it is now, for its signatures to be verified.
  ///
  /// - Throws: ``PDFError`` if what was appended to it cannot be read any more.
  /// - Complexity: O(1), and O(file) for a document that was saved into memory only.
  package func signedFile() throws -> SignedFileSource {
    guard graph.appended.bytes.count > 0 else {
      return SignedFileSource(bytes: graph.reader.bytes, password: password, size: fileSize)
    }
    if let url, let now = try? FileBytes(url: url, access: openOptions.access), now.identity == identity {
      return SignedFileSource(bytes: now, password: password, size: now.pointer.count)
    }
    var data = Data(graph.reader.bytes.pointer)
    try graph.appended.bytes.forEachPiece { data.append(contentsOf: $0) }
    return SignedFileSource(bytes: try FileBytes(data: data), password: password, size: data.count)
  }

  // MARK: - Permissions

  /// What a save of a state changes, as far as certifications tell changes apart.
  ///
  /// - Parameter isChanged: Whether it is known to change something, if only what is damaged.
  func changeKinds(to state: DocumentState, isChanged: Bool = false) -> Set<LaterChanges.Kind> {
    var kinds: Set<LaterChanges.Kind> = []
    var (parts, savedParts) = (state.parts, saved.parts)
    if parts.information != savedParts.information { kinds.insert(.information) }
    (parts.information, savedParts.information) = (nil, nil)
    if parts.formValues != savedParts.formValues { kinds.insert(.formValues) }
    (parts.formValues, savedParts.formValues) = ([:], [:])
    if parts.removedFields != savedParts.removedFields { kinds.insert(.formFields) }
    (parts.removedFields, savedParts.removedFields) = (nil, nil)
    if parts != savedParts { kinds.insert(.other) }
    if state.pages != saved.pages || state.withoutAnnotations != saved.withoutAnnotations {
      kinds.insert(.pages)
    }
    let edited = Set(state.changedPages.keys).union(saved.changedPages.keys)
    for page in edited where state.page(page).annotations != saved.page(page).annotations {
      // As many kinds as there may be, where a list cannot be read.
      let (new, old) = (try? annotations(of: page, in: state), try? annotations(of: page, in: saved))
      let fields = Set((new ?? []).fieldWidgets).symmetricDifference((old ?? []).fieldWidgets)
      if !fields.isEmpty { kinds.insert(.formFields) }
      let others = [new, old].map { $0?.filter { !fields.contains($0.id) } }
      if others[0] == nil || others[0] != others[1] { kinds.insert(.annotations) }
    }
    return kinds.isEmpty && isChanged ? [.other] : kinds
  }

  /// Refuses changes that the document's certification, or a lock of a signature, does not permit (DocMDP and `/P` of FieldMDP,
  /// ISO 32000-2, tables 257 and 259).
  ///
  /// - Throws: ``PDFError`` with code `.wouldBreakSignature`, unless the options allow it.
  package func requirePermitted(
    _ kinds: @autoclosure () -> Set<LaterChanges.Kind>, _ options: SaveOptions
  ) throws {
    guard isSigned, !options.mayBreakSignatures, let forbidden = forbiddenWords(kinds()) else { return }
    throw PDFError(
      .wouldBreakSignature,
      "The document is certified or locked and permits \(forbidden.permitted), not \(forbidden.changes): \(Self.waysToSave)",
      url: url)
  }

  /// Refuses other values of form fields that a signature locks, and their removal (FieldMDP, ISO 32000-2, 12.8.2.4).
  ///
  /// - Throws: ``PDFError`` with code `.wouldBreakSignature`, unless the options allow it.
  func requireUnlocked(_ state: DocumentState, _ options: SaveOptions) throws {
    let (new, old) = (state.parts.formValues, saved.parts.formValues)
    guard !options.mayBreakSignatures, isSigned else { return }
    let locks = signatures.flatMap(\.locks)
    guard !locks.isEmpty else { return }
    var changed = Set(new.keys).union(old.keys).filter { new[$0] != old[$0] }
    if changeKinds(to: state).contains(.formFields) {
      let present = Set(try form(in: state)?.fields.map(\.name) ?? [])
      changed.formUnion(try formTree().fields.lazy.map(\.name).filter { !present.contains($0) })
    }
    guard let field = changed.sorted().first(where: { field in locks.contains { $0.locks(field) } }) else {
      return
    }
    throw PDFError(
      .wouldBreakSignature,
      "A signature locks the form field '\(field)': \(Self.waysToSave)", url: url)
  }

  /// What can be done about changes that break a signature, in messages.
  private static let waysToSave =
    "undo that, save a copy without the signatures ('removesSignatures'), or one in which they do not hold "
    + "('allowsBreakingSignatures')."

  /// Why a save of a state, which breaks no signature, refuses it; `nil` if it does not.
  ///
  /// - Complexity: O(annotations of the pages that changed).
  package func signatureConflict(of state: DocumentState) -> PDFError? {
    guard isSigned, limits.level != nil || signatures.contains(where: { !$0.locks.isEmpty }) else {
      return nil
    }
    do {
      try requirePermitted(changeKinds(to: state), SaveOptions())
      try requireUnlocked(state, SaveOptions())
      return nil
    } catch {
      return error as? PDFError ?? PDFError(.damaged, "The document cannot be read.", underlying: "\(error)")
    }
  }

  /// What a save does to signatures that the options allow, in words.
  func brokenSignatures(
    by work: PlannedSave.Work, _ state: DocumentState, _ options: SaveOptions
  ) -> [String] {
    guard isSigned else { return [] }
    switch work {
    case .nothing, .copy: return []
    case .rewrite:
      let became =
        options.rewriting.removesSignatures
        ? "its signatures were taken out" : "written anew, its signatures are no longer valid"
      return ["the document was signed: \(became)"]
    case .append:
      let kinds = changeKinds(to: state, isChanged: true)
      guard let forbidden = forbiddenWords(kinds) else {
        let isAltered = !kinds.isDisjoint(with: [.pages, .formFields, .other])
        return isAltered ? ["the document is signed: readers will say that it was changed afterwards"] : []
      }
      return [
        "the certification permits \(forbidden.permitted), not \(forbidden.changes): readers will call it broken"
      ]
    }
  }

  /// The strictest of all, whether they hold or not: a save breaks nothing on somebody's word.
  private var limits: ModificationLimits {
    signatures.reduce(ModificationLimits()) {
      $0.adding(ModificationLimits(level: $1.permittedChanges, locks: $1.locks))
    }
  }

  /// What the certification permits, and those of the changes that it does not, in words; `nil` if it permits all.
  func forbiddenWords(_ kinds: Set<LaterChanges.Kind>) -> (permitted: String, changes: String)? {
    guard let level = limits.level else { return nil }
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
    case .formFields: "form fields that are new or gone"
    case .annotations: "other annotations"
    case .pages: "changes of pages"
    case .other: "other changes"
    }
  }
}

extension [Annotation] {
  /// The names of those that show form fields.
  fileprivate var fieldWidgets: [AnnotationID] { lazy.filter { $0.subtype == "Widget" }.map(\.id) }
}
