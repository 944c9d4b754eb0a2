import Foundation

/// What surrounds a command.
struct CommandContext: Sendable {
  let output: any TextOutput
  let errors: any TextOutput
  /// Reads all of standard input.
  let input: @Sendable () -> Data

  func print(_ value: JSONValue) { output.write(value.line) }
}
