/// How the tool ends, for scripts that tell one failure from another.
enum ExitStatus: Int32, CaseIterable {
  case done = 0
  case failed = 1
  case usage = 2
  case nothingToDo = 3
  case damaged = 4
  case password = 5
  case invalidSignature = 6
  case unprovenSignature = 7
  case nonconforming = 8

  /// What it means, for the help.
  var meaning: String {
    switch self {
    case .done: "Done; also if a search finds nothing."
    case .failed: "Something else: the message says what."
    case .usage: "The command line is wrong."
    case .nothingToDo: "There is nothing to redact or to flatten; nothing is written."
    case .damaged: "The file is no PDF document, or damaged beyond repair."
    case .password: "The password is missing or wrong."
    case .invalidSignature: "A signature does not hold: what it covers, or what was changed later."
    case .unprovenSignature: "A signature cannot be verified, or its signer is not trusted."
    case .nonconforming: "A document breaks PDF/A or PDF/UA, which it says that it is."
    }
  }
}
