import Foundation
import Postil
import PostilSystem

/// The `postil` tool, as a function of its arguments, so that tests can run it in their process.
enum PostilTool {
  static let version = "0.1.0"

  static let commands: [any PostilCommand.Type] = [
    InfoCommand.self, ConformCommand.self, MetadataCommand.self, OutlineCommand.self, LabelsCommand.self,
    SearchCommand.self,
    TagsCommand.self, TablesCommand.self, LayersCommand.self, ImagesCommand.self, FontsCommand.self,
    DrawingsCommand.self,
    ObjectCommand.self,
    ExtractTextCommand.self, RenderCommand.self, ThumbnailsCommand.self, DrawCommand.self,
    HighlightCommand.self, WriteCommand.self, StampCommand.self, NoteCommand.self, AttachCommand.self,
    AttachmentsCommand.self, DetachCommand.self,
    LinkCommand.self, FormCommand.self, FillCommand.self, FlattenCommand.self, AnnotationsCommand.self,
    SignaturesCommand.self,
    SignCommand.self, RedactCommand.self, ScrubCommand.self, SquashCommand.self, ExportCommand.self,
    ImportCommand.self,
    EraseCommand.self,
    RotateCommand.self, MoveCommand.self, InsertCommand.self, DeleteCommand.self, DuplicateCommand.self,
    CropCommand.self, ResizeCommand.self, OverlayCommand.self, NumberCommand.self, NUpCommand.self,
    ExtractCommand.self, SplitCommand.self, MergeCommand.self, MakeCommand.self, ApplyCommand.self,
    CompletionCommand.self,
    RecoverCommand.self, CompareCommand.self, RevisionsCommand.self, ExtractRevisionCommand.self,
    RestoreCommand.self, HelpCommand.self,
  ]

  /// Runs a command line and returns the exit status.
  static func run(
    arguments: [String], standardOutput: any CommandOutput = StandardOutput(descriptor: STDOUT_FILENO),
    standardError: any CommandOutput = StandardOutput(descriptor: STDERR_FILENO),
    standardInput: StandardInput = .ofProcess
  ) async -> Int32 {
    PostilRuntime.allow(.all)
    let context = CommandContext(output: standardOutput, errors: standardError, input: standardInput)
    do {
      try await dispatch(arguments, context)
    } catch {
      let isJSON = arguments.prefix { $0 != "--" }.contains(PageOption.json.description.name)
      ErrorReport(error).write(to: standardError, asJSON: isJSON)
      return ExitStatus(error).rawValue
    }
    switch standardOutput.failure {
    case nil: return 0
    // The reader closed the pipe, as in `postil search … | head -1`: end with the status of SIGPIPE.
    case EPIPE: return 128 + SIGPIPE
    case let code?:
      let error = SystemError.writing(code)
      standardError.write("postil: standard output: \(error.localizedDescription)\n")
      return 1
    }
  }

  private static func dispatch(_ arguments: [String], _ context: CommandContext) async throws {
    switch arguments.first {
    case nil: throw UsageError("no command is given")
    case "--version": context.output.write("postil \(version)\n")
    case "-h", "--help": context.output.write(HelpText.overview(commands.map { $0.description }))
    case let name?:
      if let new = formerNames[name] { context.errors.write("postil: '\(name)' is called '\(new)' now.\n") }
      let command = try command(named: name)
      do {
        try await run(command, Array(arguments.dropFirst()), context)
      } catch var error as UsageError {
        error.command = name
        throw error
      }
    }
  }

  /// Commands by names that they had, with those that they have.
  private static let formerNames = ["text": "write"]

  /// The command of that name.
  ///
  /// - Throws: ``UsageError``.
  static func command(named name: String) throws -> any PostilCommand.Type {
    let name = formerNames[name] ?? name
    if let command = commands.first(where: { $0.description.name == name }) { return command }
    let names = commands.map { $0.description.name }
    let suggestion = Suggestion.nearest(to: name, in: names).map { "; did you mean \($0)?" } ?? ""
    throw UsageError("there is no command '\(name)'" + suggestion)
  }

  private static func run(
    _ type: any PostilCommand.Type, _ arguments: [String], _ context: CommandContext
  ) async throws {
    guard let parsed = try CommandLineParser(command: type.description).parse(arguments) else {
      return context.output.write(HelpText.text(of: type.description))
    }
    let command = try type.init(parsed)
    if type.drawsPages { PostilRuntime.prepareRendering(command.renderer == .pdfium ? .pdfium : .poppler) }
    do {
      try await command.run(context)
    } catch let error as PDFError {
      throw CommandFailure(error, files: command.files)
    } catch let error as UsageError {
      throw error
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(error, files: command.files)
    }
  }
}
