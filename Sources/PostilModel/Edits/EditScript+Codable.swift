public import Foundation

extension EditScript: Codable {
  /// Reads a list of steps, or `{"edits": [ … ]}`.
  public init(from decoder: any Decoder) throws {
    if let fields = try? Fields(decoder) {
      try fields.allow(["edits"], in: "a script")
      self.init(try fields.value("edits"))
    } else {
      self.init(try decoder.singleValueContainer().decode([Step].self))
    }
  }

  /// Writes the list of steps.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.singleValueContainer()
    try list.encode(steps)
  }
}

extension EditScript {
  /// Reads a script: JSON in UTF-8, a list of steps or `{"edits": [ … ]}`.
  ///
  /// - Throws: ``PDFError`` with code `.invalidScript`, which says where: line and column of what is
  ///   not JSON, or the step and the key of what does not make sense.
  public init(json: Data) throws(PDFError) {
    let form = JSONDocument(
      name: "script", code: .invalidScript, list: "edits", item: "step", empty: "[] for no edits")
    self = try form.decode(EditScript.self, from: json)
  }
}
