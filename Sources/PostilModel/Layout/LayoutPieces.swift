/// The text of a block in pieces: what links lead from, and what is set in another way than the rest.
struct LayoutPieces {
  private(set) var kids: [StructureElement.Kid] = []
  /// What stands before an item of a list.
  private(set) var label: [StructureElement.Kid] = []

  /// - Parameters:
  ///   - hasLabel: Whether the label of the first line is ``label``.
  ///   - marksEmphasis: Whether what is bold, italic or of one width is an element of its own.
  init(_ block: LayoutBlock, _ page: LayoutPage, hasLabel: Bool = false, marksEmphasis: Bool = true) {
    let usual = Self.usual(block)
    var pieces: [LayoutPiece] = []
    func append(_ piece: LayoutPiece) {
      var piece = piece
      let look = piece.look
      piece.look.isBold = marksEmphasis && look.isBold && !usual.isBold
      piece.look.isItalic = marksEmphasis && look.isItalic && !usual.isItalic
      piece.look.isMonospaced = marksEmphasis && look.isMonospaced && !usual.isMonospaced
      if let last = pieces.indices.last, pieces[last].append(piece) { return }
      pieces.append(piece)
    }
    for (number, line) in block.lines.enumerated() {
      var rest = line.pieces[...]
      if number > 0 {
        // The end of a line looks like what is before it.
        if pieces.isEmpty {
          append(LayoutPiece(text: "\n", look: .init()))
        } else {
          pieces[pieces.count - 1].text += "\n"
        }
      } else if hasLabel {
        if line.labelPieceCount > 0 { label = Self.label(rest.prefix(line.labelPieceCount), page.id) }
        rest = Self.withoutLeadingSpace(rest.dropFirst(line.labelPieceCount))
      }
      for piece in rest { append(piece) }
    }
    for (index, piece) in pieces.enumerated() {
      var content = StructureContent(piece.text, on: page.id)
      content.bounds = piece.box.map { PageRect($0) }
      content.isJoined = index > 0
      kids.append(Self.kid(content, piece.look, page))
    }
  }

  private static func label(_ pieces: ArraySlice<LayoutPiece>, _ page: PageID) -> [StructureElement.Kid] {
    let box = pieces.compactMap(\.box).reduce(nil) { (box: SIMD4<Float>?, next) in box?.union(next) ?? next }
    return [
      .content(
        StructureContent(pieces.map(\.text).joined(), on: page, bounds: box.map { PageRect($0) }))
    ]
  }

  private static func withoutLeadingSpace(_ pieces: ArraySlice<LayoutPiece>) -> ArraySlice<LayoutPiece> {
    var pieces = pieces.drop { $0.box == nil }
    if let first = pieces.indices.first {
      pieces[first].text.unicodeScalars.trimPrefix(while: \.isSpace)
    }
    return pieces
  }

  private static func usual(_ block: LayoutBlock) -> LayoutPiece.Look {
    func most(_ belongs: (LayoutLine) -> Bool) -> Bool {
      block.lines.reduce(0) { $0 + (belongs($1) ? $1.count : -$1.count) } > 0
    }
    return LayoutPiece.Look(
      isBold: most(\.isBold), isItalic: most(\.isItalic), isMonospaced: most(\.isMonospaced))
  }

  private static func kid(
    _ content: StructureContent, _ look: LayoutPiece.Look, _ page: LayoutPage
  ) -> StructureElement.Kid {
    var kid = StructureElement.Kid.content(content)
    guard
      content.text.unicodeScalars.contains(where: {
        $0.isAlphabetic || $0.properties.numericType != nil
      })
    else { return kid }
    if look.isMonospaced { kid = .element(StructureElement("Code", kids: [kid])) }
    if look.isItalic { kid = .element(StructureElement("Em", kids: [kid])) }
    if look.isBold { kid = .element(StructureElement("Strong", kids: [kid])) }
    if let link = look.link, page.links.indices.contains(link) {
      var element = StructureElement("Link", kids: [kid, .annotation(page.links[link].id, page: page.id)])
      element.url = page.links[link].url
      kid = .element(element)
    }
    return kid
  }
}
