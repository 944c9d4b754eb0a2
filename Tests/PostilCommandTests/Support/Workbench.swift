import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

/// What a command line came to.
struct ToolResult {
  let status: Int32
  /// Standard output.
  let data: Data
  let errors: String

  var output: String { String(decoding: data, as: UTF8.self) }

  /// The JSON object on standard output.
  func json() throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(output.utf8))
    return try #require(value as? [String: Any])
  }
}

/// The tool with a folder of its own, in which arguments that begin with `@` are files.
struct Workbench {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }
  func data(_ name: String) throws -> Data { try Data(contentsOf: folder.url.appendingPathComponent(name)) }
  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.url.appendingPathComponent(name))
  }

  /// Makes `in.pdf`.
  func makeDocument(_ builder: PageDocument = PageDocument(pageCount: 3)) throws {
    _ = try folder.file("in.pdf", builder.data)
  }

  func run(_ arguments: String..., input: String = "") async -> ToolResult {
    await run(arguments, input: Data(input.utf8))
  }

  /// - Parameters:
  ///   - input: Standard input; `nil`: it is a terminal.
  ///   - output: Where standard output goes.
  func run(
    _ arguments: [String], input: Data? = Data(), output: CapturedOutput = CapturedOutput()
  ) async -> ToolResult {
    let errors = CapturedOutput()
    let status = await PostilTool.run(
      arguments: arguments.map { $0.hasPrefix("@") ? path(String($0.dropFirst())) : $0 },
      standardOutput: output, standardError: errors,
      standardInput: StandardInput(read: { input ?? Data() }, isTerminal: input == nil))
    return ToolResult(status: status, data: output.data, errors: errors.text)
  }
}
