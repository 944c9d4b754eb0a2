import CommandArguments
import Foundation
import Postil
import WebDocument
import WebServer

/// The command line.
struct WebArguments {
  static let usage = """
    Usage: postil-web FILE [--port 8080] [--address 127.0.0.1] [--host NAME]… [--participants 256]
                           [--page-seconds 10] [--workers N] [--password-file NAME]

    A password is taken from the first line of that file, from the environment variable POSTIL_PASSWORD, or else asked for on
    the terminal.
    """

  var file: URL
  private(set) var password = DocumentPassword()
  var server = ServerOptions()
  var limits = SessionLimits()
  var rendering = RenderOptions()

  init(_ words: [String]) throws {
    var file: URL?
    var rest = words[...]
    rendering.deadline = .seconds(10)
    var hasOptions = true
    while let word = rest.popFirst() {
      if word == "--", hasOptions {
        hasOptions = false
        continue
      }
      guard hasOptions, word.hasPrefix("--") else {
        guard file == nil else { throw UsageError(message: "One document at a time: '\(word)' is too much.") }
        file = URL(fileURLWithPath: word)
        continue
      }
      guard let value = rest.popFirst() else { throw UsageError(message: "\(word) needs a value.") }
      func number<Number: FixedWidthInteger>(_ range: ClosedRange<Number>) throws -> Number {
        guard let number = Number(value), range.contains(number) else {
          throw UsageError(
            message: "\(word) takes a number from \(range.lowerBound) to \(range.upperBound), not '\(value)'."
          )
        }
        return number
      }
      switch word {
      case "--port": server.port = try number(0...UInt16.max)
      case "--address": server.address = value
      case "--host": server.hosts.insert(value)
      case "--participants": limits.participants = try number(1...10_000)
      case "--page-seconds": rendering.deadline = .seconds(try number(1...3_600))
      case "--workers": rendering.workerCount = try number(1...256)
      case "--password-file": password = DocumentPassword(file: URL(fileURLWithPath: value))
      default: throw UsageError(message: "'\(word)' is not understood.")
      }
    }
    guard let file else { throw UsageError(message: "Which document?") }
    self.file = file
  }
}
