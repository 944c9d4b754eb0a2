import Foundation

/// The command line is wrong.
struct UsageError: Error {
  let message: String
}

/// What the command line asks for.
struct DemoOptions {
  /// The document to edit a copy of; `nil` for one that the demo makes itself.
  var file: URL?
  /// Where the results go.
  var folder = URL(fileURLWithPath: "Demo")
  var password: String?

  static let usage = "usage: postil-demo [--out FOLDER] [--password PASSWORD] [[--] FILE]"

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    var areOptions = true
    while let argument = rest.popFirst() {
      switch argument {
      case "--" where areOptions: areOptions = false
      case "--out" where areOptions: folder = URL(fileURLWithPath: try Self.value(of: argument, &rest))
      case "--password" where areOptions: password = try Self.value(of: argument, &rest)
      default:
        guard file == nil, !areOptions || !argument.hasPrefix("-") else {
          throw UsageError(message: "'\(argument)' is not understood.")
        }
        file = URL(fileURLWithPath: argument)
      }
    }
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws -> String {
    guard let value = rest.popFirst(), !value.isEmpty else {
      throw UsageError(message: "\(option) needs a value.")
    }
    return value
  }
}
