import Foundation
import Postil

/// A value of the JSON that a command prints.
enum JSONValue: Sendable, Hashable, Encodable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    // JSON has no word for what is not finite; a millionth of a point is nothing but rounding.
    case .number(let value):
      if value.isFinite {
        try container.encode((value * 1e6).rounded() / 1e6)
      } else {
        try container.encodeNil()
      }
    case .text(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }

  /// The value in one line, keys sorted.
  var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = (try? encoder.encode(self)) ?? Data("null".utf8)
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  init(_ text: String?) { self = text.map(JSONValue.text) ?? .null }
  init(_ date: Date?) { self.init(date?.text) }
  init(_ color: Color?) { self.init(color?.hex) }

  init(_ rect: PageRect) {
    self = .object([
      "x": .number(rect.minX), "y": .number(rect.minY), "width": .number(rect.width),
      "height": .number(rect.height),
    ])
  }
}
