/// A stroke of the eraser in a document, piece by piece. All pieces are one step of undo, in a group that others can
/// end: whoever saves, undoes or redoes does. The stroke is over then, with what was erased by that time.
struct EraserStroke {
  private let page: PageID
  private let group: EditGroup
  private var tool: EraserTool
  /// The version of the page that the tool knows.
  private var version: Int
  /// Where the last piece ended.
  private var head: PagePoint?

  /// Somebody who edits the page more often than that during a piece is not to be kept up with.
  private static let attempts = 100

  /// Begins a stroke.
  ///
  /// - Throws: ``Postil/PDFError`` with code `.pageOutOfRange` or `.damaged`.
  init(in document: PDFDocument, on page: PageID, width: Double, mode: EraserTool.Mode) throws {
    self.page = page
    version = document.version(of: page)
    tool = try document.eraser(on: page, width: width, mode: mode)
    group = document.openGroup(named: "Erase")
  }

  /// Goes on through points of the page. If somebody else edited the page, then on the page as it is now.
  ///
  /// - Returns: Whether the stroke goes on. If not, nothing was erased.
  /// - Throws: ``Postil/PDFError`` if that cannot be done; then nothing is.
  mutating func erase(along points: [PagePoint], in document: PDFDocument) throws -> Bool {
    guard let last = points.last else { return true }
    var (tool, version, way) = (tool, version, points)
    for _ in 0..<Self.attempts {
      let edits = tool.edits(along: way, on: page)
      switch try document.apply(edits, in: group, to: page, version: version) {
      case .groupIsOver: return false
      case .done(let new):
        // The next piece begins where this one ends.
        tool.begin(at: last)
        (self.tool, self.version, head) = (tool, new, last)
        return true
      case .pageIsOther:
        version = document.version(of: page)
        tool = try document.eraser(on: page, width: tool.width, mode: tool.mode)
        way = [head].compactMap(\.self) + points
      }
    }
    return false
  }

  /// Ends the stroke.
  func end(in document: PDFDocument) { document.end(group) }

  /// Ends the stroke and takes back what was erased.
  func cancel(in document: PDFDocument) throws { try document.cancel(group) }
}

extension EraserTool {
  /// What comes of going through points.
  fileprivate mutating func edits(along points: [PagePoint], on page: PageID) -> [Edit] {
    for point in points {
      if isDrawing { move(to: point) } else { begin(at: point) }
    }
    return finish().map { Edit($0, page: page) }
  }
}
