/// What a participant sends: JSON with a `type`, a `request` of the participant's own numbering, and what the type needs.
///
/// Pages are named by their index, from 0. Places are in points from the upper left corner of the page as it is shown.
struct ClientMessage: Decodable {
  /// What is to be done.
  enum Action {
    case draw(Stroke)
    case highlight(TextRange)
    case note(NewNote)
    case setText(ChangedText)
    case move(Movement)
    case remove(Target)
    case erase(Touch)
    case undo
    case redo
    case save
    case retry(PageName)
  }

  struct Stroke: Decodable {
    var page: Int
    /// Pairs of coordinates.
    var points: [[Double]]
    /// In points.
    var width: Double
    /// Six hexadecimal digits; the participant's colour without it.
    var color: String?
  }

  struct TextRange: Decodable {
    var page: Int
    /// In Unicode scalars of the page's text; `to` is the end.
    var from: Int
    var to: Int
  }

  struct NewNote: Decodable {
    var page: Int
    var x: Double
    var y: Double
    var text: String
  }

  struct ChangedText: Decodable {
    var page: Int
    var id: String
    var text: String
  }

  struct Movement: Decodable {
    var page: Int
    var id: String
    var dx: Double
    var dy: Double
  }

  struct Target: Decodable {
    var page: Int
    var id: String
  }

  struct Touch: Decodable {
    var page: Int
    var x: Double
    var y: Double
    /// How far off is still a hit, in points.
    var tolerance: Double
  }

  struct PageName: Decodable {
    var page: Int
  }

  /// The participant's number for it, which the answer repeats.
  var request: Int?
  var action: Action

  private enum Key: CodingKey { case type, request }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    request = try container.decodeIfPresent(Int.self, forKey: .request)
    let type = try container.decode(String.self, forKey: .type)
    action =
      switch type {
      case "draw": .draw(try Stroke(from: decoder))
      case "highlight": .highlight(try TextRange(from: decoder))
      case "note": .note(try NewNote(from: decoder))
      case "setText": .setText(try ChangedText(from: decoder))
      case "move": .move(try Movement(from: decoder))
      case "remove": .remove(try Target(from: decoder))
      case "erase": .erase(try Touch(from: decoder))
      case "undo": .undo
      case "redo": .redo
      case "save": .save
      case "retry": .retry(try PageName(from: decoder))
      default:
        throw DecodingError.dataCorruptedError(
          forKey: .type, in: container, debugDescription: "'\(type.prefix(40))' is not known")
      }
  }
}
