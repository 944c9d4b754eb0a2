/// A stroke of a tool that changes the page while it moves (``Postil/DrawingTool/commitsWhileDrawing``), in a document, piece by piece.
/// All pieces are one step of undo, in a group that others can end: an undo or a redo does. The stroke is over then, with what was
/// changed by that time.
struct PiecewiseStroke {
  private let page: PageID
  private let group: EditGroup
  private var tool: any DrawingTool
  /// The version of the page that the tool knows.
  private var version: Int
  /// Where the last piece ended.
  private var last: PenSample?

  /// Somebody who edits the page more often than that during a piece is not to be kept up with.
  private static let attempts = 100

  /// Begins a stroke.
  ///
  /// - Throws: ``Postil/PDFError`` with code `.pageOutOfRange` or `.damaged`.
  init(_ tool: any DrawingTool, in document: PDFDocument, on page: PageID) throws {
    self.page = page
    version = document.version(of: page)
    self.tool = try tool.prepared(for: page, in: document)
    group = document.openGroup(named: tool.editName ?? "Draw")
  }

  /// Goes on through places of the page. If somebody else edited the page, then on the page as it is now.
  ///
  /// - Returns: Whether the stroke goes on. If not, nothing was changed.
  /// - Throws: ``Postil/PDFError`` if that cannot be done; then nothing is.
  mutating func go(through samples: [PenSample], in document: PDFDocument) throws -> Bool {
    guard let end = samples.last else { return true }
    var (tool, version, way) = (tool, version, samples)
    for _ in 0..<Self.attempts {
      let edits = tool.edits(through: way, on: page)
      switch try document.apply(edits, in: group, to: page, version: version) {
      case .groupIsOver: return false
      case .done(let new):
        // The next piece begins where this one ends.
        tool.begin(at: end)
        (self.tool, self.version, last) = (tool, new, end)
        return true
      case .pageIsOther:
        version = document.version(of: page)
        tool = try tool.prepared(for: page, in: document)
        way = [last].compactMap(\.self) + samples
      }
    }
    return false
  }

  /// Ends the stroke.
  func end(in document: PDFDocument) { document.end(group) }

  /// Ends the stroke and takes back what was changed.
  func cancel(in document: PDFDocument) throws { try document.cancel(group) }
}

extension DrawingTool {
  /// The tool with what it needs to know of a page as it is now, its text left out.
  fileprivate func prepared(for page: PageID, in document: PDFDocument) throws -> any DrawingTool {
    let known = try document.page(page)
    var tool = self
    let annotations = needs.contains(.annotations) ? known.annotations : []
    tool.prepare(for: ToolPage(rotation: known.rotation, annotations: annotations))
    return tool
  }

  /// What comes of going through places.
  fileprivate mutating func edits(through samples: [PenSample], on page: PageID) -> [Edit] {
    for sample in samples {
      if isDrawing { move(to: sample) } else { begin(at: sample) }
    }
    return finish().map { Edit($0, page: page) }
  }
}
