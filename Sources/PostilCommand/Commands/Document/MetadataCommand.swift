import Foundation
import Postil

/// `postil metadata`: what a document says of itself, and how viewers show it.
struct MetadataCommand: PartCommand {
  /// A change of one entry: no value takes it away.
  private struct Change: Sendable {
    let key: String
    let value: String?
  }

  private static let texts: [(String, any WritableKeyPath<DocumentInformation, String?> & Sendable)] = [
    ("title", \.title), ("author", \.author), ("subject", \.subject), ("keywords", \.keywords),
    ("creator", \.creator), ("producer", \.producer),
  ]
  private static let dates: [(String, any WritableKeyPath<DocumentInformation, Date?> & Sendable)] = [
    ("created", \.creationDate), ("modified", \.modificationDate),
  ]
  private static let settings = ["language", "pageMode", "pageLayout"]
  private static var keys: [String] { texts.map(\.0) + dates.map(\.0) + settings }

  private static let set = Option(
    "--set", "KEY=VALUE", repeats: true, help: "Gives an entry another value, or takes it away: KEY=."
  ) { text in
    guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
      throw UsageError("'\(text)' is not KEY=VALUE")
    }
    let value = String(text[text.index(after: sign)...])
    return try checked(Change(key: String(text[..<sign]), value: value.isEmpty ? nil : value))
  }

  static let description = CommandDescription(
    name: "metadata",
    abstract: "Shows or changes title, author, language and the like.",
    discussion:
      "The keys are \(keys.joined(separator: ", ")). Others begin with a capital letter and are kept in the "
      + "information dictionary. Dates are written like 2026-05-04T12:30:00Z; pageMode is UseNone, UseOutlines, UseThumbs, "
      + "UseOC, UseAttachments or FullScreen; pageLayout is SinglePage, OneColumn, TwoColumnLeft, TwoColumnRight, TwoPageLeft or "
      + "TwoPageRight. A metadata packet (XMP) of the document is kept in step.",
    synopsis: "FILE [--json] [--set KEY=VALUE… \(SavingOptions.synopsis)]", arguments: [InputFile.argument],
    sections: [OptionSection(title: "Options", options: [set.description])] + SavingOptions.sections,
    example: "postil metadata report.pdf --set title=Report --set language=en -o titled.pdf")

  let file: InputFile
  let saving: SavingOptions?
  let printsJSON: Bool
  private let changes: [Change]

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    changes = arguments.all(Self.set)
    saving = try .ifChanged(!changes.isEmpty, by: "--set", arguments, file: file)
    printsJSON = arguments.has(PageOption.json)
  }

  private static func checked(_ change: Change) throws -> Change {
    if keys.contains(change.key) {
      if let value = change.value, dates.contains(where: { $0.0 == change.key }) { _ = try date(value) }
      return change
    }
    guard change.key.first?.isUppercase == true else {
      let suggestion = Suggestion.nearest(to: change.key, in: keys).map { "; did you mean \($0)?" } ?? ""
      throw UsageError(
        "there is no key '\(change.key)'\(suggestion) The keys are \(keys.joined(separator: ", ")); those of your own begin "
          + "with a capital letter")
    }
    return change
  }

  private static func date(_ text: String) throws -> Date {
    guard let date = try? Date(text, strategy: .iso8601) else {
      throw UsageError("'\(text)' is not a date like 2026-05-04T12:30:00Z")
    }
    return date
  }

  func show(_ document: PDFDocument, _ context: CommandContext) throws {
    let information = document.information
    let settings = try document.settings
    var rows = Self.texts.map { ($0.0, information[keyPath: $0.1]) }
    rows += Self.dates.map { ($0.0, information[keyPath: $0.1]?.text) }
    rows += [
      ("language", settings.language), ("pageMode", settings.pageMode?.rawValue),
      ("pageLayout", settings.pageLayout?.rawValue), ("opens", settings.openTarget?.description),
    ]
    rows += information.custom.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    if printsJSON {
      var values = Dictionary(rows.map { ($0.0, JSONValue($0.1)) }) { first, _ in first }
      values["viewerPreferences"] = try JSONValue(encoding: settings.viewerPreferences)
      return context.print(.object(values))
    }
    var table = Table()
    for (name, value) in rows { if let value { table.add(["\(name):", value]) } }
    for (name, value) in settings.viewerPreferences.sorted(by: { $0.key < $1.key }) {
      table.add(["\(name):", value.text])
    }
    context.output.write(table.text.isEmpty ? "There is no metadata.\n" : table.text)
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    var information = document.information
    var settings = try document.settings
    for change in changes {
      if let text = Self.texts.first(where: { $0.0 == change.key }) {
        information[keyPath: text.1] = change.value
      } else if let date = Self.dates.first(where: { $0.0 == change.key }) {
        information[keyPath: date.1] = try change.value.map(Self.date)
      } else if change.key == "language" {
        settings.language = change.value
      } else if change.key == "pageMode" {
        settings.pageMode = change.value.map { .init(rawValue: $0) }
      } else if change.key == "pageLayout" {
        settings.pageLayout = change.value.map { .init(rawValue: $0) }
      } else {
        information.custom[change.key] = change.value
      }
    }
    try document.apply([.setInformation(information), .setSettings(settings)], named: "Change Metadata")
    return CommandOutcome(values: ["keys": .list(changes.map { .text($0.key) })])
  }
}

extension DocumentSettings.Preference {
  fileprivate var text: String {
    switch self {
    case .flag(let flag): flag ? "yes" : "no"
    case .name(let name): name
    case .number(let number): String(number)
    }
  }
}
