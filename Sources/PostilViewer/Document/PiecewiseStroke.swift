/// A stroke of a tool that edits the page while it moves (``PostilTools/DrawingTool/commitsWhileDrawing``), applied to a document in
/// pieces. All pieces are one step of undo, in an open group of edits. An undo or redo by other code closes the group: that
/// ends the stroke, and its changes until then stay.
struct PiecewiseStroke {
  private let page: PageID
  private let group: EditGroup
  private var tool: any DrawingTool
  /// The version of the page that the tool was prepared for.
  private var version: Int
  /// Where the last piece ended.
  private var last: PenSample?

  /// How often a piece is retried when other code edits the page at the same time.
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

  /// Continues the stroke through points of the page. If other code edited the page, prepares the tool for the page as it is
  /// now first.
  ///
  /// - Returns: `false` if the group was closed, or all retries failed; then this piece changed nothing.
  /// - Throws: ``Postil/PDFError``; then this piece changed nothing.
  mutating func process(_ samples: [PenSample], in document: PDFDocument) throws -> Bool {
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

  /// Ends the stroke and reverts its changes.
  func cancel(in document: PDFDocument) throws { try document.cancel(group) }
}

extension DrawingTool {
  /// The tool prepared for a page as it is now, without the page's text.
  fileprivate func prepared(for page: PageID, in document: PDFDocument) throws -> any DrawingTool {
    let known = try document.page(page)
    var tool = self
    let annotations = needs.contains(.annotations) ? known.annotations : []
    tool.prepare(for: ToolPage(rotation: known.rotation, annotations: annotations))
    return tool
  }

  /// The edits that result from moving through points.
  fileprivate mutating func edits(through samples: [PenSample], on page: PageID) -> [Edit] {
    for sample in samples {
      if isDrawing { move(to: sample) } else { begin(at: sample) }
    }
    return finish().map { Edit($0, page: page) }
  }
}
