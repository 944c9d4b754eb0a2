public import PostilModel

/// How several pages share a sheet of paper: ``PDFDocument/imposed(_:pages:)``. Lengths are in points.
public struct SheetLayout: Sendable, Hashable {
  /// The width of a sheet, 3 to 14,400.
  public var width: Double
  /// The height of a sheet, 3 to 14,400.
  public var height: Double
  /// How many pages stand beside each other, 1 to 100.
  public var columns: Int
  /// How many pages stand below each other, 1 to 100.
  public var rows: Int
  /// The space at each edge of the sheet.
  public var margin: Double
  /// The space between two pages.
  public var spacing: Double

  /// Makes a layout; the sheet is as large as A4 upright without a size.
  public init(
    columns: Int, rows: Int, width: Double = 595, height: Double = 842, margin: Double = 18,
    spacing: Double = 9
  ) {
    self.columns = columns
    self.rows = rows
    self.width = width
    self.height = height
    self.margin = margin
    self.spacing = spacing
  }

  /// The place of each page on a sheet, in page space, in reading order.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there are too many or the space left for a page is less than 3 points.
  func frames() throws(PDFError) -> [PageRect] {
    guard (1...100).contains(columns), (1...100).contains(rows) else {
      throw PDFError(.invalidArgument, "A sheet has 1 to 100 columns and rows, not \(columns) × \(rows).")
    }
    func side(_ length: Double, _ count: Int) -> Double {
      (length - 2 * margin - spacing * Double(count - 1)) / Double(count)
    }
    let (cellWidth, cellHeight) = (side(width, columns), side(height, rows))
    guard margin >= 0, spacing >= 0, cellWidth >= 3, cellHeight >= 3 else {
      throw PDFError(
        .invalidArgument,
        "On a sheet of \(width) × \(height) points no space is left for \(columns) × \(rows) pages: make margin, spacing or their number smaller."
      )
    }
    return (0..<rows).flatMap { row in
      (0..<columns).map { column in
        PageRect(
          x: margin + Double(column) * (cellWidth + spacing),
          y: height - margin - Double(row + 1) * cellHeight - Double(row) * spacing, width: cellWidth,
          height: cellHeight)
      }
    }
  }
}

extension PDFDocument {
  /// A new document that shows several pages of this one on each sheet (n-up), in reading order, as large as their places allow.
  ///
  /// ```swift
  /// let handout = try await document.imposed(SheetLayout(columns: 2, rows: 3))
  /// try await handout.save(to: url)
  /// ```
  ///
  /// Pages are shown as they are at this moment, with annotations and filled in fields, as content; their text can be searched.
  /// The title and other information come along; links, the outline and what else belongs to the document stay behind, also its
  /// encryption (``PDFDocument/encryption``).
  ///
  /// - Parameters:
  ///   - layout: How pages share a sheet.
  ///   - pages: The pages; `nil` for all of them.
  /// - Throws: ``PDFError`` with code `.invalidArgument` for a layout that has no space, or if there are no pages, `.pageOutOfRange`,
  ///   `.notPermitted` if the author does not allow copying, or `.damaged`; `CancellationError`.
  /// - Complexity: O(size of the pages).
  public func imposed(_ layout: SheetLayout, pages: [PageID]? = nil) async throws -> PDFDocument {
    let state = state
    return try await inBackground { _ in try self.imposed(layout, pages: pages, in: state) }
  }

  /// A new document that shows several pages of this one on each sheet; blocks the calling thread meanwhile.
  ///
  /// - Throws: ``PDFError``, as ``imposed(_:pages:)``.
  public func imposedAndWait(_ layout: SheetLayout, pages: [PageID]? = nil) throws(PDFError) -> PDFDocument {
    try imposed(layout, pages: pages, in: state)
  }

  private func imposed(
    _ layout: SheetLayout, pages: [PageID]?, in state: DocumentState
  ) throws(PDFError) -> PDFDocument {
    let frames = try layout.frames()
    let chosen = pages ?? state.pages
    let data = try flattenedPages(chosen, in: state).dataRepresentationAndWait()
    let result = try PDFDocument()
    try PDFError.only {
      let information = try store.withLock { try $0.information(in: state) }.ofContent
      try result.edit("Impose Pages") { edit in
        // Applied together, so that the document that all of them show is read once.
        var edits: [Edit] = []
        for first in stride(from: 0, to: chosen.count, by: frames.count) {
          let sheet = try edit.insertBlankPage(
            width: layout.width, height: layout.height, at: edit.pageCount)
          let shown = first..<min(first + frames.count, chosen.count)
          let stamps = zip(shown, frames).map { Annotation(.stamp(.page(of: data, index: $0), in: $1)) }
          edits += [
            .addAnnotations(stamps, page: sheet), .flattenAnnotations(stamps.map(\.id), page: sheet),
          ]
        }
        try edit.apply(edits, named: nil)
        try edit.setInformation(information)
      }
    }
    return result
  }
}
