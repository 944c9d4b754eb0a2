/// The option that names one page.
enum PageOption {
  static let page = Option("--page", "N", help: "The page: its number from 1, or last.") {
    try PageNumber($0)
  }

  static func range(_ help: String, aliases: [String] = []) -> Option<PageRange> {
    Option("--pages", aliases: aliases, "RANGE", help: help) { try PageRange($0) }
  }

  static let json = Option(flag: "--json", help: "Prints one JSON object.")
}
