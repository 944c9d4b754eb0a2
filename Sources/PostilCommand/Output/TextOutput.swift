/// Where text goes: standard output, standard error, or the memory of a test.
protocol TextOutput: Sendable {
  func write(_ text: String)
  /// Whether a person is looking at it as it comes.
  var isTerminal: Bool { get }
  /// Whether something could not be written.
  var hasFailed: Bool { get }
}
