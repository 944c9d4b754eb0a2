import EditorDriver
import Foundation

let usage = """
  usage: editor-tour bench [--runs N] [FILE]     measures the editor in use
         editor-tour screenshots FOLDER FILE     makes pictures of it
         editor-tour document FILE               writes a document of 1,000 pages

  """

func run(_ arguments: [String]) throws {
  switch (arguments.first, arguments.count) {
  case ("bench", _): try Bench(Array(arguments.dropFirst())).run()
  case ("screenshots", 3): try Screenshots(folder: arguments[1], file: arguments[2]).make()
  case ("document", 2): try LongDocument().data.write(to: URL(fileURLWithPath: arguments[1]))
  default:
    FileHandle.standardError.write(Data(usage.utf8))
    exit(2)
  }
}

do {
  guard Screen.missingPrograms.isEmpty else {
    throw Programs.Failure("Missing: \(Screen.missingPrograms.joined(separator: ", ")).")
  }
  try run(Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("editor-tour: \(error)\n".utf8))
  exit(1)
}
