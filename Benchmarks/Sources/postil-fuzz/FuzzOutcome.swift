import Postil

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
  /// How long it took, where that is a part of what is asked.
  var seconds: Double?

  /// Notes the error that ended the case.
  mutating func note(_ error: any Error) {
    guard let error = error as? PDFError else {
      faults.append("\(stage): an error that is no PDFError: \(error)")
      return
    }
    refusal = error.code.rawValue
    if error.message.isEmpty { faults.append("\(stage): an error without a word: \(error.code.rawValue)") }
  }
}
