/// What came of a case.
struct FuzzOutcome: Codable {
  /// How far it came: opened, read, edited, saved, reopened.
  var stage = "open"
  /// The code of the error that ended it, if one did: a case may end so.
  var refusal: String?
  /// What must never be, if anything was.
  var faults: [String] = []
  /// How the first save was done, if there was one.
  var strategy: String?
}
