import Foundation
import PostilFile
import PostilGraphics
public import PostilModel

extension DocumentEditing {
  /// Puts a text on pages, such as a page number, a header, a footer or a watermark, in place of the mark of that name that they have.
  /// One step of undo.
  ///
  /// ```swift
  /// try document.setMark(PageMark("Page {page} of {pages}"), on: document.pageIDs.dropFirst())
  /// ```
  ///
  /// It stands upright on the page as that is shown, at the edges of its crop box. It becomes a part of the page's content, marked as an
  /// artifact (ISO 32000-2, 14.8.2.2), which readers that speak pass over. ``removeMarks(named:from:)`` takes it away again, also when the
  /// document was saved and opened anew.
  ///
  /// - Parameters:
  ///   - mark: The text, and where it stands.
  ///   - pages: The pages. `{number}` counts them in this order.
  /// - Throws: ``PDFError`` with code `.invalidArgument` for a field that there is not or a value out of range, `.invalidGeometry` if
  ///   there is no room, `.missingGlyphs`, `.notPermitted`, `.pageOutOfRange` or `.editConflict`. Then nothing is changed.
  /// - Complexity: O(pages × length of the text).
  public func setMark(_ mark: PageMark, on pages: some Sequence<PageID>) throws(PDFError) {
    let pages = Array(pages)
    guard !pages.isEmpty else { return }
    try PDFError.only {
      try mark.requireUsable()
      try edit("Mark Pages") { edit in
        let title = edit.document.information.title ?? ""
        let count = edit.pageCount
        var edits: [Edit] = []
        for (offset, id) in pages.enumerated() {
          let page = try edit.page(id)
          let (number, overflow) = mark.firstNumber.addingReportingOverflow(offset)
          guard !overflow else {
            throw PDFError(
              .invalidArgument, "The numbers of pages become too large: begin with a smaller one.")
          }
          let text = try mark.text(
            .init(page: page.index + 1, pages: count, label: page.label, number: number, title: title))
          let placed = try mark.placed(text, on: page)
          edits.append(.setMarks([mark.name: .some(MarkChange(placed))], page: id))
        }
        try edit.apply(edits, named: nil)
      }
    }
  }

  /// Puts a text on all pages: see ``setMark(_:on:)``.
  public func setMark(_ mark: PageMark) throws(PDFError) { try setMark(mark, on: pageIDs) }

  /// Takes marks away that ``setMark(_:on:)`` put on pages: their content is then what it was before. One step of undo.
  ///
  /// - Parameters:
  ///   - name: Which mark; `nil`: all of them.
  ///   - pages: The pages.
  /// - Returns: How many marks were taken away.
  /// - Throws: ``PDFError`` with code `.notPermitted`, `.pageOutOfRange`, `.damaged` or `.editConflict`.
  /// - Complexity: O(pages).
  @discardableResult
  public func removeMarks(
    named name: String? = nil, from pages: some Sequence<PageID>
  ) throws(PDFError) -> Int {
    let pages = Array(pages)
    return try PDFError.only {
      try edit("Remove Marks") { edit in
        var (edits, count) = ([Edit](), 0)
        for id in pages {
          _ = try edit.page(id)
          let names = try edit.document.markNames(of: id, in: edit.state).filter { name == nil || $0 == name }
          guard !names.isEmpty else { continue }
          count += names.count
          let changes = Dictionary(
            uniqueKeysWithValues: names.map { ($0, MarkChange?.some(MarkChange(nil))) })
          edits.append(.setMarks(changes, page: id))
        }
        if !edits.isEmpty { try edit.apply(edits, named: nil) }
        return count
      }
    }
  }

  /// Takes marks away from all pages: see ``removeMarks(named:from:)``.
  ///
  /// - Parameter name: Which mark; `nil`: all of them.
  @discardableResult
  public func removeMarks(named name: String? = nil) throws(PDFError) -> Int {
    try removeMarks(named: name, from: pageIDs)
  }
}

extension PDFDocument {
  /// The names of the marks of a page (``PageMark/name``), in alphabetical order, unsaved ones included.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.damaged`.
  /// - Complexity: O(content streams and forms of the page).
  public func markNames(of page: PageID) throws(PDFError) -> [String] {
    let state = state
    return try PDFError.only {
      guard state.index(of: page) != nil else { throw state.noSuchPage(page).about(url) }
      return try markNames(of: page, in: state)
    }
  }

  fileprivate func markNames(of page: PageID, in state: DocumentState) throws -> [String] {
    try store.withLock { try $0.markNames(of: page, in: state) }
  }
}

extension PageMark {
  /// Letters may stand out of their frame by this part of their size.
  private static let overhang = 0.25

  /// The mark with its text on a page.
  fileprivate func placed(_ string: String, on page: PDFPage) throws -> PlacedMark {
    // Lengths are points, and units of page space are larger on very large pages.
    let unit = page.userUnit > 0 ? page.userUnit : 1
    let box = page.bounds(for: .cropBox)
    let frame = UprightFrame(box, page.rotation)
    let margin = margin / unit
    let room = (width: frame.width - 2 * margin, height: frame.height - 2 * margin)
    guard room.width > 1, room.height > 1 else {
      throw PDFError(
        .invalidGeometry,
        "On page \(page.index + 1) there is no room between the margins: choose a smaller one.")
    }
    let sizes = TextFont.sizes
    var text = Appearance.Text(string, font: font, color: color, alignment: alignment)
    text.font.size = min(max(font.size / unit, sizes.lowerBound), sizes.upperBound)
    var size = try text.measured()
    let turn = angle * .pi / 180
    let (cosine, sine) = (cos(turn), sin(turn))
    let covered = (
      width: abs(size.width * cosine) + abs(size.height * sine),
      height: abs(size.width * sine) + abs(size.height * cosine)
    )
    let scale = min(
      1, covered.width > 0 ? room.width / covered.width : 1,
      covered.height > 0 ? room.height / covered.height : 1)
    if scale < 1 {
      text.font.size = max(sizes.lowerBound, text.font.size * scale)
      size = try text.measured()
    }
    // Rounding must not break the line.
    let (width, height) = (size.width + 1, size.height)
    let turned = (
      width: abs(width * cosine) + abs(height * sine), height: abs(width * sine) + abs(height * cosine)
    )
    let center = PagePoint(
      x: horizontal(turned.width, frame.width, margin), y: vertical(turned.height, frame.height, margin))
    let rect = frame.rect(around: center, width: width, height: height)
    let edge = text.font.size * Self.overhang
    let appearance = Appearance(
      items: [.text(text, in: rect, rotation: page.rotation)], opacity: opacity,
      box: rect.insetBy(-edge))
    let kind: PlacedMark.Kind =
      switch position {
      case .topLeft, .topCenter, .topRight: .header
      case .center: .watermark
      case .bottomLeft, .bottomCenter, .bottomRight: .footer
      }
    let middle = rect.center
    let matrix =
      angle == 0
      ? [1, 0, 0, 1, 0, 0]
      : [
        cosine, sine, -sine, cosine, middle.x - cosine * middle.x + sine * middle.y,
        middle.y - sine * middle.x - cosine * middle.y,
      ]
    return PlacedMark(
      kind, Annotation(.stamp(.drawing(appearance), in: rect.insetBy(-edge))), matrix: matrix,
      isUnderlay: isUnderlay)
  }

  private var alignment: TextAlignment {
    switch position {
    case .topLeft, .bottomLeft: .left
    case .topCenter, .center, .bottomCenter: .center
    case .topRight, .bottomRight: .right
    }
  }

  /// The middle of what is so wide, from the left edge.
  private func horizontal(_ width: Double, _ whole: Double, _ margin: Double) -> Double {
    switch alignment {
    case .left: margin + width / 2
    case .center: whole / 2
    case .right: whole - margin - width / 2
    }
  }

  /// The middle of what is so high, from the upper edge.
  private func vertical(_ height: Double, _ whole: Double, _ margin: Double) -> Double {
    switch position {
    case .topLeft, .topCenter, .topRight: margin + height / 2
    case .center: whole / 2
    case .bottomLeft, .bottomCenter, .bottomRight: whole - margin - height / 2
    }
  }
}

extension UprightFrame {
  /// The rectangle of the page that stands about a point, which is given from the reader's upper left corner of this one.
  fileprivate func rect(around center: PagePoint, width: Double, height: Double) -> PageRect {
    let matrix = matrix()
    func place(_ x: Double, _ y: Double) -> PagePoint {
      PagePoint(x: matrix[0] * x + matrix[2] * -y + matrix[4], y: matrix[1] * x + matrix[3] * -y + matrix[5])
    }
    return PageRect(
      corner: place(center.x - width / 2, center.y - height / 2),
      corner: place(center.x + width / 2, center.y + height / 2))
  }
}
