import Foundation
import Postil

/// A document that several people look at and edit at once.
///
/// Whoever takes part is a ``Participant`` with a stream of messages. Edits are made one after the other; each has a number,
/// and all participants are told of all of them in that order. Everybody takes back their own edits: the newest one, unless
/// others changed since what it changed.
///
/// ```swift
/// let session = try await DocumentSession(file)
/// let membership = try await session.join(as: "Ada")
/// await session.receive(#"{"type": "draw", "page": 0, "points": [[72, 72], [144, 90]], "width": 2}"#, from: membership.id)
/// for await message in membership.messages { print(message) }
/// ```
public actor DocumentSession {
  /// Somebody's part in a session.
  public struct Membership: Sendable {
    /// Who it is.
    public let participant: Participant
    /// The secret that goes with each of the participant's requests.
    public let token: String
    /// What the participant is told, as JSON, from the welcome on. Ends when the participant leaves, or reads too slowly.
    public let messages: AsyncStream<String>

    /// The participant's number.
    public var id: Participant.ID { participant.id }
  }

  /// What is known of a participant.
  struct Member {
    let participant: Participant
    let token: String
    let outbox: AsyncStream<String>.Continuation
    var history: EditHistory
    var allowance: Allowance
    var requestsInFlight = 0
    var isSearching = false
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

  private(set) var members: [Participant.ID: Member] = [:]
  private var idsOfTokens: [String: Participant.ID] = [:]
  private var lastID = 0
  private(set) var sequence = 0
  private var versions: [Int: Int] = [:]

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - file: The document.
  ///   - password: What opens it, if it needs a password.
  ///   - limits: How much participants may ask for.
  ///   - rendering: How pages are drawn, and how long one may take.
  /// - Throws: `PDFError`, as `PDFDocument.open`.
  public init(
    _ file: URL, password: String? = nil, limits: SessionLimits = SessionLimits(),
    rendering: RenderOptions = RenderOptions()
  ) async throws {
    document = try await PDFDocument.open(file, password: password)
    // What participants take back is in their own histories.
    document.undoLimit = 1
    renderer = PageRenderer(document, options: rendering)
    tiles = TilePictures(renderer: renderer, byteLimit: limits.tileBytes)
    pages = document.pageIDs
    self.limits = limits
    outline = Task { [document, pages] in
      Outline(
        name: file.lastPathComponent, tileSize: limits.tileSize,
        pages: pages.map { page in
          // A page that cannot be read is as large as US Letter, and says so when it is to be shown.
          let size = (try? document.transform(of: page))?.viewSize ?? ViewSize(width: 612, height: 792)
          return Outline.Page(width: size.width, height: size.height)
        })
    }
  }

  // MARK: Participants

  /// Takes somebody in.
  ///
  /// - Throws: ``SessionError`` if too many are there.
  public func join(as name: String) throws -> Membership {
    guard members.count < limits.participants else {
      throw SessionError(.tooMany, "There are \(limits.participants) participants already.")
    }
    lastID += 1
    let participant = Participant(id: lastID, name: name, limits: limits)
    let token = UUID().uuidString
    let (messages, outbox) = AsyncStream.makeStream(
      of: String.self, bufferingPolicy: .bufferingOldest(limits.waitingMessages))
    broadcast(.joined(participant))
    members[lastID] = Member(
      participant: participant, token: token, outbox: outbox,
      history: EditHistory(limit: limits.undoSteps), allowance: Allowance(limits: limits))
    idsOfTokens[token] = lastID
    let present = members.values.map(\.participant).sorted { $0.id < $1.id }
    send(
      .welcome(
        .init(
          you: participant, token: token, participants: present, sequence: sequence, versions: versions,
          isUnsaved: document.hasUnsavedChanges)), to: lastID)
    return Membership(participant: participant, token: token, messages: messages)
  }

  /// Lets somebody go. What they did stays.
  public func leave(_ id: Participant.ID) {
    guard let member = members.removeValue(forKey: id) else { return }
    idsOfTokens[member.token] = nil
    member.outbox.finish()
    broadcast(.left(id))
  }

  /// How many take part.
  public var participantCount: Int { members.count }

  /// Does what a message says, and tells those whom it concerns. Messages of one participant must be given one after the other.
  public func receive(_ text: String, from id: Participant.ID) async {
    guard members[id] != nil else { return }
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
    guard let token, let id = idsOfTokens[token] else {
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
