package import Foundation
package import PostilModel
import PostilSystem

extension FileStore {
  /// Writes a state to a file: the document's own or another, which then becomes its own.
  package func save(_ state: DocumentState, to target: URL?, options: SaveOptions) throws -> SaveReport {
    do {
      guard let destination = target ?? url else {
        throw PDFError(.noFile, "The document came from memory and has no file: say where to save it.")
      }
      let isOwn = isOwnFile(destination)
      if isOwn { try requireUnchanged(destination, options) }
      let (way, plan) = try prepare(state, options)
      let report = try carryOut(plan, way, state, destination, isOwn, options)
      url = destination
      return report
    } catch let error as PDFError {
      throw error.about(error.isAboutTarget ? target ?? url : url ?? target)
    }
  }

  /// How to save, and what.
  private func prepare(_ state: DocumentState, _ options: SaveOptions) throws -> (SaveMethod, SavePlan) {
    let way = try SaveMethod(self, options)
    let plan = try SavePlan(state, self, nextNumber: way.nextNumber)
    // Damage may come to light only when the objects are read.
    guard case .append = way, graph.reader.wasRepaired else { return (way, plan) }
    let other = try SaveMethod(self, options)
    return (other, try SavePlan(state, self, nextNumber: other.nextNumber))
  }

  private func carryOut(
    _ plan: SavePlan, _ way: SaveMethod, _ state: DocumentState, _ destination: URL, _ isOwn: Bool,
    _ options: SaveOptions
  ) throws -> SaveReport {
    if plan.changes.isEmpty, !way.isAskedToRewrite {
      if isOwn, FileIdentity(path: destination.path) != nil {
        return SaveReport(strategy: .nothing, reason: "there was nothing to save", fileSize: fileSize)
      }
      return try copy(to: destination)
    }
    switch way {
    case .append(let base):
      return try append(plan, base, state, destination, isOwn, options)
    case .rewrite(let reason, _):
      guard !isSigned || options.breaksSignatures else {
        throw PDFError(
          .wouldBreakSignature,
          "The document is signed, and a rewrite (\(reason)) would break the signature: append, or allow that."
        )
      }
      return try rewrite(plan, reason, state, destination, isOwn, options)
    }
  }

  /// The document with a state, in memory.
  package func data(of state: DocumentState) throws -> Data {
    let (way, plan) = try prepare(state, SaveOptions())
    var bytes = Data(graph.reader.bytes.pointer)
    bytes.append(contentsOf: tail)
    guard !plan.changes.isEmpty else { return bytes }
    switch way {
    case .append(let base):
      bytes.append(contentsOf: update(plan, base).bytes)
      return bytes
    case .rewrite:
      return try rewriter(plan).data(SaveOptions())
    }
  }

  // MARK: - The file on disk

  private func isOwnFile(_ destination: URL) -> Bool {
    guard let url, identity != nil else { return false }
    if url.standardizedFileURL.path == destination.standardizedFileURL.path { return true }
    guard let other = FileIdentity(path: destination.path), let own = FileIdentity(path: url.path) else {
      return false
    }
    return other.isSameFile(as: own)
  }

  private func requireUnchanged(_ destination: URL, _ options: SaveOptions) throws {
    // A file that is gone can be written again; one that another program wrote cannot.
    guard let identity, let now = FileIdentity(path: destination.path) else { return }
    if now != identity, !options.overwritesChangedFile { throw PDFError.changedOnDisk }
  }

  private func copy(to destination: URL) throws -> SaveReport {
    let file = try AtomicFile(target: destination)
    try file.write(graph.reader.bytes)
    try file.write(tail)
    identity = try file.commit()
    return SaveReport(
      strategy: .copy, reason: "there was nothing to save: the file was copied", fileSize: fileSize)
  }

  // MARK: - Appending

  private func update(_ plan: SavePlan, _ base: IncrementalBase) -> AppendWriter.Result {
    let writer = AppendWriter(
      chain: base.chain, baseLength: fileSize, endsWithNewline: base.endsWithNewline,
      previousStart: base.start)
    var identifier = UUID().uuid
    let bytes = withUnsafeBytes(of: &identifier) { Array($0) }
    return writer.write(plan.changes.objects, nextNumber: plan.changes.nextNumber, identifier: bytes)
  }

  private func append(
    _ plan: SavePlan, _ base: IncrementalBase, _ state: DocumentState, _ destination: URL, _ isOwn: Bool,
    _ options: SaveOptions
  ) throws -> SaveReport {
    let update = update(plan, base)
    try UpdateCheck.check(update, plan.changes.objects, base: base, length: fileSize)
    // There is nothing to append to in a file that is gone, or that may be overwritten because it changed.
    if options.safety == .inPlace, isOwn, let identity,
      let now = FileIdentity(path: destination.path),
      now == identity || !options.overwritesChangedFile
    {
      self.identity = try InPlaceUpdate.append(update.bytes, to: destination, expecting: identity)
    } else {
      let file = try AtomicFile(target: destination)
      try file.write(graph.reader.bytes)
      try file.write(tail)
      try file.write(update.bytes)
      try SavedFileCheck.check(file.path, password: password, state: state)
      identity = try file.commit()
    }
    take(plan, state)
    tail += update.bytes
    incrementalBase = .success(
      IncrementalBase(
        chain: base.chain, start: update.start, nextNumber: update.nextNumber, endsWithNewline: true,
        updates: base.updates + 1))
    return SaveReport(
      strategy: .append, reason: "the changes were appended, the original is unchanged before them",
      bytesWritten: update.bytes.count, objectsChanged: update.objectCount, fileSize: fileSize)
  }

  /// Takes over what a save wrote.
  private func take(_ plan: SavePlan, _ state: DocumentState) {
    graph.merge(plan.changes.objects)
    for (page, found) in plan.origins { origins[page] = found }
    if state.pages != saved.pages || !tree.isSound, let fresh = try? PageTree(graph) { tree = fresh }
    pageObjects = plan.pageObjects
    saved = state
  }

  // MARK: - Rewriting

  private func rewriter(_ plan: SavePlan) throws -> RewriteWriter {
    let writer = try RewriteWriter(graph.reader)
    // Only updates gave out numbers that follow the file's own; a damaged file may have some beyond its table.
    let firstNew = graph.written.isEmpty ? nil : try? incrementalBase.get().chain.size
    let all = graph.written.merging(plan.changes.objects) { $1 }
    try writer.replace(all, firstNew: firstNew ?? SaveMethod.firstNumberOfRewrite)
    return writer
  }

  private func rewrite(
    _ plan: SavePlan, _ reason: String, _ state: DocumentState, _ destination: URL, _ isOwn: Bool,
    _ options: SaveOptions
  ) throws -> SaveReport {
    let file = try AtomicFile(target: destination)
    try rewriter(plan).write(to: file.path, options)
    let newPassword = options.encryption.password(else: password)
    try SavedFileCheck.check(file.path, password: newPassword, state: state)
    let warnings = try keepCopyOfAmbiguousOriginal(destination, isOwn)
    noteFormerObjects()
    let fresh = try FileStore(
      .url(URL(fileURLWithPath: file.path)), password: newPassword, options: openOptions)
    try requireReadable(fresh, state)
    let origins = try origins(in: fresh, plan, state)
    // Whatever can fail comes before: a save that fails must leave the changes unsaved.
    identity = try file.commit()
    follow(fresh, origins, state)
    password = newPassword
    return SaveReport(
      strategy: .rewrite, reason: reason, bytesWritten: fileSize, objectsChanged: plan.changes.objects.count,
      fileSize: fileSize, warnings: warnings)
  }

  /// Compares the rewritten file with the state it should have, and the contents of the first page
  /// before and after: encryption that says one thing and does another has been seen to make files
  /// that nobody can decipher.
  private func requireReadable(_ fresh: FileStore, _ state: DocumentState) throws {
    guard let first = state.pages.first else { return }
    let contents = try contents(ofPageAt: first) ?? []
    let isLegible = try contents.isEmpty || fresh.contents(ofPageAt: PageID(rawValue: 1)) == contents
    let isTurned = try state.turns.allSatisfy { page, turn in
      guard let place = state.pages.firstIndex(of: page) else { return true }
      let rotation = try fresh.attributes(of: PageID(rawValue: place + 1)).rotation
      return try rotation == attributes(of: page).rotation + turn
    }
    guard isLegible, isTurned else {
      throw PDFError(
        .damaged, "Written anew, the document could not be read back, so nothing was saved: repair it first.")
    }
  }

  /// The first content stream of a page, decoded.
  private func contents(ofPageAt page: PageID) throws -> [UInt8]? {
    var contents = try self.page(page).dictionary["Contents"]
    if let list = graph.resolve(contents).array { contents = list.first }
    guard let stream = contents?.reference else { return nil }
    return graph.reader.decodedStream(stream)
  }

  private func noteFormerObjects() {
    for page in saved.pages { graph.formerPages[page] = (try? self.page(page))?.object }
    for (page, known) in origins {
      for (id, origin) in known where origin.graph === graph {
        if let object = origin.element.reference { graph.formerAnnotations[object] = (page, id) }
      }
    }
  }

  /// Where the annotations are in the rewritten file, in which every object has another number.
  private func origins(
    in fresh: FileStore, _ plan: SavePlan, _ state: DocumentState
  ) throws -> [PageID: [AnnotationID: PageAnnotations.Origin]] {
    var newOrigins = origins.merging(plan.origins) { $1 }
    for (page, list) in state.annotations {
      guard let place = state.pages.firstIndex(of: page) else { continue }
      let found = PageAnnotations(try fresh.page(PageID(rawValue: place + 1)).dictionary, fresh.graph)
      guard found.values.count == list.count else {
        throw PDFError(.damaged, "Annotations would be lost in the rewritten file: nothing was saved.")
      }
      for (annotation, written) in zip(list, found.values) {
        guard let origin = found.origins[written.id] else { continue }
        newOrigins[page]?[annotation.id]?.element = origin.element
        newOrigins[page]?[annotation.id]?.graph = fresh.graph
      }
    }
    return newOrigins
  }

  /// Goes over to the rewritten file.
  private func follow(
    _ fresh: FileStore, _ newOrigins: [PageID: [AnnotationID: PageAnnotations.Origin]], _ state: DocumentState
  ) {
    origins = newOrigins
    graph = fresh.graph
    tree = fresh.tree
    tail = []
    incrementalBase = fresh.incrementalBase
    pageObjects = [:]
    pageLabels = nil
    saved = state
  }

  /// Of a damaged file that was saved several times libqpdf may have found an older state than other
  /// readers show: then the original stays beside the repaired file.
  private func keepCopyOfAmbiguousOriginal(_ destination: URL, _ isOwn: Bool) throws -> [String] {
    guard graph.reader.wasRepaired else { return [] }
    let repaired = "the file was damaged: what could be found in it was written anew"
    guard isOwn, ByteSearch.count("%%EOF", in: graph.reader.bytes.pointer, limit: 2) > 1 else {
      return [repaired]
    }
    let backup = try keepCopy(of: destination)
    return [
      repaired, "it had several revisions, not all of which may be kept: the original is now '\(backup)'",
    ]
  }

  /// Gives a file a second name beside its own that no other file has, and returns it.
  private func keepCopy(of file: URL) throws -> String {
    let name = file.deletingPathExtension().lastPathComponent + ".damaged-original"
    for number in 1...1000 {
      let backup = name + (number == 1 ? "" : "-\(number)") + ".pdf"
      let path = file.deletingLastPathComponent().appendingPathComponent(backup).path
      if link(file.path, path) == 0 { return backup }
      guard errno == EEXIST else { throw SystemError.writing(errno) }
      // From a save that failed later.
      if FileIdentity(path: path) == FileIdentity(path: file.path) { return backup }
    }
    throw SystemError.writing(EEXIST)
  }
}

extension SaveOptions.Encryption {
  /// The password that opens the file afterwards.
  func password(else old: String?) -> String? {
    switch self {
    case .keep: old
    case .remove: nil
    case .aes256(let user, let owner, _): owner.isEmpty ? user : owner
    }
  }
}

extension PDFError {
  /// Whether the place to write to is the matter, and not the document.
  fileprivate var isAboutTarget: Bool { [.cannotWrite, .diskFull, .fileChanged].contains(code) }
}
