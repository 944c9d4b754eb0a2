import Postil

/// What `search` and `highlight` look for: texts, how they are compared, and on which pages.
struct TextQuery {
  static let ignoreCase = Option(
    flag: "--ignore-case", short: "-i", help: "Capital and small letters are the same.")
  private static let ignoreDiacritics = Option(
    flag: "--ignore-diacritics", help: "Letters with and without accents are the same.")
  static let wholeWords = Option(
    flag: "--whole-words", short: "-w", help: "Finds no parts of words.")
  static let noAnnotations = Option(
    flag: "--no-annotations", help: "Leaves out what annotations and form fields show.")
  private static let pages = PageOption.range(
    "Searches these pages only, in this order.", aliases: ["--page"])

  /// Is the second positional argument of its commands, behind the file.
  static let argument = ArgumentDescription(name: "TEXT", help: "What to search for.", completion: .nothing)
  static let arguments = ArgumentDescription(
    name: "TEXT", help: "What to search for: one text or several.", completion: .nothing, repeats: true)
  static let synopsis =
    "[--ignore-case] [--ignore-diacritics] [--whole-words] [--no-annotations] [--pages RANGE] "
    + LayerOptions.synopsis
  static let options =
    [
      ignoreCase.description, ignoreDiacritics.description, wholeWords.description, noAnnotations.description,
      pages.description,
    ] + LayerOptions.options

  let texts: [String]
  private let options: SearchOptions
  private let range: PageRange?
  private let layers: LayerOptions

  init(_ arguments: ParsedArguments) throws {
    texts = Array(arguments.positionals.dropFirst())
    guard texts.allSatisfy({ !$0.allSatisfy(\.isWhitespace) }) else {
      throw UsageError("TEXT is empty: there is nothing to search for")
    }
    options = Self.searchOptions(arguments).union(
      arguments.has(Self.noAnnotations) ? .excludingAnnotations : [])
    range = arguments[Self.pages]
    layers = LayerOptions(arguments)
  }

  /// How texts are compared.
  static func searchOptions(_ arguments: ParsedArguments) -> SearchOptions {
    var options: SearchOptions = []
    if arguments.has(ignoreCase) { options.insert(.ignoringCase) }
    if arguments.has(ignoreDiacritics) { options.insert(.ignoringDiacritics) }
    if arguments.has(wholeWords) { options.insert(.wholeWords) }
    return options
  }

  /// The searches for the texts in a document.
  func searches(_ document: PDFDocument) throws -> [TextSearch] {
    document.readingLayers = try layers.visibility(in: document)
    let pages = document.pageIDs
    let searched = try range.map { try $0.indices(among: pages.count).map { pages[$0] } } ?? pages
    return try texts.map { try document.search($0, options: options, in: searched) }
  }
}
