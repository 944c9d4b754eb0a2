import Foundation
package import PostilModel

/// What is checked of the standards that a document says it keeps: a document, on its own view of the file, and what a save would break.
extension FileStore {
  /// What ``ConformityReader`` looks at: the file as it was opened, if a state is that, else the file that a save would write.
  ///
  /// - Throws: As ``planData(_:options:)``.
  package func conformityInput(of state: DocumentState) throws -> ConformityInput {
    if state == DocumentState(pageCount: pageCount), current.rewrites == 0, graph.appended.isEmpty, !isNew {
      return ConformityInput(source: .file(opened), pages: state.pages, password: password)
    }
    return ConformityInput(
      source: .planned(try planData(state, options: SaveOptions())), pages: state.pages, password: password)
  }

  /// What a save of a state would break of the standards that the document says it keeps, and did not before.
  ///
  /// - Parameter check: Called now and then; what it throws ends the check.
  /// - Throws: As ``planData(_:options:)``; what `check` throws.
  /// - Complexity: O(what the save writes, and entries of the pages that it is about).
  package func conformityBroken(
    by state: DocumentState, check: @escaping @Sendable () throws -> Void
  ) throws -> ConformityReport {
    let options = isNew ? SaveOptions().forNewDocument : SaveOptions()
    let (method, plan) = try prepare(state, options)
    return try conformityBroken(by: plan, method, options, check: check)
  }

  func conformityBroken(
    by plan: SavePlan, _ method: SaveMethod, _ options: SaveOptions,
    check: @escaping @Sendable () throws -> Void
  ) throws -> ConformityReport {
    let scope = Set(plan.changes.objects.keys)
    var file = conformityFile(plan.changes)
    if scope.isEmpty, !method.isAskedToRewrite { return ConformityReport() }
    if file.trailer["ID"] == nil { file.trailer["ID"] = .array([.string([0]), .string([0])]) }
    if case .rewrite = method {
      file.take(options.rewriting.encryption)
      if let packs = options.rewriting.objectStreams { file.hasCrossReferenceStreams = packs }
      file.endsStreamInLine = { _ in nil }
    }
    let after = ConformityChecker(plan.changes, file, scope: scope, check: check)
    guard !after.claims.isEmpty else { return ConformityReport() }
    let edited = plan.editedPages
    try after.run(try edited.map { try conformityPage($0, plan) })
    guard !after.findings.isEmpty else {
      return ConformityReport(claims: after.claims, checked: after.checked)
    }
    let before = ConformityChecker(graph, conformityFile(graph), scope: scope, check: check)
    try before.run(
      try edited.filter { saved.index(of: $0) != nil }.map { id in
        let page = try page(id)
        return ConformityChecker.Page(id: id, object: page.object, entries: page.withInherited)
      })
    let broken = Set(before.findings.map(\.rule))
    return ConformityReport(
      claims: after.claims, checked: after.checked,
      findings: isNew ? after.findings : after.findings.filter { !broken.contains($0.rule) })
  }

  /// What a save breaks, in words for its report: a line for each rule.
  func conformityWarnings(
    _ plan: SavePlan, _ method: SaveMethod, _ options: SaveOptions, _ state: DocumentState
  ) -> [String] {
    // A save is not held up by what cannot be checked.
    guard let report = try? conformityBroken(by: plan, method, options, check: {}) else { return [] }
    return report.warnings { state.index(of: $0) }
  }

  private func conformityPage(_ page: PageID, _ plan: SavePlan) throws -> ConformityChecker.Page {
    guard plan.broughtIn[page] == nil else {
      let object = plan.pageObjects[page]
      let entries = object.flatMap { plan.changes.object($0).dictionary } ?? [:]
      return ConformityChecker.Page(id: page, object: object, entries: entries)
    }
    let known = try self.page(page)
    let object = plan.pageObjects[page] ?? known.object
    var entries = object.flatMap { plan.changes.object($0).dictionary } ?? known.dictionary
    entries.addMissing(known.inherited)
    return ConformityChecker.Page(id: page, object: object, entries: entries)
  }

  /// What the file says of itself.
  fileprivate func conformityFile(_ objects: any ObjectSource) -> ConformityChecker.File {
    var file = ConformityChecker.File(trailer: graph.trailer)
    if let changes = objects as? ObjectChanges { file.trailer.merge(changes.trailer) }
    file.isEncrypted = isEncrypted
    file.permitsAccess = permissions.contains(.accessibility)
    if case .success(let base) = incrementalBase {
      file.hasCrossReferenceStreams = base.chain.kind == .stream
    }
    file.size = fileSize
    file.endsStreamInLine = { [graph] in
      graph.appended.ids.contains($0) ? nil : graph.reader.endsStreamInLine($0)
    }
    return file
  }
}

extension ConformityChecker.File {
  /// Has it be as it will be once it is encrypted that way.
  mutating func take(_ encryption: RewriteOptions.Encryption) {
    switch encryption {
    case .keep: break
    case .remove: isEncrypted = false
    case .aes256(_, _, let permissions):
      (isEncrypted, permitsAccess) = (true, permissions.contains(.accessibility))
    case .same(let encryption):
      (isEncrypted, permitsAccess) = (true, encryption.permissions.contains(.accessibility))
    }
  }
}

/// A document to check, as a value.
package struct ConformityInput: Sendable {
  enum Source: Sendable {
    case file(OpenedFile)
    case planned(PlannedSave)
  }

  let source: Source
  /// Its pages in order.
  let pages: [PageID]
  let password: String?
}

/// Checks a document against the standards that it says it keeps. It has its own view of the file; one thread at a time.
package final class ConformityReader {
  private let store: FileStore
  private let pages: [PageID]
  private var encryption = RewriteOptions.Encryption.keep

  /// A file that is still to be encrypted, whose pages are numbered from 1.
  ///
  /// - Throws: ``PDFError`` if it cannot be opened.
  init(_ data: Data, _ encryption: RewriteOptions.Encryption = .keep) throws {
    store = try FileStore(.data(data), password: nil, options: OpenOptions(access: .memory))
    pages = (0..<store.pageCount).map { PageID(number: $0 + 1) }
    self.encryption = encryption
  }

  /// The standards that the document says it keeps.
  var claims: [ConformityClaim] { store.graph.metadataPacket?.claims ?? [] }

  /// - Throws: ``PDFError`` if the file cannot be opened, or what is unsaved not be written.
  package init(_ input: ConformityInput) throws {
    pages = input.pages
    switch input.source {
    case .file(let file):
      store = try FileStore(file.bytes, url: file.url, password: file.password, options: OpenOptions())
    case .planned(let planned):
      store = try FileStore(.data(try planned.data()), password: input.password, options: OpenOptions())
    }
  }

  /// What the document says that it keeps, and where it does not.
  ///
  /// - Parameters:
  ///   - progress: Told the part of the work that is done.
  ///   - check: Called now and then; what it throws ends the check.
  /// - Throws: ``PDFError`` with code `.damaged` or `.unsupported`; what `check` throws.
  /// - Complexity: O(objects of the document, and bytes of what its pages show).
  package func report(check: @escaping @Sendable () throws -> Void) throws -> ConformityReport {
    var file = store.conformityFile(store.graph)
    file.beginning = Array(store.graph.reader.bytes.pointer.prefix(64))
    file.take(encryption)
    if case .aes256 = encryption { file.hasCrossReferenceStreams = true }
    let checker = ConformityChecker(store.graph, file, check: check)
    guard !checker.claims.isEmpty else { return ConformityReport() }
    let all = try (0..<store.pageCount).map { index in
      let page = try store.page(PageID(number: index + 1))
      return ConformityChecker.Page(
        id: pages.indices.contains(index) ? pages[index] : nil, object: page.object,
        entries: page.withInherited)
    }
    try checker.run(all)
    try store.graph.requireReadable(store.url)
    return ConformityReport(claims: checker.claims, checked: checker.checked, findings: checker.findings)
  }
}
