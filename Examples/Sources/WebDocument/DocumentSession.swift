import Foundation
import Postil

/// A document that several people look at and edit at once.
///
/// Whoever takes part is a ``Participant`` with a stream of messages. Edits are made one after the other; each has a number,
/// and all participants are told of all of them in that order. Everybody takes back their own edits: the newest one, unless
/// others changed since what it changed. Who goes away for a while comes back as the same participant by the token.
///
/// With a journal of edits, nothing is lost when the program is killed: the next session has the unsaved edits again.
///
/// ```swift
/// let session = try await DocumentSession(file)
/// let membership = try await session.join(as: "Ada")
/// await session.receive(#"{"type": "draw", "page": 0, "points": [[72, 72], [144, 90]], "width": 2}"#, from: membership)
/// for await message in membership.messages { print(message) }
/// ```
public actor DocumentSession {
  /// Somebody's part in a session.
  public struct Membership: Sendable {
    /// Who it is.
    public let participant: Participant
    /// The secret that goes with each of the participant's requests.
    public let token: String
    /// What the participant is told, as JSON, from the welcome on. Ends when the participant leaves, reads too slowly, or comes
    /// again elsewhere.
    public let messages: AsyncStream<String>
    /// Which of the participant's visits it is.
    let visit: Int

    /// The participant's number.
    public var id: Participant.ID { participant.id }
  }

  /// Whether a participant is there.
  enum Presence {
    case here(visit: Int, AsyncStream<String>.Continuation)
    case away(since: ContinuousClock.Instant)
  }

  /// What is known of a participant.
  struct Member {
    let participant: Participant
    let token: String
    var presence: Presence
    var history: EditHistory
    var allowance: Allowance
    var requestsInFlight = 0
    var isSearching = false

    var outbox: AsyncStream<String>.Continuation? {
      if case .here(_, let outbox) = presence { outbox } else { nil }
    }

    func isHere(on visit: Int) -> Bool {
      if case .here(visit, _) = presence { true } else { false }
    }
  }

  /// The document.
  public nonisolated let document: PDFDocument
  /// What draws its pages.
  public nonisolated let renderer: PageRenderer
  /// How much participants may ask for.
  public nonisolated let limits: SessionLimits
  /// The pages, which this program never moves.
  nonisolated let pages: [PageID]
  nonisolated let tiles: TilePictures
  /// The sizes of all pages: takes a while to read in a long document.
  nonisolated let outline: Task<Outline, Never>

  /// The unsaved edits of an earlier session that were made again; `nil` if there were none.
  public nonisolated let recovered: RecoverableEdits?
  /// Unsaved edits of earlier sessions that are still in their journals: they do not fit the file, or are older.
  public nonisolated let unrecovered: [RecoverableEdits]

  /// Those who are there, and those who may still come back.
  private(set) var members: [Participant.ID: Member] = [:]
  private var idsOfTokens: [String: Participant.ID] = [:]
  private var lastID = 0
  private var lastVisit = 0
  private(set) var sequence = 0
  private var versions: [Int: Int] = [:]
  private var hasWarned = false

  /// Opens a file, and makes again what a session before did to it and did not save.
  ///
  /// - Parameters:
  ///   - file: The document.
  ///   - password: What opens it, if it needs a password.
  ///   - journalFolder: Where edits are kept until they are saved; `nil`: nowhere.
  ///   - limits: How much participants may ask for.
  ///   - rendering: How pages are drawn, and how long one may take.
  /// - Throws: `PDFError`, as `PDFDocument.open`; with code `.fileBusy` if another program has unsaved edits of the file.
  public init(
    _ file: URL, password: String? = nil, journalFolder: URL? = nil, limits: SessionLimits = SessionLimits(),
    rendering: RenderOptions = RenderOptions()
  ) async throws {
    let journals = journalFolder.map { PDFDocument.recoverable(file, in: $0) } ?? []
    // Whoever of the two saves later could not: better said now.
    guard !journals.contains(where: { $0.status == .inUse }) else {
      throw PDFError(.fileBusy, "Another program has unsaved edits of the document: end it first.", url: file)
    }
    recovered = journals.first { $0.status == .ready }
    unrecovered = journals.filter { [id = recovered?.id] in $0.id != id }
    let options = OpenOptions(journalFolder: journalFolder)
    document =
      if let recovered {
        try await recovered.recover(password: password, options: options)
      } else {
        try await PDFDocument.open(file, password: password, options: options)
      }
    // What participants take back is in their own histories.
    document.undoLimit = 1
    renderer = PageRenderer(document, options: rendering)
    tiles = TilePictures(renderer: renderer, byteLimit: limits.tileBytes)
    pages = document.pageIDs
    self.limits = limits
    outline = Task { [document, pages] in
      Outline(
        name: file.lastPathComponent, edition: UUID().uuidString, tileSize: limits.tileSize,
        pages: pages.map { page in
          // A page that cannot be read is as large as US Letter, and says so when it is to be shown.
          let size = (try? document.transform(of: page))?.viewSize ?? ViewSize(width: 612, height: 792)
          return Outline.Page(width: size.width, height: size.height)
        })
    }
  }

  // MARK: Participants

  /// Takes somebody in, or lets somebody come back: with the name, the colour and the history that they had.
  ///
  /// - Parameters:
  ///   - name: What the participant is called.
  ///   - token: That of the participant who comes back. Whoever is too late, or never was here, is new.
  /// - Throws: ``SessionError`` if too many are there.
  public func join(as name: String, token: String? = nil) throws -> Membership {
    forgetTheAbsent()
    let known = token.flatMap { idsOfTokens[$0] }
    guard participantCount < limits.participants || known.flatMap({ members[$0]?.outbox }) != nil else {
      throw SessionError(.tooMany, "There are \(limits.participants) participants already.")
    }
    let id = known ?? add(name)
    guard let member = members[id] else { throw SessionError(.failed, "Something went wrong.") }
    if let former = member.outbox {
      // The other end of a connection that is lost, or another tab of the browser.
      if let text = Self.text(of: .replaced) { former.yield(text) }
      former.finish()
    } else {
      broadcast(.joined(member.participant))
    }
    let (messages, outbox) = AsyncStream.makeStream(
      of: String.self, bufferingPolicy: .bufferingOldest(limits.waitingMessages))
    lastVisit += 1
    members[id]?.presence = .here(visit: lastVisit, outbox)
    let present = members.values.filter { $0.outbox != nil }.map(\.participant).sorted { $0.id < $1.id }
    send(
      .welcome(
        .init(
          you: member.participant, token: member.token, participants: present, sequence: sequence,
          versions: versions, isUnsaved: document.hasUnsavedChanges)), to: id)
    if known != nil { tellHistory(to: id) }
    return Membership(
      participant: member.participant, token: member.token, messages: messages, visit: lastVisit)
  }

  private func add(_ name: String) -> Participant.ID {
    lastID += 1
    let token = UUID().uuidString
    members[lastID] = Member(
      participant: Participant(id: lastID, name: name, limits: limits), token: token,
      presence: .away(since: .now), history: EditHistory(limit: limits.undoSteps),
      allowance: Allowance(limits: limits))
    idsOfTokens[token] = lastID
    return lastID
  }

  /// Lets somebody go. What they did stays, and for a while they may come back by the token.
  public func leave(_ membership: Membership) {
    let id = membership.id
    guard let member = members[id], member.isHere(on: membership.visit) else { return }
    member.outbox?.finish()
    members[id]?.presence = .away(since: .now)
    broadcast(.left(id))
    forgetTheAbsent()
  }

  /// Forgets those who were away for too long, and the first of those who are too many.
  private func forgetTheAbsent() {
    let now = ContinuousClock.now
    var absent: [(id: Participant.ID, since: ContinuousClock.Instant)] = []
    for (id, member) in members {
      if case .away(let since) = member.presence { absent.append((id, since)) }
    }
    absent.sort { $0.since < $1.since }
    for (place, one) in absent.enumerated()
    where now - one.since >= limits.returnTime || absent.count - place > limits.participants {
      if let member = members.removeValue(forKey: one.id) { idsOfTokens[member.token] = nil }
    }
  }

  /// How many take part.
  public var participantCount: Int { members.values.count { $0.outbox != nil } }

  /// Does what a message says, and tells those whom it concerns. Messages of one participant must be given one after the other.
  public func receive(_ text: String, from membership: Membership) async {
    let id = membership.id
    guard members[id]?.isHere(on: membership.visit) == true else { return }
    var request: Int?
    do {
      guard members[id]?.allowance.take() == true else {
        throw SessionError(.tooMany, "Too many messages: wait a moment.")
      }
      guard text.utf8.count <= limits.messageBytes else {
        throw SessionError(.tooMany, "A message has at most \(limits.messageBytes) bytes.")
      }
      guard let message = try? JSONDecoder().decode(ClientMessage.self, from: Data(text.utf8)) else {
        throw SessionError(.invalid, "The message cannot be understood.")
      }
      request = message.request
      try await carryOut(message, from: id)
    } catch {
      let error = SessionError(error)
      send(.refused(.init(request: request, code: error.code, message: error.message)), to: id)
    }
  }

  // MARK: Saving

  /// Saves what is unsaved: as an update that is appended, a revision of its own, where the file can be appended to.
  ///
  /// - Throws: ``SessionError`` if there is nothing to save; `PDFError`, as `PDFDocument.save`.
  @discardableResult
  public func save(by id: Participant.ID) async throws -> SaveReport {
    guard document.hasUnsavedChanges else { throw SessionError(.nothing, "Everything is saved.") }
    let report = try await document.save(.automatic)
    broadcast(
      .saved(
        .init(
          by: id, revision: document.revisionCount, method: report.method == .append ? "append" : "rewrite",
          bytesWritten: report.bytesWritten, fileSize: report.fileSize, isUnsaved: document.hasUnsavedChanges)
      ))
    return report
  }

  // MARK: What the extensions need

  func member(withToken token: String?) throws(SessionError) -> Participant.ID {
    guard let token, let id = idsOfTokens[token], members[id]?.outbox != nil else {
      throw SessionError(.stranger, "Only participants may ask for this: join the session first.")
    }
    return id
  }

  func update<Result>(_ id: Participant.ID, _ body: (inout Member) throws -> Result) rethrows -> Result? {
    guard var member = members[id] else { return nil }
    defer { members[id] = member }
    return try body(&member)
  }

  /// The current version of a page's look.
  func version(of page: Int) -> Int { versions[page, default: 0] }

  /// Counts an edit of a page: the edit's number and the page's version.
  func count(editOf page: Int) -> (sequence: Int, version: Int) {
    sequence += 1
    versions[page, default: 0] += 1
    return (sequence, versions[page, default: 0])
  }

  nonisolated func id(ofPage index: Int) throws(SessionError) -> PageID {
    guard pages.indices.contains(index) else { throw SessionError(.notFound, "There is no such page.") }
    return pages[index]
  }

  func send(_ message: ServerMessage, to id: Participant.ID) {
    guard let text = Self.text(of: message) else { return }
    deliver(text, to: id)
  }

  /// Tells all, once, that edits do not outlive the program, if they do not although they should.
  func warnOfJournal() {
    guard !hasWarned, let failure = document.journalFailure else { return }
    hasWarned = true
    broadcast(
      .warning("Edits are lost if the server is killed before they are saved. " + failure.message))
  }

  func broadcast(_ message: ServerMessage) {
    guard let text = Self.text(of: message) else { return }
    for id in members.keys { deliver(text, to: id) }
  }

  /// One who does not read is cut off: the others' messages must not pile up.
  private func deliver(_ text: String, to id: Participant.ID) {
    guard let outbox = members[id]?.outbox else { return }
    if case .dropped = outbox.yield(text) { outbox.finish() }
  }

  private static func text(of message: ServerMessage) -> String? {
    guard let data = try? JSONEncoder().encode(message) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }
}
