import Foundation
import Postil

/// `postil search`: finds a text.
struct SearchCommand: PostilCommand {
  static let description = CommandDescription(
    name: "search", abstract: "Finds a text: the page and the rectangles of each match.",
    discussion:
      "Each match is a line, printed as soon as it is found: the page, a rectangle for each line of "
      + "text that it touches (X,Y,W,H), and what stands around it. White space matches white space and ends "
      + "of lines; words hyphenated at the end of a line are found with and without the hyphen. Where the author does not allow "
      + "copying, what stands around matches is left out. The exit "
      + "status is 0 whether there are matches or not, unless a page cannot be read.",
    synopsis: "FILE TEXT \(TextQuery.synopsis) [--json]",
    arguments: [InputFile.argument, TextQuery.argument],
    sections: [
      OptionSection(title: "Options", options: TextQuery.options + [PageOption.json.description]),
      InputFile.options,
    ], example: "postil search report.pdf \"page tree\" --ignore-case")

  private let file: InputFile
  private let query: TextQuery
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    query = try TextQuery(arguments)
    printsJSON = arguments.has(PageOption.json)
  }

  var files: [NamedFile] { file.files }

  func run(_ context: CommandContext) async throws {
    let document = try file.open(context)
    guard let search = try query.searches(document).first, let text = query.texts.first else { return }
    let isCopyingAllowed = document.effectivePermissions.contains(.copying)
    if !isCopyingAllowed {
      context.errors.write(
        "postil: \(file.name): the author does not allow copying: what stands around matches is left out\n")
    }
    let result = try await collect(search.pages, withContext: isCopyingAllowed, context)
    if printsJSON {
      context.print(
        .object([
          "text": .text(text), "count": .integer(result.matches.count),
          "matches": .list(result.matches.map(\.values)), "unreadablePages": result.unreadable.values,
        ]))
    } else if result.matches.isEmpty, result.unreadable.isEmpty {
      context.output.write("There are no matches.\n")
    }
    try result.unreadable.requireNone("could not be searched")
  }

  /// Prints matches as they come, or collects them for JSON.
  private func collect(
    _ pages: TextSearchPages, withContext isShown: Bool, _ context: CommandContext
  ) async throws -> (matches: [TextMatch], unreadable: FailedPages) {
    var outcome: (matches: [TextMatch], unreadable: FailedPages) = ([], FailedPages())
    var progress = Progress("Searching page", of: pages.count, on: context.errors)
    for try await page in pages {
      progress.advance()
      // The program that reads the matches has ended.
      if context.output.failure != nil { break }
      switch page.result {
      case .success(let found):
        let matches = isShown ? found : found.map(\.withoutContext)
        outcome.matches += matches
        guard !printsJSON, !matches.isEmpty else { continue }
        progress.finish()
        context.output.write(matches.map(\.line).joined())
      case .failure(let error): outcome.unreadable.add(page.pageIndex, error)
      }
    }
    progress.finish()
    return outcome
  }
}

extension TextMatch {
  var values: JSONValue {
    .object([
      "page": .integer(pageIndex + 1), "text": .text(string), "before": .text(before), "after": .text(after),
      "rects": .list(rects.map { JSONValue($0) }),
    ])
  }

  /// A line for people: page, rectangles, and the match with what is around it.
  var line: String {
    let places = rects.map { [$0.minX, $0.minY, $0.width, $0.height].map(\.short).joined(separator: ",") }
    return "Page \(pageIndex + 1)  \(places.joined(separator: " "))  \((before + string + after).printable)\n"
  }
}
