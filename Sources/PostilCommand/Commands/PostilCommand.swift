/// A command of the tool.
protocol PostilCommand: Sendable {
  static var description: CommandDescription { get }

  /// Makes the command of a command line.
  ///
  /// - Throws: ``UsageError`` for what does not go together.
  init(_ arguments: ParsedArguments) throws

  /// The files of the command line as the caller named them, the one that it is about first.
  var files: [NamedFile] { get }

  /// - Throws: `PDFError`, for what the file or the system refuses.
  func run(_ context: CommandContext) async throws
}
