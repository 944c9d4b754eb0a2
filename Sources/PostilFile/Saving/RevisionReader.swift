package import Foundation
import PostilModel
import PostilSystem

/// What a file was after one of its saves: everything up to the end of an update.
package struct RevisionRecord: Sendable {
  /// How long the file was, in bytes.
  package let length: Int
  /// What its save changed; `nil` for the first.
  package let changes: LaterChanges?
  /// When that was, as far as the changed objects say.
  package let date: Date?
  /// Who made or changed annotations.
  package let authors: [String]
}

/// Finds the states that a file had: it begins with each of them, for an incremental update is appended (ISO 32000-2, 7.5.6).
///
/// They are counted by the chain of cross-reference sections, not by `%%EOF`: a linearized file has two of those and was saved
/// once.
package struct RevisionReader {
  private let source: SignedFileSource
  /// How long the file was after each save, oldest first.
  package let lengths: [Int]
  private let revisions: FileRevisions?

  /// More revisions are not told apart: the newest are.
  private static let most = 10_000

  /// - Complexity: O(revisions), and O(file) if it is linearized.
  package init(_ source: SignedFileSource) {
    self.source = source
    revisions = try? FileRevisions(source.bytes.pointer)
    lengths = Array((revisions?.lengths ?? [source.bytes.pointer.count]).suffix(Self.most))
  }

  /// The bytes of a revision, which are not copied.
  private func bytes(_ index: Int) -> FileBytes { FileBytes(first: lengths[index], of: source.bytes) }

  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is no such revision.
  private func require(_ number: Int) throws {
    guard lengths.indices.contains(number - 1) else {
      throw PDFError(
        .invalidArgument, "There is no revision \(number): the file has \(lengths.count).")
    }
  }

  /// What is known of each revision, oldest first.
  ///
  /// - Complexity: O(objects of the document), and O(objects that saves wrote).
  package func records() -> [RevisionRecord] {
    let graph = try? graph(1)
    let information = graph?.resolve(graph?.trailer["Info"]).dictionary
    var result = [
      RevisionRecord(
        length: lengths[0], changes: nil,
        date: graph?.date(information?["ModDate"]) ?? graph?.date(information?["CreationDate"]), authors: [])
    ]
    guard lengths.count > 1 else { return result }
    do {
      guard let revisions else { throw XrefSection.Malformed() }
      let file = try SignedFile(source)
      var analysis = try ModificationAnalysis(
        source.bytes, revisions, after: lengths[0], password: source.password)
      let view = analysis.view
      try analysis.run(covers: { file.gap(of: $0, covering: $1, view) }) { revision in
        guard result.count < lengths.count else { return }
        result.append(
          RevisionRecord(
            length: lengths[result.count],
            changes: LaterChanges(revision.changes, isComplete: revision.isComplete),
            date: revision.date, authors: revision.authors))
      }
    } catch {
      // What is left over is told apart no more.
    }
    for length in lengths.dropFirst(result.count) {
      result.append(
        RevisionRecord(
          length: length,
          changes: LaterChanges([.init(.other, remark: "it cannot be told what was changed")]),
          date: nil, authors: []))
    }
    return result
  }

  private func graph(_ number: Int) throws -> ObjectGraph {
    let bytes = bytes(number - 1)
    return ObjectGraph(
      try ObjectReader(bytes, password: source.password, chain: try? XrefChain(bytes.pointer)))
  }

  /// A revision as a document that has no file.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument`, or as opening a file.
  package func open(_ number: Int, ignoringPermissions: Bool) throws -> FileStore {
    try require(number)
    return try FileStore(
      bytes(number - 1), url: nil, password: source.password,
      options: OpenOptions(ignoresPermissions: ignoringPermissions))
  }

  // MARK: - Going back

  /// The update that gives the file the content that it had: every object that was changed since as it was. What was added
  /// since is no longer referred to.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument`, also for the newest revision; `.cannotAppend` or `.damaged` if the file is
  ///   damaged, `.unsupported` if it is encrypted in a way that is not known.
  package func update(restoring number: Int) throws -> (
    bytes: [UInt8], objectCount: Int, pageCount: Int, kinds: Set<LaterChanges.Kind>
  ) {
    try require(number)
    guard number < lengths.count else {
      throw PDFError(
        .invalidArgument, "The file is as it was at revision \(number): there is nothing to restore.")
    }
    do {
      guard let revisions else { throw XrefSection.Malformed() }
      let restoration = try RevisionRestoration(
        source.bytes, revisions, after: lengths[number - 1], password: source.password)
      let kinds = restoration.kinds
      let base = try IncrementalBase.find(in: source.bytes.pointer).get()
      let objects = restoration.objects
      var writer = AppendWriter(
        chain: base.chain, baseLength: source.bytes.pointer.count, endsWithNewline: base.endsWithNewline,
        previousStart: base.start, size: base.size)
      writer.encryption = restoration.encryption
      writer.trailerChanges = restoration.trailer
      writer.leftOutOfTrailer = restoration.addedTrailerKeys
      let update = writer.write(
        objects, nextNumber: base.nextNumber, identifier: AppendWriter.makeIdentifier())
      try UpdateCheck.check(
        update, objects, base: base, length: source.bytes.pointer.count, encryption: writer.encryption,
        root: restoration.trailer["Root"])
      return (update.bytes, update.objectCount, try PageTree(graph(number)).count, kinds)
    } catch let error as PDFError {
      throw error
    } catch {
      throw PDFError(
        .cannotAppend,
        "The file is damaged, so what it was cannot be restored by appending: extract the revision.",
        underlying: "\(error)")
    }
  }

  /// Writes the file with an update behind it to a place.
  ///
  /// - Parameter isOwn: Whether that is the file itself.
  /// - Throws: ``PDFError`` with code `.fileChanged` if that is the file itself and it was changed meanwhile, or as saving.
  package func write(
    _ update: [UInt8], objectCount: Int, pageCount: Int, to target: URL, isOwn: Bool
  ) throws -> SaveReport {
    let file = try AtomicFile(target: target)
    try file.write(source.bytes)
    try file.write(update)
    try SavedFileCheck.check(file.path, password: source.password, pageCount: pageCount)
    _ = try file.commit(replacing: { now in
      if isOwn, now != source.bytes.identity { throw PDFError.changedOnDisk }
    })
    return SaveReport(
      method: .append, reason: "the older content was appended", bytesWritten: update.count,
      objectsChanged: objectCount, fileSize: source.bytes.pointer.count + update.count)
  }
}
