import Postil

/// A plan: a document whose pages show the floors of a venue.
public struct PlanDocument: Sendable {
  /// The document.
  public let document: PDFDocument
  /// The venue.
  public let venue: Venue
  private let mappings: [Level.ID: PlanMapping]

  /// - Throws: ``VenueError`` if the document has too few pages.
  public init(_ document: PDFDocument, _ venue: Venue) throws {
    self.document = document
    self.venue = venue
    mappings = try Dictionary(venue.levels.map { ($0.id, try PlanMapping($0)) }) { first, _ in first }
    if let missing = venue.levels.first(where: { $0.page > document.pageCount }) {
      throw VenueError(
        "\(missing.name) is on page \(missing.page), and the plan has \(document.pageCount): is it the plan of this venue?"
      )
    }
  }

  /// The room at a point of a page, whose index counts from 0.
  public func room(at point: PagePoint, onPage index: Int) -> Room? {
    guard let level = venue.level(onPage: index + 1), let mapping = mappings[level.id] else { return nil }
    return venue.room(at: mapping.venuePoint(point), on: level.id)
  }

  /// Shows a route in place of the one that is shown, as one step of undo.
  public func show(_ route: Route, style: RouteStyle = RouteStyle()) throws {
    try document.edit("Show Route") { edit in
      try Self.clear(in: edit)
      try RouteDrawing(route: route, plan: self, style: style).add(to: edit)
    }
  }

  func mapping(of level: Level.ID) throws -> PlanMapping {
    guard let mapping = mappings[level] else { throw VenueError("There is no level '\(level)'.") }
    return mapping
  }

  /// The index of the page that shows a floor, from 0.
  public func pageIndex(of level: Level.ID) throws -> Int {
    guard let level = venue.level(level) else { throw VenueError("There is no level '\(level)'.") }
    return level.page - 1
  }

  func page(of level: Level.ID, in document: some DocumentEditing) throws -> PageID {
    try document.page(at: pageIndex(of: level)).id
  }
}
