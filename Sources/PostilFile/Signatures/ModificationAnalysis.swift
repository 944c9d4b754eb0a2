import Foundation
import PostilModel

/// Goes through the updates that were appended to a file after one of its revisions, and finds out of each what it changed
/// (ISO 32000-2, 12.8.2).
///
/// - ``FileRevisions`` says where updates begin and end, ``RevisionObjects`` what objects are before and after each,
/// - ``RevisionDifference`` which of them differ,
/// - ``ObjectRoles`` what those are to the document,
/// - ``ModificationRules`` what kind of change that is,
/// - ``ByteAccounting`` that there is nothing else in the update.
struct ModificationAnalysis {
  /// What is known of one update.
  struct Revision {
    /// Where it is in the file.
    let bytes: Range<Int>
    let changes: [LaterChanges.Change]
    let isComplete: Bool
    /// The newest date that a changed annotation, signature or the document's information says.
    let date: Date?
    /// Whose annotations were added or changed.
    let authors: [String]
    /// The numbers of the objects that it wrote.
    let objects: [Int]
  }

  private let bytes: FileBytes
  private let continuation: FileRevisions.Continuation
  let objects: RevisionObjects
  private let firstNumber: Int
  private let start: Int
  private var roles: ObjectRoles?
  /// The object streams so far, with their members.
  private var members: [Int: [Int]] = [:]
  /// How much may still be gone through again because lists changed.
  private var work = 20_000_000

  /// - Parameters:
  ///   - revisions: Those of the file.
  ///   - end: How long the file was before the updates: one of its revisions' ends.
  /// - Throws: ``XrefChain/Unusable``, ``XrefSection/Malformed`` or `PDFError` if the file cannot be read as it stands.
  init(_ bytes: FileBytes, _ revisions: FileRevisions, after end: Int, password: String?) throws {
    self.bytes = bytes
    start = end
    continuation = try revisions.continuation(after: end)
    firstNumber = revisions.lengths.count { $0 <= end } + 1
    objects = try RevisionObjects(
      bytes, headerOffset: revisions.chain.headerOffset, length: end, sections: continuation.older,
      password: password)
  }

  /// The objects of the revision before the updates, and after as many of them as were looked at.
  var view: RevisionView { objects.now }

  /// Where the last update ends.
  var end: Int { continuation.updates.last?.bytes.upperBound ?? start }
  /// Where each update is.
  var updates: [Range<Int>] { continuation.updates.map(\.bytes) }

  /// What the updates changed, in order.
  ///
  /// - Parameters:
  ///   - covers: Where the gap of a signature begins, given its dictionary and the range of an update, if it is in that update
  ///     and covers it and all before it.
  ///   - body: Called after each, when ``view`` is that revision.
  /// - Complexity: O(objects of the document), and O(objects that the updates wrote).
  mutating func run(
    covers: @escaping (PDFDictionary, Range<Int>) -> Int?, _ body: (Revision) throws -> Void
  ) throws {
    guard !continuation.updates.isEmpty else { return }
    var roles = ObjectRoles(objects.now)
    members = objects.members()
    for stream in members.keys { roles.add(objectStream: objects.now.object(stream)) }
    self.roles = roles
    if let failure = objects.failure { throw failure }
    guard objects.now.unreadable.isEmpty else {
      throw PDFError(.damaged, "The file is damaged: what was signed cannot be read as it stands.")
    }
    for (index, update) in continuation.updates.enumerated() {
      let revision = try judge(update, firstNumber + index, covers)
      if let failure = objects.failure { throw failure }
      try body(revision)
    }
  }

  // MARK: - One update

  private mutating func judge(
    _ update: FileRevisions.Update, _ number: Int, _ covers: @escaping (PDFDictionary, Range<Int>) -> Int?
  ) throws -> Revision {
    let touched = try objects.apply(update, isContinued: continuation.isContinued)
    let containers = containers(touched)
    let candidates = touched.union(overwritten(touched)).sorted()
    var reach = reach(candidates)
    let (before, after) = (objects.before, objects.now)
    if let roles {
      work -=
        candidates.count + (reach.fields ? roles.fields.count : 0) + (reach.pages ? roles.pages.count : 0)
      if reach.catalog { work -= roles.count }
    }
    guard work > 0 else {
      throw PDFError(.unsupported, "The file was changed too often for that to be told.")
    }
    let result = judge(update, number, candidates, containers, &reach, covers)
    for (stream, numbers) in containers {
      members[stream] = numbers
      roles?.add(objectStream: after.object(stream))
    }
    roles?.follow(candidates, reach, after)
    let changed = candidates.filter { before.object($0) != after.object($0) }.map {
      after.object($0).dictionary
    }
    return Revision(
      bytes: update.bytes, changes: result.changes, isComplete: result.isComplete,
      date: changed.compactMap { after.date($0?["M"]) ?? after.date($0?["ModDate"]) }.max(),
      authors: Set(
        changed.compactMap { dictionary in
          guard let dictionary, dictionary["Rect"] != nil,
            after.resolve(dictionary["Subtype"]).name != "Widget"
          else { return nil }
          return after.text(dictionary["T"])
        }.filter { !$0.isEmpty }
      ).sorted(), objects: candidates)
  }

  /// The object streams that the update's rows name, with the members that they name.
  private func containers(_ touched: Set<Int>) -> [Int: [Int]] {
    var result: [Int: [Int]] = [:]
    for number in touched {
      if case .member(let stream, _) = objects.now.entry(of: number) {
        result[stream, default: []].append(number)
      }
    }
    return result
  }

  /// The members of object streams that the update wrote over: their own rows say nothing new.
  private func overwritten(_ touched: Set<Int>) -> [Int] {
    touched.flatMap { members[$0] ?? [] }.filter { number in
      if case .member(let stream, _) = objects.now.entry(of: number) {
        touched.contains(stream)
      } else {
        false
      }
    }
  }

  private func reach(_ candidates: [Int]) -> ObjectRoles.Reach {
    let (before, after) = (objects.before, objects.now)
    var reach = ObjectRoles.Reach()
    reach.catalog = before.trailer["Root"]?.reference?.number != after.trailer["Root"]?.reference?.number
    for number in candidates {
      for part in roles?.roles(of: number) ?? [] {
        let (old, new) = (before.object(number).dictionary, after.object(number).dictionary)
        func differs(_ keys: [PDFName]) -> Bool { keys.contains { old?[$0] != new?[$0] } }
        switch part.role {
        case .catalog:
          reach.fields = reach.fields || differs(["AcroForm"])
          reach.pages = reach.pages || differs(["Pages"])
        case .form: reach.fields = reach.fields || differs(["Fields"])
        case .fieldList: reach.fields = true
        case .field: reach.fields = reach.fields || differs(["Kids", "T", "FT", "Parent"])
        case .pageNode: reach.pages = true
        default: break
        }
      }
    }
    if reach.catalog { (reach.fields, reach.pages) = (true, true) }
    return reach
  }

  private mutating func judge(
    _ update: FileRevisions.Update, _ number: Int, _ candidates: [Int], _ containers: [Int: [Int]],
    _ reach: inout ObjectRoles.Reach, _ covers: @escaping (PDFDictionary, Range<Int>) -> Int?
  ) -> ChangeNotes {
    guard let roles else { return ChangeNotes(revision: number) }
    let (before, after) = (objects.before, objects.now)
    let fields = reach.fields ? ObjectRoles.fields(after) : roles.fields
    var rules = ModificationRules(before, after, roles: roles, fieldsAfter: fields, revision: number) {
      covers($0, update.bytes)
    }
    rules.compareTrailers()
    if fields.count >= FieldNode.most {
      rules.notes.add(.other, "the form has more fields than are looked at")
    }
    for number in candidates {
      guard let read = after.read(number) else {
        rules.notes.add(.other, "an object cannot be read")
        continue
      }
      // Readers do not agree about which of the values counts.
      if !read.repeated.isEmpty { rules.notes.add(.other, "a dictionary has a key twice") }
      if roles.roles(of: number).isEmpty {
        if !isPlain(number, read.object, update, containers) {
          rules.notes.add(.other, "a stream says that it holds objects, and is named by no section")
        }
      } else if !rules.isSame(number) {
        rules.judge(number)
      }
    }
    if reach.fields { rules.compareFieldLists() }
    for (stream, numbers) in containers
    where after.container(stream)?.memberNumbers.sorted() != numbers.sorted() {
      rules.notes.add(.other, "an object stream has members that no section names")
    }
    for section in update.sections {
      if section.repeatsKeys { rules.notes.add(.other, "a trailer has a key twice") }
      let end = candidates.last.map { $0 + 1 } ?? 0
      if update.sections.count == 1, section.trailer["Size"]?.integer ?? 0 < end {
        rules.notes.add(.other, "the cross-reference section lists more objects than it says")
      }
    }
    do {
      try account(update, candidates)
    } catch {
      rules.notes.add(.other, "\(error)")
    }
    if !after.unreadable.isEmpty { rules.notes.add(.other, "an object cannot be read") }
    work -= rules.work / 64
    return rules.notes
  }

  /// Whether a stream that nothing refers to is none of those that readers find without a reference, or is one of the update's
  /// own.
  private func isPlain(
    _ number: Int, _ object: PDFObject, _ update: FileRevisions.Update, _ containers: [Int: [Int]]
  ) -> Bool {
    guard object.isStream, let type = object.dictionary?["Type"]?.name, type == "ObjStm" || type == "XRef"
    else {
      return true
    }
    if containers[number] != nil { return true }
    guard case .offset(let offset, _) = objects.now.entry(of: number) else { return false }
    return update.sections.contains { $0.start == offset || $0.trailer["XRefStm"]?.integer == offset }
  }

  /// Whether all bytes of an update belong to its objects and sections.
  private func account(_ update: FileRevisions.Update, _ candidates: [Int]) throws {
    var accounting = ByteAccounting(bytes.pointer, headerOffset: objects.headerOffset)
    for section in update.sections where objects.headerOffset + section.start >= update.bytes.lowerBound {
      try accounting.addSection(section)
    }
    for number in candidates {
      guard case .offset(let offset, _) = objects.now.entry(of: number),
        update.bytes.contains(objects.headerOffset + offset)
      else { continue }
      _ = try accounting.addObject(number, at: offset) { objects.now.resolve($0).integer }
    }
    try accounting.requireNothingElse(in: update.bytes, longestComment: .max)
  }
}
