import Foundation
import Postil

/// What participants look at: pages, tiles, texts, matches, annotations.
extension DocumentSession {
  /// What a browser needs to lay out the document.
  public struct Outline: Encodable, Sendable {
    /// The size of a page as it is shown, in points.
    public struct Page: Encodable, Sendable {
      /// The width.
      public var width: Double
      /// The height.
      public var height: Double
    }

    /// The file's name.
    public var name: String
    /// Another one each time that the document is opened: versions of pages begin at 0 again.
    public var edition: String
    /// The side of a tile, in pixels.
    public var tileSize: Int
    /// The pages, in order.
    public var pages: [Page]
  }

  /// A word of a page's text: where it begins in Unicode scalars, what it is, and where it stands.
  public struct Word: Encodable, Sendable {
    /// Where it begins in the text of the page, in Unicode scalars.
    public var start: Int
    /// The word.
    public var text: String
    /// Whether a line ends behind it.
    public var endsLine: Bool
    /// Its rectangle, in points of the page as it is shown.
    public var frame: ViewRect
  }

  /// An annotation as a list shows it.
  public struct Mark: Encodable, Sendable {
    /// Its name.
    public var id: AnnotationID
    /// Its kind: `ink`, `highlight`, `note` and so on.
    public var kind: String
    /// Who made it.
    public var author: String?
    /// Its text.
    public var text: String?
    /// Where it is, in points of the page as it is shown.
    public var frame: ViewRect
    /// Whether it can be removed here.
    public var isRemovable: Bool
  }

  /// What a search found.
  public struct Matches: Encodable, Sendable {
    /// A place.
    public struct Match: Encodable, Sendable {
      /// The index of the page.
      public var page: Int
      /// Where it begins and ends in the page's text, in Unicode scalars.
      public var from: Int
      /// See `from`.
      public var to: Int
      /// What stands before it.
      public var before: String
      /// What was found.
      public var text: String
      /// What stands after it.
      public var after: String
      /// A rectangle for each line of it, in points of the page as it is shown.
      public var frames: [ViewRect]
    }

    /// The places, from the page on that the search began with.
    public var matches: [Match] = []
    /// Whether all pages were searched.
    public var isComplete = false
  }

  /// The pages and their sizes. They are read once, for all participants.
  public nonisolated func outline(token: String?) async throws -> Outline {
    try await using(token) { await outline.value }
  }

  /// A tile as a PNG file, as the page looks now.
  ///
  /// - Throws: ``SessionError`` or `PDFError` if there is no such tile or page, or it cannot be drawn.
  public nonisolated func tile(_ address: TileAddress, token: String?) async throws -> Data {
    guard limits.scales.contains(address.scale) else {
      throw SessionError(
        .invalid, "Tiles are drawn at scales from \(limits.scales.lowerBound) to \(limits.scales.upperBound)."
      )
    }
    guard (0...1_000_000).contains(address.column), (0...1_000_000).contains(address.row) else {
      throw SessionError(.notFound, "There is no such tile.")
    }
    let page = try id(ofPage: address.page)
    let size = try document.transform(of: page, scale: address.scale).viewSize
    let side = Double(limits.tileSize)
    guard Double(address.column) * side < size.width, Double(address.row) * side < size.height else {
      throw SessionError(.notFound, "There is no such tile.")
    }
    let tile = TileID(
      page: page, scale: address.scale, size: limits.tileSize, column: address.column, row: address.row)
    return try await using(token) {
      try await tiles.data(of: .init(tile: tile, version: version(of: address.page)))
    }
  }

  /// The words of a page, in reading order.
  @concurrent
  public nonisolated func words(ofPage index: Int, token: String?) async throws -> [Word] {
    let page = try id(ofPage: index)
    return try await using(token) {
      let text = try await document.text(of: page)
      let transform = try document.transform(of: page)
      let scalars = Array(text.string.unicodeScalars)
      return text.words.map { word in
        let end = word.range.upperBound
        return Word(
          start: word.range.lowerBound, text: word.string,
          endsLine: !scalars.indices.contains(end) || scalars[end] == "\n",
          frame: transform.viewRect(word.bounds).rounded)
      }
    }
  }

  /// The annotations of a page, bottom first.
  @concurrent
  public nonisolated func marks(ofPage index: Int, token: String?) async throws -> [Mark] {
    let id = try id(ofPage: index)
    return try await using(token) {
      let page = try document.page(id)
      let transform = page.transform()
      return page.annotations.map {
        Mark(
          id: $0.id, kind: $0.content.kind.rawValue, author: $0.author, text: $0.contents,
          frame: transform.viewRect($0.bounds).rounded,
          isRemovable: !$0.isLocked && $0.capabilities.contains(.added))
      }
    }
  }

  /// Searches the document from a page on, without regard to capital and small letters, as far as the limits allow.
  @concurrent
  public nonisolated func search(
    _ query: String, fromPage start: Int, token: String?
  ) async throws -> Matches {
    guard query.count <= limits.queryLength else {
      throw SessionError(.invalid, "A search is for at most \(limits.queryLength) characters.")
    }
    let search = try document.search(query, options: .ignoringCase, from: id(ofPage: start))
    return try await using(token, isSearch: true) {
      let end = ContinuousClock.now + limits.searchTime
      var found = Matches()
      for try await page in search.pages {
        // A page that cannot be read does not end the search.
        if case .success(let matches) = page.result, !matches.isEmpty {
          let transform = try document.transform(of: page.page)
          found.matches += matches.map { match in
            Matches.Match(
              page: page.pageIndex, from: match.range.lowerBound, to: match.range.upperBound,
              before: match.before, text: match.string, after: match.after,
              frames: match.rects.map { transform.viewRect($0).rounded })
          }
        }
        if found.matches.count >= limits.matches || ContinuousClock.now >= end {
          found.matches.removeLast(max(0, found.matches.count - limits.matches))
          return found
        }
      }
      found.isComplete = true
      return found
    }
  }

  /// Does something for a participant, unless too much is under way for them already.
  private nonisolated func using<Result: Sendable>(
    _ token: String?, isSearch: Bool = false, _ body: () async throws -> Result
  ) async throws -> Result {
    let id = try await begin(token, isSearch: isSearch)
    do {
      let result = try await body()
      await end(id, isSearch: isSearch)
      return result
    } catch {
      await end(id, isSearch: isSearch)
      throw error
    }
  }

  private func begin(_ token: String?, isSearch: Bool) throws -> Participant.ID {
    let id = try member(withToken: token)
    let isAllowed = update(id) { member in
      guard member.requestsInFlight < limits.requestsInFlight, !isSearch || !member.isSearching else {
        return false
      }
      member.requestsInFlight += 1
      if isSearch { member.isSearching = true }
      return true
    }
    guard isAllowed == true else { throw SessionError(.tooMany, "Too many requests at once.") }
    return id
  }

  private func end(_ id: Participant.ID, isSearch: Bool) {
    update(id) { member in
      member.requestsInFlight -= 1
      if isSearch { member.isSearching = false }
    }
  }
}

extension ViewRect {
  /// The same to a hundredth of a point, which is enough to look at and short to write.
  fileprivate var rounded: ViewRect {
    func short(_ number: Double) -> Double { (number * 100).rounded() / 100 }
    return ViewRect(x: short(x), y: short(y), width: short(width), height: short(height))
  }
}
