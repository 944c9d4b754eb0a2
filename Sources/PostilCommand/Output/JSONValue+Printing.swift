import Foundation
import Postil

extension JSONValue {
  /// The value in one line, keys sorted, numbers rounded to a millionth.
  var line: String {
    let data = (try? rounded.json()) ?? Data("null\n".utf8)
    return String(decoding: data, as: UTF8.self)
  }

  private var rounded: JSONValue {
    switch self {
    case .number(let number): .number((number * 1e6).rounded() / 1e6)
    case .list(let values): .list(values.map(\.rounded))
    case .object(let values): .object(values.mapValues(\.rounded))
    default: self
    }
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
