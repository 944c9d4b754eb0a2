package import Foundation
package import PostilModel
import PostilSystem

/// A save has three parts: it is planned (reads objects: the store is needed), written (``PlannedSave/write(_:)``: the store
/// is free for others), and adopted (``adopt(_:)``). Between the first and the last no other save may be planned.
extension FileStore {
  /// The bytes of the file as it was opened, if a state has no edits and a rewrite would change nothing of what pages lead to: the
  /// file is not damaged, and each page has an object of its own. They are a copy: others may write to the file.
  package func openedData(in state: DocumentState) -> Data? {
    guard state == DocumentState(pageCount: pageCount),
      (0..<pageCount).allSatisfy({ (try? page(PageID(number: $0 + 1)))?.object != nil }),
      !graph.reader.wasRepaired, current.mendedSize == nil
    else { return nil }
    return Data(opened.pointer)
  }

  /// Plans to write a state to a file: the document's own, or another that becomes its own.
  ///
  /// - Parameter target: The file; `nil` is the document's own.
  /// - Throws: ``PDFError`` if the state cannot be saved that way: with code `.noFile`, `.invalidArgument` if it has no page,
  ///   `.cannotAppend`, `.wouldBreakSignature` or `.damaged`; `.fileChanged` if another program changed the document's own file.
  package func plan(_ state: DocumentState, to target: URL?, options: SaveOptions) throws -> PlannedSave {
    let options = isNew ? options.forNewDocument : options
    do {
      guard let destination = target?.withPath ?? url else {
        throw PDFError(.noFile, "The document came from memory and has no file: say where to save it.")
      }
      let isOwn = isOwnFile(destination)
      let (method, plan) = try prepare(state, options)
      let hasFile = isOwn && FileIdentity(path: destination.path) != nil
      let work = try work(plan, method, state, options, hasFile: hasFile)
      var planned = PlannedSave(
        work: work, plan: plan, state: state,
        destination: destination, isOwn: isOwn, options: options, known: identity, bytes: graph.reader.bytes,
        appendedBytes: graph.appended.bytes, password: password, openOptions: openOptions,
        synchronize: synchronize,
        warnings: brokenSignatures(by: work, state, options) + lostEncryption(state, options)
          + lostIntegrityCode(work, options) + conformityWarnings(plan, method, options, state))
      planned.named = (namedObjects, current.rewrites)
      // So that nothing is written in vain; what counts is the check under the file's lock.
      if isOwn { try planned.requireUnchanged(FileIdentity(path: destination.path)) }
      return planned
    } catch let error as PDFError {
      throw located(error, target)
    }
  }

  /// Plans what a save would write, for ``PlannedSave/data(_:)``.
  ///
  /// - Throws: As ``plan(_:to:options:)``, but for what is about a file.
  package func planData(_ state: DocumentState, options: SaveOptions) throws -> PlannedSave {
    let options = isNew ? options.forNewDocument : options
    do {
      let (method, plan) = try prepare(state, options)
      return PlannedSave(
        work: try work(plan, method, state, options, hasFile: false), plan: plan, state: state,
        destination: nil,
        isOwn: false, options: options, known: nil, bytes: graph.reader.bytes,
        appendedBytes: graph.appended.bytes, password: password, openOptions: openOptions,
        synchronize: synchronize)
    } catch let error as PDFError {
      throw located(error, nil)
    }
  }

  /// An error of a save, with the file that it is about.
  package func located(_ error: PDFError, _ target: URL?) -> PDFError {
    error.about(error.isAboutTarget ? target ?? url : url ?? target)
  }

  /// Says that pages of encrypted files come to one that is not.
  private func lostEncryption(_ state: DocumentState, _ options: SaveOptions) -> [String] {
    guard !isEncrypted, options.rewriting.encryption == .keep else { return [] }
    var sources: Set<SourceID> = []
    for (id, page) in state.changedPages where saved.index(of: id) == nil {
      if case .imported(let source, _) = page.source { sources.insert(source) }
    }
    guard sources.contains(where: { documents[.imported($0)]?.isEncrypted == true }) else { return [] }
    return ["pages come from an encrypted document, and this file is not encrypted"]
  }

  /// Says that the code over the whole file is left out, which an encrypted document may have so that changes are noticed (ISO/TS 32004).
  private func lostIntegrityCode(_ work: PlannedSave.Work, _ options: SaveOptions) -> [String] {
    switch work {
    case .nothing, .copy: return []
    case .append: break
    case .rewrite: guard options.rewriting.encryption == .keep else { return [] }
    }
    guard graph.trailer["AuthCode"] != nil else { return [] }
    return ["the integrity code of the encrypted document (ISO/TS 32004) is left out: it would not fit"]
  }

  // MARK: - Planning

  /// How to save, and what.
  func prepare(_ state: DocumentState, _ options: SaveOptions) throws -> (SaveMethod, SavePlan) {
    guard !state.pages.isEmpty || (state.pages == saved.pages && !isNew) else {
      throw PDFError(.invalidArgument, "A document needs a page: insert one before it is saved.")
    }
    let method = try SaveMethod(self, options)
    let plan = try SavePlan(state, self, nextNumber: method.nextNumber)
    if options.rewriting.removesSignatures { plan.removeSignatures() }
    // Damage may come to light only when the objects are read.
    try graph.requireReadable(url)
    guard case .append = method, graph.reader.wasRepaired else { return (method, plan) }
    let other = try SaveMethod(self, options)
    return (other, try SavePlan(state, self, nextNumber: other.nextNumber))
  }

  private func work(
    _ plan: SavePlan, _ method: SaveMethod, _ state: DocumentState, _ options: SaveOptions, hasFile: Bool
  ) throws -> PlannedSave.Work {
    if plan.changes.isEmpty, !method.isAskedToRewrite { return hasFile ? .nothing : .copy }
    if case .rewrite(let reason, _, _) = method, isSigned, !options.mayBreakSignatures {
      // One revision is what a squash is for.
      let appending = options.isSquash ? "" : "append, "
      throw PDFError(
        .wouldBreakSignature,
        "The document is signed, and a rewrite (\(reason)) would break the signature: \(appending)take the signatures out "
          + "('removesSignatures'), or allow that ('allowsBreakingSignatures').")
    }
    try requirePermitted(changeKinds(to: state, isChanged: true), options)
    try requireUnlocked(state, options)
    switch method {
    case .append(let base):
      let objects = try plan.changes.withStreamData()
      let update = update(objects, plan, base)
      let unreadable = try UpdateCheck.check(
        update, objects, base: base, length: fileSize, encryption: graph.appended.encryption)
      try requireReadableTree(plan, state)
      return .append(PlannedUpdate(result: update, objects: objects, unreadable: unreadable, base: base))
    case .rewrite(let reason, _, _):
      if options.isSquash, !isNew {
        let pages = try state.pages.compactMap { page in try plan.pageObjects[page] ?? self.page(page).object
        }
        _ = UnlistedPages(plan.changes, listed: pages).empty()
      }
      return .rewrite(try rewriteInput(plan, reason, state))
    }
  }

  /// - Parameter unpacked: Objects that must stand by themselves.
  func update(
    _ objects: [ObjectID: PDFObject], _ plan: SavePlan, _ base: IncrementalBase, unpacked: Set<ObjectID> = []
  ) -> AppendWriter.Result {
    var writer = AppendWriter(
      chain: base.chain, baseLength: fileSize, endsWithNewline: base.endsWithNewline,
      previousStart: base.start, size: base.size)
    writer.trailerChanges = trailerChanges(plan)
    writer.encryption = graph.appended.encryption
    writer.unpacked = unpacked
    return writer.write(
      objects, nextNumber: plan.changes.nextNumber, identifier: AppendWriter.makeIdentifier())
  }

  /// What is other in the trailer than in the file as it was opened or written anew.
  private func trailerChanges(_ plan: SavePlan) -> PDFDictionary {
    var trailer = graph.writtenTrailer
    trailer.merge(plan.changes.trailer)
    return trailer
  }

  /// Whether a state has another page tree than the file.
  func changesTree(_ state: DocumentState) -> Bool { state.pages != saved.pages || !tree.isSound }

  /// Whether an update has the catalog, a node of the page tree, or a page that no longer looks like one: no other object
  /// can make the file's pages others.
  private func touchesTree(_ plan: SavePlan) -> Bool {
    let catalog = graph.trailer["Root"]?.reference
    return plan.changes.objects.contains { id, object in
      guard let dictionary = object.dictionary else { return id == catalog }
      return id == catalog || dictionary["Kids"] != nil || dictionary["Type"]?.name == "Pages"
    }
  }

  /// Reads the page tree that an update makes, before a byte is written: after it there is no way back, and pages found
  /// through the old tree would be others.
  ///
  /// - Throws: `PDFError` `.damaged` if it cannot be read, or has another number of pages.
  func requireReadableTree(_ plan: SavePlan, _ state: DocumentState) throws {
    guard changesTree(state) || touchesTree(plan) else { return }
    let tree = try PageTree(plan.changes, of: graph)
    guard tree.count == state.pages.count else {
      throw PDFError(.damaged, "The page tree is damaged: repair the file with 'qpdf IN OUT' first.")
    }
  }

  func rewriteInput(
    _ plan: SavePlan, _ reason: String, _ state: DocumentState
  ) throws -> RewriteInput {
    // Only updates gave out numbers that follow the file's own; a damaged file may have some beyond its table.
    let firstNew = graph.appended.isEmpty && !isNew ? nil : try? incrementalBase.get().chain.size
    let rotations = try state.turnedPages.compactMap { page, turn in
      try state.index(of: page).map { place in
        (place: place, rotation: try attributes(of: state.page(page).source).rotation + turn)
      }
    }
    let origins = origins.merging(plan.origins) { $1 }
    var lists = plan.lists
    for page in origins.keys where lists[page] == nil && state.index(of: page) != nil {
      lists[page] = try annotations(of: page, in: state).map(\.id)
    }
    let removed = plan.removedPageObjects
    var objects = isNew ? try completeObjects(plan) : graph.written(with: plan.changes)
    for object in removed.values { objects[object] = .dictionary([:]) }
    return RewriteInput(
      reason: reason, objects: objects, removedPages: removed,
      firstNew: firstNew ?? RewriteWriter.firstNewNumber,
      newRoot: isNew ? graph.trailer["Root"] : nil,
      wasRepaired: graph.reader.wasRepaired || current.mendedSize != nil,
      trailer: trailerChanges(plan), origins: origins, lists: lists,
      firstContents: try firstContents(state, plan), rotations: rotations,
      numbers: plan.numbers, streams: plan.enteredStreams)
  }

  /// All objects of a document that was made here.
  private func completeObjects(_ plan: SavePlan) throws -> [ObjectID: PDFObject] {
    var objects = try plan.changes.withStreamData()
    for number in 1..<(try incrementalBase.get().chain.size) {
      let id = ObjectID(number: number)
      if objects[id] == nil { objects[id] = graph.object(id) }
    }
    return objects
  }

  /// The first content stream of the first page; none if that page is new or has new content, which would have to be
  /// compared with itself.
  private func firstContents(_ state: DocumentState, _ plan: SavePlan) throws -> [UInt8] {
    guard let first = state.pages.first, saved.index(of: first) != nil,
      saved.page(first).source == state.page(first).source,
      saved.page(first).placement == state.page(first).placement,
      saved.page(first).flattened == state.page(first).flattened
        && saved.page(first).underlays == state.page(first).underlays
        && saved.page(first).marks == state.page(first).marks
    else { return [] }
    guard let stream = try contentStream(ofPageAt: first), plan.changes.objects[stream] == nil else {
      return []
    }
    return try contents(ofPageAt: first) ?? []
  }

  /// The first content stream of a page, decoded.
  func contents(ofPageAt page: PageID) throws -> [UInt8]? {
    guard let stream = try contentStream(ofPageAt: page) else { return nil }
    return try? graph.decodedStream(stream, limit: StreamLimit.content)
  }

  private func contentStream(ofPageAt page: PageID) throws -> ObjectID? {
    var contents = try self.page(page).dictionary["Contents"]
    if let list = graph.resolve(contents).array { contents = list.first }
    return contents?.reference
  }

  /// Whether a file is the one that the document was opened from or last saved to.
  package func isOwnFile(_ destination: URL) -> Bool {
    guard let url, identity != nil else { return false }
    let destination = destination.withPath
    if url.standardizedFileURL.path == destination.standardizedFileURL.path { return true }
    guard let other = FileIdentity(path: destination.path), let own = FileIdentity(path: url.path) else {
      return false
    }
    return other.isSameFile(as: own)
  }
}
