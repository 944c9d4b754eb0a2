import Postil

extension SaveReport {
  /// The report in a line.
  var sentence: String {
    switch method {
    case .nothing: "nothing was changed"
    case .copy: "nothing was changed; copied \(fileSize.counted("byte"))"
    case .append: "appended \(bytesWritten.counted("byte")) (\(objectsChanged.counted("object")))"
    case .rewrite:
      "rewrote \(bytesWritten.counted("byte")) (\(objectsChanged.counted("object")) changed): \(reason)"
    }
  }

  var values: [String: JSONValue] {
    var values: [String: JSONValue] = [
      "strategy": .text(method.rawValue), "reason": .text(reason), "bytesWritten": .integer(bytesWritten),
      "objectsChanged": .integer(objectsChanged), "fileSize": .integer(fileSize),
      "warnings": .list(warnings.map(JSONValue.text)),
    ]
    if !renamedFields.isEmpty { values["renamedFields"] = .list(renamedFields.map(\.value)) }
    return values
  }
}
