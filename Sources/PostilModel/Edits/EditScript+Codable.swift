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
