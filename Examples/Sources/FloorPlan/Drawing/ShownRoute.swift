import Postil

/// The route that a plan shows, found by the names of its annotations, in whatever session it was drawn.
public struct ShownRoute: Hashable, Sendable {
  /// Where it begins.
  public var from: Room.ID
  /// The other end.
  public var to: Room.ID
  /// Whether it has no steps.
  public var isStepFree: Bool
  /// The way in words.
  public var text: String

  /// `nil` if the document shows none.
  public init?(in document: PDFDocument) throws {
    guard let line = try document.annotationAndWait(named: RouteDrawing.line)?.annotation,
      let from = line.metadata["from"], let to = line.metadata["to"]
    else { return nil }
    (self.from, self.to, isStepFree) = (from, to, line.metadata["stepFree"] == "true")
    text = line.contents ?? ""
  }
}

extension PlanDocument {
  /// Takes the route away that a document shows, as one step of undo; without one nothing happens. How many annotations it had.
  @discardableResult public static func clear(_ document: PDFDocument) throws -> Int {
    try document.edit("Clear Route") { try clear(in: $0) }
  }

  @discardableResult static func clear(in edit: EditTransaction) throws -> Int {
    let matches = try edit.annotations { $0.id.rawValue.hasPrefix(RouteDrawing.prefix) }
    for match in matches { try edit.remove(match.annotation.id, from: match.page) }
    return matches.count
  }

  /// Gives the route that a document shows another style, as one step of undo.
  ///
  /// - Throws: ``VenueError`` if it shows none.
  public static func restyle(_ document: PDFDocument, _ style: RouteStyle) throws {
    try document.edit("Change Route") { edit in
      let matches = try edit.annotations { $0.id.rawValue.hasPrefix(RouteDrawing.prefix) }
      guard !matches.isEmpty else { throw VenueError("The plan shows no route.") }
      for match in matches {
        try edit.update(match.annotation.id, on: match.page) { annotation in
          switch annotation.id {
          case RouteDrawing.line: annotation.style = style.line
          case RouteDrawing.target: annotation.style = style.target
          default: if annotation.content.freeText != nil { annotation.style = style.sign }
          }
        }
      }
    }
  }
}
