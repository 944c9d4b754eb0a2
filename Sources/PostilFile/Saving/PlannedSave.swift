package import Foundation
import PostilModel
import PostilSystem

/// A save between its plan and its end: all that writing the file takes, as values. While it is written the document
/// can be read, edited and shown. See ``FileStore/plan(_:to:options:)``.
///
/// What belongs to the store (objects read lazily, the plan's own origins) is only touched again in
/// ``FileStore/adopt(_:)``, by the owner of the store at that time; that makes the value safe to send.
package struct PlannedSave: @unchecked Sendable {
  enum Work {
    /// The file has everything already.
    case nothing
    /// The bytes as they are go to another file.
    case copy
    case append(PlannedUpdate)
    case rewrite(RewriteInput)
  }

  var work: Work
  let plan: SavePlan
  let state: DocumentState
  /// The file to write; `nil` for ``data(_:)``.
  package let destination: URL?
  /// Whether that is the document's own file.
  package let isOwn: Bool
  let options: SaveOptions
  /// The file as the document knows it.
  let known: FileIdentity?
  let bytes: FileBytes
  /// What was appended to these bytes since they were opened.
  let appendedBytes: AppendedBytes
  let password: String?
  let openOptions: OpenOptions
  /// What brings the bytes to the disk, if the save waits for it.
  let synchronize: DiskSync
  /// What the save does that the caller allowed, and should know.
  var warnings: [String] = []
  /// The objects that edits named, as they were when the file was opened, and how often it was written anew since.
  var named: (objects: Set<Int>, rewrites: Int) = ([], 0)

  private var length: Int { bytes.pointer.count + appendedBytes.count }

  private var diskSync: DiskSync? { options.waitsForDisk ? synchronize : nil }
}

/// An update that is to be appended.
struct PlannedUpdate {
  var result: AppendWriter.Result
  /// What it holds, each stream with its data.
  let objects: [ObjectID: PDFObject]
  /// See ``UpdateCheck``.
  let unreadable: Set<ObjectID>
  let base: IncrementalBase
}

/// What a rewrite needs of the store.
struct RewriteInput {
  let reason: String
  let objects: [ObjectID: PDFObject]
  /// The objects of pages that were removed: empty dictionaries now, which links and the outline may still lead to.
  let removedPages: [PageID: ObjectID]
  /// Object numbers from here on are new.
  let firstNew: Int
  /// Where the document begins, if the objects are all that the file is to have; `nil` for a file that is there.
  let newRoot: PDFObject?
  let wasRepaired: Bool
  /// Entries of the trailer that are others than in the file.
  let trailer: PDFDictionary
  /// Where annotations are in the old file, and will be after the changes.
  let origins: [PageID: [AnnotationID: PageAnnotations.Origin]]
  /// The annotations of the pages of which that is known.
  let lists: [PageID: [AnnotationID]]
  /// The first content stream of the first page, decoded.
  let firstContents: [UInt8]
  /// For pages that the session turned: the place in the new file, and the rotation that they must have there.
  let rotations: [(place: Int, rotation: PageRotation)]
  /// What objects of the file as it was opened are before it is written anew.
  let numbers: ObjectNumbers
  /// The streams that stood in values which edits set, by their digests.
  let streams: [[UInt8]: ObjectID]
}

/// A file that was written, for ``FileStore/adopt(_:)``.
package struct WrittenSave: @unchecked Sendable {
  /// What was done.
  package let report: SaveReport
  let planned: PlannedSave
  /// The file as it is now; `nil` if nothing was written.
  let identity: FileIdentity?
  let rewritten: Rewritten?

  /// A rewritten file, opened.
  struct Rewritten {
    let store: FileStore
    let origins: [PageID: [AnnotationID: PageAnnotations.Origin]]
    let password: String?
    /// What is left of removed pages, see ``FileStore/remains``.
    let remains: [PageID: ObjectID]
    /// What objects of the file as it was opened are in it.
    var numbers = ObjectNumbers()
    /// The streams that stood in values which edits set, by their digests.
    var streams: [[UInt8]: ObjectID] = [:]
    /// How often the document's file was written anew; `nil`: once more.
    var rewrites: Int?
  }
}

// MARK: - Files

extension PlannedSave {
  /// Writes the file, checks it, and puts it in its place. Takes as long as the disk does.
  ///
  /// - Throws: ``PDFError``: `.noFile` if there is no destination, `.fileChanged`, `.fileBusy`, `.cannotWrite` or `.diskFull` for the
  ///   file, `.damaged` or `.cannotWrite` if a check fails; or what the monitor throws. The file is then as it was.
  package func write(_ monitor: WorkMonitor = .none) throws -> WrittenSave {
    guard let destination else { throw PDFError(.noFile, "There is no file to save to.") }
    var (report, identity, rewritten) =
      switch work {
      case .nothing:
        (
          SaveReport(method: .nothing, reason: "there was nothing to save", fileSize: length),
          FileIdentity?.none,
          WrittenSave.Rewritten?.none
        )
      case .copy: try copy(to: destination, monitor)
      case .append(let update): try append(update.result, to: destination, monitor)
      case .rewrite(let input): try rewrite(input, to: destination, monitor)
      }
    report.warnings += plan.warnings + warnings
    report.renamedFields = plan.renamedFields
    monitor.progress(1)
    return WrittenSave(report: report, planned: self, identity: identity, rewritten: rewritten)
  }

  /// Refuses to replace what another program wrote. A file that is gone can be written again.
  func requireUnchanged(_ now: FileIdentity?) throws {
    guard isOwn, !options.allowsOverwritingChangedFile, let known, let now else { return }
    if now != known { throw PDFError.changedOnDisk }
  }

  private func commit(_ file: AtomicFile, _ monitor: WorkMonitor) throws -> FileIdentity {
    try monitor.advance(to: 0.95)
    if let mark = FileMark(path: file.path) { monitor.willReplace(replacement(mark)) }
    return try file.commit(synchronize: diskSync, replacing: requireUnchanged)
  }

  /// What a file becomes that is not written anew.
  private func replacement(_ mark: FileMark) -> FileReplacement {
    FileReplacement(
      isRewritten: false, mark: mark, numbering: plan.numbers.noted(named.objects, rewrites: named.rewrites))
  }

  private func copy(
    to destination: URL, _ monitor: WorkMonitor
  ) throws -> (SaveReport, FileIdentity?, WrittenSave.Rewritten?) {
    let file = try AtomicFile(target: destination)
    try file.write(bytes, monitor: monitor.part(from: 0, to: 0.9))
    try appendedBytes.forEachPiece { try file.write($0) }
    let report = SaveReport(
      method: .copy, reason: "there was nothing to save: the file was copied", fileSize: length)
    return (report, try commit(file, monitor), nil)
  }

  private func append(
    _ update: AppendWriter.Result, to destination: URL, _ monitor: WorkMonitor
  ) throws -> (SaveReport, FileIdentity?, WrittenSave.Rewritten?) {
    let identity: FileIdentity
    if let known = appendableFile(destination) {
      try monitor.checkCancellation()
      monitor.willReplace(replacement(FileMark(length: length + update.bytes.count, end: update.bytes)))
      identity = try InPlaceUpdate.append(
        update.bytes, to: destination, expecting: known, synchronize: diskSync)
    } else {
      let file = try AtomicFile(target: destination)
      try file.write(bytes, monitor: monitor.part(from: 0, to: 0.8))
      try appendedBytes.forEachPiece { try file.write($0) }
      try file.write(update.bytes)
      try SavedFileCheck.check(file.path, password: password, pageCount: state.pages.count)
      identity = try commit(file, monitor)
    }
    let report = SaveReport(
      method: .append, reason: "the changes were appended, the original is unchanged before them",
      bytesWritten: update.bytes.count, objectsChanged: update.objectCount,
      fileSize: length + update.bytes.count)
    return (report, identity, nil)
  }

  /// The file to append to in place. There is nothing to append to in one that is gone, or that may be overwritten because
  /// it changed.
  private func appendableFile(_ destination: URL) -> FileIdentity? {
    guard options.safety == .inPlace, isOwn, let known, let now = FileIdentity(path: destination.path),
      now == known || !options.allowsOverwritingChangedFile
    else { return nil }
    return known
  }

  private func rewrite(
    _ input: RewriteInput, to destination: URL, _ monitor: WorkMonitor
  ) throws -> (SaveReport, FileIdentity?, WrittenSave.Rewritten?) {
    let file = try AtomicFile(target: destination)
    try monitor.advance(to: 0)
    let numbers = try write(input, monitor.part(from: 0, to: 0.7)) { try file.write($0) }
    let newPassword = options.rewriting.encryption.password(else: password)
    try SavedFileCheck.check(file.path, password: newPassword, pageCount: state.pages.count)
    if options.isSquash {
      let written = try FileBytes(url: URL(fileURLWithPath: file.path), access: .mapped)
      try OneRevisionCheck.check(written, password: newPassword)
    }
    let fresh = try FileStore(
      .url(URL(fileURLWithPath: file.path)), password: newPassword, options: openOptions)
    try requireReadable(fresh, input)
    let origins = try origins(in: fresh, input)
    // Whatever can fail comes before: a save that fails must leave the changes unsaved.
    try monitor.advance(to: 0.95)
    var warnings: [String] = []
    let moved = numbers.all.map(input.numbers.moved) ?? input.numbers
    if let mark = FileMark(path: file.path) {
      let numbering = moved.noted(named.objects, rewrites: named.rewrites + 1)
      monitor.willReplace(FileReplacement(isRewritten: true, mark: mark, numbering: numbering))
    }
    let identity = try file.commit(synchronize: diskSync) { now in
      try requireUnchanged(now)
      if input.wasRepaired { warnings = try keepCopyOfAmbiguousOriginal(destination) }
    }
    let report = SaveReport(
      method: .rewrite, reason: input.reason, bytesWritten: fresh.fileSize,
      objectsChanged: plan.changes.objects.count, fileSize: fresh.fileSize, warnings: warnings)
    return (
      report, identity,
      .init(
        store: fresh, origins: origins, password: newPassword,
        remains: input.removedPages.compactMapValues(numbers.number),
        numbers: moved, streams: input.streams.compactMapValues(numbers.number))
    )
  }

  /// Of a damaged file that was saved several times libqpdf may have found an older state than other
  /// readers show: then the original stays beside the repaired file.
  private func keepCopyOfAmbiguousOriginal(_ destination: URL) throws -> [String] {
    let repaired = "the file was damaged: what could be found in it was written anew"
    guard isOwn, ByteSearch.count("%%EOF", in: bytes.pointer, limit: 2) > 1 else { return [repaired] }
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
      let code = FileIO.link(file.path, path)
      if code == 0 { return backup }
      guard code == EEXIST else { throw SystemError.writing(code) }
      // From a save that failed later.
      if FileIdentity(path: path) == FileIdentity(path: file.path) { return backup }
    }
    throw SystemError.writing(EEXIST)
  }
}

// MARK: - Memory

extension PlannedSave {
  /// The bytes that a save would write, checked as those of a save are.
  ///
  /// - Throws: ``PDFError``, or what the monitor throws.
  package func data(_ monitor: WorkMonitor = .none) throws -> Data {
    try monitor.advance(to: 0)
    var data = Data()
    if case .rewrite(let input) = work {
      _ = try write(input, monitor.part(from: 0, to: 0.7)) { data.append(contentsOf: $0) }
      let newPassword = options.rewriting.encryption.password(else: password)
      let written = try FileBytes(data: data)
      try SavedFileCheck.check(written, password: newPassword, pageCount: state.pages.count)
      if options.isSquash { try OneRevisionCheck.check(written, password: newPassword) }
      let fresh = try FileStore(.data(data), password: newPassword, options: openOptions)
      try requireReadable(fresh, input)
      _ = try origins(in: fresh, input)
    } else {
      data.reserveCapacity(length)
      data.append(contentsOf: bytes.pointer)
      try appendedBytes.forEachPiece { data.append(contentsOf: $0) }
      if case .append(let update) = work {
        data.append(contentsOf: update.result.bytes)
        try monitor.advance(to: 0.7)
        try SavedFileCheck.check(try FileBytes(data: data), password: password, pageCount: state.pages.count)
      }
    }
    monitor.progress(1)
    return data
  }
}

// MARK: - Rewriting

extension PlannedSave {
  /// Writes the whole file piece by piece.
  ///
  /// - Returns: What gives the number that an object has in it, and what became of all numbers; `nil` if all stay.
  private func write(
    _ input: RewriteInput, _ monitor: WorkMonitor, to sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> (number: (ObjectID) -> ObjectID?, all: [Int: Int]?) {
    if let root = input.newRoot, options.rewriting.isPackedAlone {
      var trailer = input.trailer
      trailer["Root"] = root
      let identifier = PDFObject.string(AppendWriter.makeIdentifier())
      trailer["ID"] = .array([identifier, identifier])
      try NewFileWriter.write(input.objects, trailer: trailer, monitor, to: sink)
      return ({ $0 }, nil)
    }
    let writer = try RewriteWriter(bytes, password: password)
    for object in input.removedPages.values { try writer.follow(object) }
    try writer.replace(input.objects, firstNew: input.firstNew)
    try writer.replaceTrailer(input.trailer)
    try writer.write(options.rewriting, monitor, to: sink)
    return ({ writer.number(of: $0) }, writer.numbers)
  }

  /// Compares the rewritten file with the state it should have, and the contents of the first page
  /// before and after: encryption that says one thing and does another has been seen to make files
  /// that cannot be decrypted.
  private func requireReadable(_ fresh: FileStore, _ input: RewriteInput) throws {
    let isLegible =
      try input.firstContents.isEmpty || fresh.contents(ofPageAt: PageID(number: 1)) == input.firstContents
    let isTurned = try input.rotations.allSatisfy { place, rotation in
      try fresh.attributes(of: .opened(place)).rotation == rotation
    }
    guard isLegible, isTurned else {
      throw PDFError(
        .damaged, "Written anew, the document could not be read back, so nothing was saved: repair it first.")
    }
  }

  /// Where the annotations are in the rewritten file, in which every object has another number.
  func origins(
    in fresh: FileStore, _ input: RewriteInput
  ) throws -> [PageID: [AnnotationID: PageAnnotations.Origin]] {
    var newOrigins = input.origins
    for (page, list) in input.lists {
      guard let place = state.index(of: page), let known = newOrigins[page] else { continue }
      newOrigins[page] = try fresh.relocated(known, of: list, toPageAt: place)
    }
    return newOrigins
  }
}

extension FileStore {
  /// The places that annotations of a page of the replaced file have in this one.
  func relocated(
    _ known: [AnnotationID: PageAnnotations.Origin], of list: [AnnotationID], toPageAt place: Int
  ) throws -> [AnnotationID: PageAnnotations.Origin] {
    try relocated(known, of: list, in: page(PageID(number: place + 1)).dictionary)
  }

  /// The places that annotations of a page of a replaced file have in this one, where the page is that dictionary.
  func relocated(
    _ known: [AnnotationID: PageAnnotations.Origin], of list: [AnnotationID], in page: PDFDictionary
  ) throws -> [AnnotationID: PageAnnotations.Origin] {
    let found = PageAnnotations.elements(of: page, graph)
    guard found.count == list.count else {
      throw PDFError(.damaged, "Annotations would be lost in the rewritten file: nothing was saved.")
    }
    var result = known
    for (id, written) in zip(list, found) {
      result[id]?.element = written.element
      result[id]?.graph = graph
    }
    return result
  }
}

extension RewriteOptions.Encryption {
  /// The password that opens the file afterwards.
  func password(else old: String?) -> String? {
    switch self {
    case .keep: old
    case .remove: nil
    case .aes256(let user, let owner, _): owner.isEmpty ? user : owner
    case .same(let encryption): encryption.password
    }
  }
}
