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

  /// More revisions are not told apart: the newest are.
  private static let most = 10_000

  /// - Complexity: O(revisions), and O(file) if it is linearized.
  package init(_ source: SignedFileSource) {
    self.source = source
    let bytes = source.bytes.pointer
    let starts = (try? XrefChain(bytes))?.starts ?? []
    let ends = Self.ends(ofSectionsAt: starts.prefix(Self.most), bytes)
    // What follows the newest section belongs to it.
    lengths =
      Set(ends.filter { $0 < bytes.count }).sorted().dropLast(ends.contains(bytes.count) ? 0 : 1) + [
        bytes.count
      ]
  }

  /// The ends of the saves that wrote sections: behind the `%%EOF` after the first `startxref` behind a section that leads to it.
  /// The main section of a linearized file has none, as it belongs to the save of its first section.
  ///
  /// - Complexity: O(file), however many sections there are.
  private static func ends(ofSectionsAt starts: some Sequence<Int>, _ bytes: UnsafeRawBufferPointer) -> [Int]
  {
    guard let header = PDFHeader.position(in: bytes) else { return [] }
    let wanted = Set(starts)
    var found: [Int: Int] = [:]
    var position = header
    while let word = ByteSearch.first("startxref", in: bytes, from: position), found.count < wanted.count {
      position = word.upperBound
      var parser = PDFParser(bytes, at: word.upperBound)
      guard let start = parser.integer(), wanted.contains(start), found[start] == nil,
        header + start <= word.lowerBound
      else { continue }
      // A mark that is too far away is none; then no later one counts.
      found[start] = end(after: parser.position, word.upperBound, bytes) ?? -1
    }
    return found.values.filter { $0 >= 0 }
  }

  /// The end of a file whose `startxref` ends at a place.
  private static func end(after position: Int, _ word: Int, _ bytes: UnsafeRawBufferPointer) -> Int? {
    let part = UnsafeRawBufferPointer(rebasing: bytes[..<min(bytes.count, word + 1024 + 5)])
    guard let mark = ByteSearch.first("%%EOF", in: part, from: position) else { return nil }
    var end = mark.upperBound
    if end < bytes.count, bytes[end] == 13 { end += 1 }
    if end < bytes.count, bytes[end] == 10 { end += 1 }
    return end
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

  /// What is known of a revision.
  ///
  /// - Parameter number: Counted from 1, the oldest.
  /// - Complexity: O(objects that its save wrote).
  package func record(_ number: Int) throws -> RevisionRecord {
    try require(number)
    guard number > 1 else {
      let graph = try? graph(number)
      let information = graph?.resolve(graph?.trailer["Info"]).dictionary
      let date = graph?.date(information?["ModDate"]) ?? graph?.date(information?["CreationDate"])
      return RevisionRecord(length: lengths[0], changes: nil, date: date, authors: [])
    }
    do {
      var comparison = try RevisionComparison(bytes(number - 2), bytes(number - 1), password: source.password)
      return RevisionRecord(
        length: lengths[number - 1], changes: comparison.changes(), date: comparison.date,
        authors: comparison.authors)
    } catch {
      return RevisionRecord(
        length: lengths[number - 1],
        changes: LaterChanges([.init(.other, remark: "it cannot be read as a document of its own")]),
        date: nil,
        authors: [])
    }
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
  /// - Throws: ``PDFError`` with code `.invalidArgument`, or `.cannotAppend` if the file is damaged.
  package func update(restoring number: Int) throws -> (
    bytes: [UInt8], objectCount: Int, pageCount: Int, kinds: Set<LaterChanges.Kind>
  ) {
    try require(number)
    guard number < lengths.count else {
      throw PDFError(
        .invalidArgument, "The file is as it was at revision \(number): there is nothing to restore.")
    }
    do {
      var comparison = try RevisionComparison(bytes(number - 1), source.bytes, password: source.password)
      let kinds = comparison.changes().kinds
      let base = try IncrementalBase.find(in: source.bytes.pointer).get()
      let objects = try comparison.formerObjects()
      var writer = AppendWriter(
        chain: base.chain, baseLength: source.bytes.pointer.count, endsWithNewline: base.endsWithNewline,
        previousStart: base.start, size: base.size)
      writer.encryption = comparison.encryption
      writer.trailerChanges = comparison.formerTrailer
      writer.leftOutOfTrailer = comparison.addedTrailerKeys
      let update = writer.write(
        objects, nextNumber: base.nextNumber, identifier: AppendWriter.makeIdentifier())
      try UpdateCheck.check(
        update, objects, base: base, length: source.bytes.pointer.count, encryption: writer.encryption,
        root: comparison.formerTrailer["Root"])
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
