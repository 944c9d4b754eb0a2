import Foundation
import Postil

/// A command of the tool.
protocol PostilCommand: Sendable {
  static var description: CommandDescription { get }

  /// Whether it has pages drawn, or read by poppler too: the renderer is started while the file is opened. By default not.
  static var drawsPages: Bool { get }
  /// What draws them; poppler, unless somebody says otherwise.
  var renderer: RendererChoice { get }

  /// Makes the command of a command line.
  ///
  /// - Throws: ``UsageError`` for arguments that do not go together.
  init(_ arguments: ParsedArguments) throws

  /// The files of the command line as the caller named them, the one that it is about first.
  var files: [NamedFile] { get }

  /// - Throws: `PDFError`, for what the file or the system refuses.
  func run(_ context: CommandContext) async throws
}

extension PostilCommand {
  static var drawsPages: Bool { false }
  var renderer: RendererChoice { .poppler }
}

/// The streams of a command.
struct CommandContext: Sendable {
  let output: any CommandOutput
  let errors: any CommandOutput
  let input: StandardInput

  func print(_ value: JSONValue) { output.write(value.line) }
}
