import WebDocument

/// What a request asks for. No path of a request ever names a file.
enum Route: Equatable, Sendable {
  /// One of the files that the page consists of.
  case asset(Asset)
  case outline
  case tile(TileAddress)
  case words(page: Int)
  case marks(page: Int)
  case search(String, fromPage: Int)

  /// The path of the session's WebSocket.
  static let session = "/session"

  /// Finds the route of a path, with the values of its query; `nil` if there is none.
  init?(path: String, query: (String) -> String?) {
    if let asset = Asset(path: path) {
      self = .asset(asset)
      return
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
    switch (parts.first, parts.count) {
    case ("document", 1): self = .outline
    case ("search", 1):
      guard let text = query("text"), let page = Int(query("from") ?? "0") else { return nil }
      self = .search(text, fromPage: page)
    case ("pages", 3):
      guard let page = Int(parts[1]) else { return nil }
      switch parts[2] {
      case "words": self = .words(page: page)
      case "marks": self = .marks(page: page)
      default: return nil
      }
    case ("pages", 6) where parts[2] == "tiles":
      guard let page = Int(parts[1]), let scale = Double(parts[3]), let column = Int(parts[4]),
        let row = Int(parts[5])
      else { return nil }
      self = .tile(TileAddress(page: page, scale: scale, column: column, row: row))
    default: return nil
    }
  }
}
