import Foundation
import Postil

/// What surrounds a command.
struct CommandContext: Sendable {
  let output: any CommandOutput
  let errors: any CommandOutput
  let input: StandardInput

  func print(_ value: JSONValue) { output.write(value.line) }
}
