/// The command line is wrong: exit status 2.
struct UsageError: Error {
  /// What is wrong, as a sentence without a full stop.
  var message: String
  /// The command whose help explains it, once it is known.
  var command: String?

  init(_ message: String) { self.message = message }
}
