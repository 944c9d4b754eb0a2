import Postil

extension InsertedPages {
  /// What was left behind and renamed, and what is wrong with the document, for standard error.
  var warnings: [String] {
    let left = leftBehind.map(\.description).joined(separator: ", ")
    return (damage.map { [$0] } ?? []) + (left.isEmpty ? [] : ["left behind: \(left)"])
      + (renamed.isEmpty ? [] : [renamed.sentence])
  }

  /// The same for programs; nothing if there is nothing to tell.
  var values: [String: JSONValue] {
    var values: [String: JSONValue] = [:]
    if !leftBehind.isEmpty {
      values["leftBehind"] = .list(
        leftBehind.map { left in
          .object([
            "kind": .text(left.kind.rawValue), "count": .integer(left.count),
            "names": .list(left.names.map(JSONValue.text)),
          ])
        })
    }
    if let damage { values["damage"] = .text(damage) }
    if !renamed.isEmpty { values["renamed"] = .list(renamed.map(\.value)) }
    return values
  }
}

extension Renaming {
  var value: JSONValue { .object(["kind": .text(kind.rawValue), "from": .text(old), "to": .text(new)]) }
}

extension [Renaming] {
  /// All of them as a remark, no more than ten one by one.
  var sentence: String {
    let list = prefix(10).map(\.description).joined(separator: ", ")
    return "renamed: \(list)\(count > 10 ? " and \(count - 10) more" : "")"
  }
}
