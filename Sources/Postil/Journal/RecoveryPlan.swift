import Foundation
import PostilFile
import PostilModel
import PostilSystem

/// How the edits of a journal can be made again: where the bytes are to which they refer, and which save the file is of.
struct RecoveryPlan {
  let header: JournalRecord.Header
  /// The document's file, if it had one.
  let file: URL?
  /// Whether the file is what it was when it was opened, or what a save made of it.
  let isFileKnown: Bool
  /// Where the bytes are that were opened; `nil` if they are lost.
  let base: Base?
  /// The save that the file is of; `nil`: it is as it was opened.
  let save: Int?
  /// Whether objects may have other numbers in the file than in the bytes that were opened, and what is known of them.
  let isRewritten: Bool
  let numbering: ObjectNumbering?
  /// How many entries follow that save's state.
  let unsavedCount: Int
  let records: [JournalFile.Record]

  /// The bytes that were opened.
  struct Base {
    let url: URL
    /// Whether the file goes on after them.
    let isStart: Bool
  }

  private struct Point {
    let save: Int?
    let mark: FileMark
    let path: String
    let isRewritten: Bool
    /// How many entries there were when the save began.
    let entryCount: Int
    var numbering: ObjectNumbering?
  }

  /// - Throws: ``PDFError`` with code `.unsupported` if a newer version wrote the journal, or `.damaged`.
  init(_ content: JournalFile.Content, _ journal: URL) throws {
    guard let first = content.records.first,
      case .header(let header)? = try JournalRecord(first, nil, isEncrypted: false)
    else { throw PDFError(.damaged, "The journal does not say which document it is of.", url: journal) }
    guard header.version <= JournalRecord.Header.currentVersion else {
      throw PDFError(.unsupported, "The journal of edits is of a newer version.", url: journal)
    }
    self.header = header
    records = Array(content.records.dropFirst())
    var points: [Point] = []
    if let path = header.path {
      points.append(Point(save: nil, mark: header.base, path: path, isRewritten: false, entryCount: 0))
    }
    var entryCount = 0
    var begun: [Int: Int] = [:]
    for record in records {
      switch try JournalRecord(record, nil, isEncrypted: true) {
      case nil: entryCount += 1
      case .save(let save)?:
        switch (save.step, save.mark, save.path) {
        case (.began, _, _): begun[save.number] = entryCount
        case (.replacing, let mark?, let path?):
          points.append(
            Point(
              save: save.number, mark: mark, path: path,
              isRewritten: save.isRewritten == true || points.last?.isRewritten == true,
              entryCount: begun[save.number] ?? entryCount, numbering: save.numbering))
        // There was nothing to write: the file has that state already.
        case (.done, _, _) where points.last?.save != save.number:
          guard let last = points.last else { break }
          points.append(
            Point(
              save: save.number, mark: last.mark, path: last.path, isRewritten: last.isRewritten,
              entryCount: begun[save.number] ?? entryCount, numbering: save.numbering ?? last.numbering))
        case (.done, _, _):
          if let last = points.indices.last, let numbering = save.numbering {
            points[last].numbering = numbering
          }
        default: break
        }
      default: break
      }
    }
    let found = points.last { $0.mark.isMark(ofFileAt: $0.path, exactly: true) }
    let kept = JournalFolder.companion(of: journal, "base")
    let hasKept = header.base.isMark(ofFileAt: kept.path, exactly: true)
    let path = (found ?? points.last)?.path
    file = path.map { URL(fileURLWithPath: $0) }
    save = found?.save
    isRewritten = found?.isRewritten == true
    numbering = found?.numbering
    unsavedCount = entryCount - (found?.entryCount ?? 0)
    if hasKept {
      base = Base(url: kept, isStart: false)
    } else if let file, header.base.isMark(ofFileAt: file.path, exactly: false) {
      base = Base(url: file, isStart: true)
    } else {
      base = nil
    }
    isFileKnown = found != nil || points.isEmpty
  }
}
