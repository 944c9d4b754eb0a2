import Postil

/// `postil labels`: what pages are called.
struct LabelsCommand: PartCommand {
  private static let set = Option(
    "--set", "PAGE:STYLE[:PREFIX[:NUMBER]],…",
    help: "Labels all pages anew: \"1:r,5:D\" is i to iv, then 1, 2, 3; none takes the labels away.",
    parse: { try ranges($0) })

  static let description = CommandDescription(
    name: "labels", abstract: "Shows what pages are called, or labels them anew.",
    discussion:
      "A range begins at a PAGE and goes on to the next. Styles are D (1, 2, 3), R and r (I, i), A and a (A, a), and - for the "
      + "prefix alone. \"1:-:Cover,2:r,6:D,90:D:A-:1\" has a cover, and an appendix from A-1 on.",
    synopsis: "FILE [--json] [--set RANGES \(SavingOptions.synopsis)]", arguments: [InputFile.argument],
    sections: [OptionSection(title: "Options", options: [set.description])] + SavingOptions.sections,
    example: "postil labels report.pdf --set 1:r,3:D -o labelled.pdf")

  let file: InputFile
  let saving: SavingOptions?
  let printsJSON: Bool
  private let ranges: [PageLabelRange]?

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    ranges = arguments[Self.set]
    saving = try .ifChanged(ranges != nil, by: "--set", arguments, file: file)
    printsJSON = arguments.has(PageOption.json)
  }

  private static func ranges(_ text: String) throws -> [PageLabelRange] {
    if text == "none" { return [] }
    return try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let fields = part.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard (2...4).contains(fields.count), let page = Int(fields[0]), page > 0 else {
        throw UsageError("'\(part)' is not PAGE:STYLE[:PREFIX[:NUMBER]]")
      }
      let style = PageLabel.Style(rawValue: fields[1])
      guard style != nil || fields[1] == "-" else {
        throw UsageError("'\(fields[1])' is not one of the styles D, R, r, A, a and -")
      }
      let number = fields.count > 3 ? try Values.integer(in: 1...1_000_000_000)(fields[3]) : 1
      return PageLabelRange(
        from: page - 1, style, prefix: fields.count > 2 ? fields[2] : "", number: number)
    }
  }

  func show(_ document: PDFDocument, _ context: CommandContext) throws {
    let ranges = try document.pageLabels
    if printsJSON {
      let values = ranges.map { range in
        JSONValue.object([
          "page": .integer(range.start + 1), "style": JSONValue(range.first.style?.rawValue),
          "prefix": .text(range.first.prefix), "number": .integer(range.first.number),
        ])
      }
      return context.print(.object(["labels": .list(values)]))
    }
    guard !ranges.isEmpty else { return context.output.write("Pages are called by their numbers.\n") }
    var table = Table([">From page", "First label", "Style"])
    for range in ranges {
      table.add(["\(range.start + 1)", range.first.text, range.first.style?.rawValue ?? "-"])
    }
    context.output.write(table.text)
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    guard let ranges else { return CommandOutcome() }
    try document.setPageLabels(ranges)
    return CommandOutcome(values: ["ranges": .integer(ranges.count)])
  }
}
