import Postil

/// Options about pages that several commands have.
enum PageOption {
  static let page = Option("--page", "N", help: "The page: its number from 1, or last.") {
    try PageNumber($0)
  }

  static func range(_ help: String, aliases: [String] = []) -> Option<PageRange> {
    Option("--pages", aliases: aliases, "RANGE", help: help) { try PageRange($0) }
  }

  static let timeLimit = Option(
    "--time-limit", "SECONDS", help: "How long drawing a page may take; 30 without it.",
    parse: Values.number(in: 0.001...86_400))

  static let renderer = Option<RendererChoice>(
    "--renderer",
    help: """
      What draws: poppler unless given. splash is poppler without cairo. automatic has Splash or PDFium draw pages that poppler is known \
      to draw wrong, or fails at, if they are there.
      """)

  static let json = Option(flag: "--json", help: "Prints one JSON object; an error on standard error too.")
}

extension RenderOptions {
  /// What a command line says about them.
  static let onCommandLine = [PageOption.renderer.description, PageOption.timeLimit.description]

  /// Those of a command line.
  init(_ arguments: ParsedArguments) {
    self.init()
    if let limit = arguments[PageOption.timeLimit] { deadline = .seconds(limit) }
    if let choice = arguments[PageOption.renderer] { renderer = choice }
  }
}
