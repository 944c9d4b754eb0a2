import Postil

/// What a session sends to its participants: JSON with a `type` and what belongs to it.
public enum ServerMessage: Encodable, Sendable {
  /// The first message: who the participant is, who else is there, and how the document is.
  case welcome(Welcome)
  /// Somebody came.
  case joined(Participant)
  /// Somebody went.
  case left(Participant.ID)
  /// An edit was made. All participants get all edits, in the same order.
  case edited(Edited)
  /// The document was saved.
  case saved(Saved)
  /// What the participant can take back and do again now.
  case history(History)
  /// A page that could not be shown is tried again.
  case retried(page: Int)
  /// Something that the participant asked for was not done.
  case refused(Refused)
  /// Something that all should know.
  case warning(String)
  /// The last message: the participant goes on elsewhere.
  case replaced

  /// See `ServerMessage.welcome(_:)`.
  public struct Welcome: Encodable, Sendable {
    /// The participant.
    public var you: Participant
    /// The secret that goes with each of the participant's requests.
    public var token: String
    /// All that are there, the participant included.
    public var participants: [Participant]
    /// The number of the newest edit.
    public var sequence: Int
    /// The versions of the pages that were edited.
    public var versions: [Int: Int]
    /// Whether there is something to save.
    public var isUnsaved: Bool
  }

  /// See `ServerMessage.edited(_:)`.
  public struct Edited: Encodable, Sendable {
    /// The number of the edit: one more than that of the one before.
    public var sequence: Int
    /// Who made it.
    public var by: Participant.ID
    /// The number that the participant gave it.
    public var request: Int?
    /// What was done: `draw`, `undo` and so on.
    public var action: String
    /// The page.
    public var page: Int
    /// The version of the page's look.
    public var version: Int
    /// What looks different, in points of the page as it is shown.
    public var area: ViewRect
    /// The names of annotations that were added or changed.
    public var changed: [AnnotationID]
    /// The names of annotations that were removed.
    public var removed: [AnnotationID]
    /// Whether there is something to save.
    public var isUnsaved: Bool
  }

  /// See `ServerMessage.saved(_:)`.
  public struct Saved: Encodable, Sendable {
    /// Who saved.
    public var by: Participant.ID
    /// The number of the new revision.
    public var revision: Int
    /// How the file was written: `append` or `rewrite`.
    public var method: String
    /// How many bytes were written.
    public var bytesWritten: Int
    /// The size of the file now.
    public var fileSize: Int
    /// Whether there were edits meanwhile.
    public var isUnsaved: Bool
  }

  /// See `ServerMessage.history(_:)`.
  public struct History: Encodable, Equatable, Sendable {
    /// What undo takes back; `nil` if there is nothing.
    public var undo: String?
    /// What redo does again.
    public var redo: String?
  }

  /// See `ServerMessage.refused(_:)`.
  public struct Refused: Encodable, Sendable {
    /// The participant's number for what was asked.
    public var request: Int?
    /// The kind of error.
    public var code: SessionError.Code
    /// A sentence for people.
    public var message: String
  }

  private enum Key: CodingKey { case type, participant, id, page, message }

  /// Writes the type and, beside it, what belongs to it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    func put(_ type: String, _ value: some Encodable) throws {
      try container.encode(type, forKey: .type)
      try value.encode(to: encoder)
    }
    switch self {
    case .welcome(let value): try put("welcome", value)
    case .edited(let value): try put("edited", value)
    case .saved(let value): try put("saved", value)
    case .history(let value): try put("history", value)
    case .refused(let value): try put("refused", value)
    case .joined(let participant):
      try container.encode("joined", forKey: .type)
      try container.encode(participant, forKey: .participant)
    case .left(let id):
      try container.encode("left", forKey: .type)
      try container.encode(id, forKey: .id)
    case .warning(let message):
      try container.encode("warning", forKey: .type)
      try container.encode(message, forKey: .message)
    case .replaced: try container.encode("replaced", forKey: .type)
    case .retried(let page):
      try container.encode("retried", forKey: .type)
      try container.encode(page, forKey: .page)
    }
  }
}
