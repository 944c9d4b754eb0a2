import Postil

/// What a report says of the edits, besides how they were written.
struct EditOutcome {
  /// Keys of the JSON object.
  var values: [String: JSONValue] = [:]
  /// What a person is told at the end of the line.
  var note: String?
}
