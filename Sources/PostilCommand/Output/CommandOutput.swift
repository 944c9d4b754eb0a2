import Foundation

/// Where a command writes: standard output, standard error, or the memory of a test.
protocol CommandOutput: Sendable {
  func write(_ data: Data)
  /// Whether it is a terminal.
  var isTerminal: Bool { get }
  /// The system's number of the first error; `nil` if everything could be written.
  var failure: Int32? { get }
}

extension CommandOutput {
  func write(_ text: String) { write(Data(text.utf8)) }
}
