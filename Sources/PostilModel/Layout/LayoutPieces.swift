/// The text of a block in pieces: what links lead from, and what is set in another way than the rest.
struct LayoutPieces {
  private(set) var kids: [StructureElement.Kid] = []
  /// What stands before an item of a list.
  private(set) var label: [StructureElement.Kid] = []

  /// How a piece differs from what is around it.
  private struct Look: Equatable {
    var link: Int?
    var isBold = false
    var isItalic = false
    var isMonospaced = false
  }

  /// - Parameters:
  ///   - labelLength: How many characters at the beginning are ``label``.
  ///   - marksEmphasis: Whether what is bold, italic or of one width is an element of its own.
  init(
    _ block: LayoutBlock, _ layout: PageLayout, _ page: PageID, labelLength: Int = 0,
    marksEmphasis: Bool = true
  ) {
    let text = layout.text
    let usual = Self.usual(block)
    var pieces: [(look: Look, scalars: [Unicode.Scalar], box: SIMD4<Float>?)] = []
    func append(_ scalars: ArraySlice<Unicode.Scalar>, _ look: Look, _ range: Range<Int>) {
      guard !scalars.isEmpty else { return }
      let box = PageText.union(of: text.boxes, in: range)
      let isBlank = scalars.allSatisfy(\.isSpace)
      if let last = pieces.indices.last,
        pieces[last].look == look || isBlank && pieces[last].look.link == look.link
      {
        pieces[last].scalars += scalars
        if !isBlank { pieces[last].box = pieces[last].box.map { $0.union(box) } ?? box }
      } else {
        pieces.append((look, Array(scalars), isBlank ? nil : box))
      }
    }
    var runs = text.styles.runs[...]
    if let first = block.lines.first {
      // The runs are in the order of the text.
      let start = text.styles.runs.firstPlace { $0.range.upperBound > first.range.lowerBound }
      runs = text.styles.runs[start...]
    }
    for (number, line) in block.lines.enumerated() {
      var start = line.range.lowerBound
      if number > 0 {
        append(["\n"], pieces.last?.look ?? Look(), start..<start)
      } else if labelLength > 0 {
        let end = min(start + labelLength, line.range.upperBound)
        label = [Self.content(text, start..<end, page)]
        start =
          text.characters[end..<line.range.upperBound].firstIndex { !$0.isSpace } ?? line.range.upperBound
      }
      let links = layout.links.indices.filter { index in
        TableBox(layout.view.viewRect(layout.links[index].rect)).touches(line.box)
      }
      while let run = runs.first, run.range.upperBound <= start { runs = runs.dropFirst() }
      while start < line.range.upperBound {
        let run = runs.first { $0.range.upperBound > start && $0.range.lowerBound < line.range.upperBound }
        var look = Look()
        if marksEmphasis, let run, run.range.lowerBound <= start {
          let style = text.styles.styles[run.style]
          look.isBold = style.isBold && !usual.isBold
          look.isItalic = style.isItalic && !usual.isItalic
          look.isMonospaced = style.isMonospaced && !usual.isMonospaced
        }
        let end =
          run.map {
            $0.range.lowerBound > start
              ? $0.range.lowerBound : min($0.range.upperBound, line.range.upperBound)
          }
          ?? line.range.upperBound
        for part in Self.parts(start..<end, links, layout) {
          look.link = part.link
          append(text.characters[part.range], look, part.range)
        }
        start = end
        while let run = runs.first, run.range.upperBound <= start { runs = runs.dropFirst() }
      }
    }
    for (index, piece) in pieces.enumerated() {
      var content = StructureContent(PageText.string(of: piece.scalars[...]), on: page)
      content.bounds = piece.box.map { PageRect($0) }
      content.isJoined = index > 0
      kids.append(Self.kid(content, piece.look, layout, page))
    }
  }

  private static func content(_ text: PageText, _ range: Range<Int>, _ page: PageID) -> StructureElement.Kid {
    .content(
      StructureContent(
        PageText.string(of: text.characters[range]), on: page,
        bounds: PageRect(PageText.union(of: text.boxes, in: range))))
  }

  private static func usual(_ block: LayoutBlock) -> Look {
    func most(_ belongs: (LayoutLine) -> Bool) -> Bool {
      block.lines.reduce(0) { $0 + (belongs($1) ? $1.range.count : -$1.range.count) } > 0
    }
    return Look(
      isBold: most(\.isBold), isItalic: most(\.isItalic), isMonospaced: most(\.isMonospaced))
  }

  /// The parts of a range that lead somewhere, and those between.
  private static func parts(
    _ range: Range<Int>, _ links: [Int], _ layout: PageLayout
  ) -> [(range: Range<Int>, link: Int?)] {
    guard !links.isEmpty, !range.isEmpty else { return [(range, nil)] }
    var parts: [(range: Range<Int>, link: Int?)] = []
    for index in range {
      let middle = PageRect(layout.text.boxes[index]).center
      let link = links.first { layout.links[$0].rect.contains(middle) }
      if let last = parts.indices.last, parts[last].link == link {
        parts[last].range = parts[last].range.lowerBound..<index + 1
      } else {
        parts.append((index..<index + 1, link))
      }
    }
    return parts
  }

  private static func kid(
    _ content: StructureContent, _ look: Look, _ layout: PageLayout, _ page: PageID
  ) -> StructureElement.Kid {
    var kid = StructureElement.Kid.content(content)
    guard
      content.text.unicodeScalars.contains(where: {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
      })
    else { return kid }
    if look.isMonospaced { kid = .element(StructureElement("Code", kids: [kid])) }
    if look.isItalic { kid = .element(StructureElement("Em", kids: [kid])) }
    if look.isBold { kid = .element(StructureElement("Strong", kids: [kid])) }
    if let link = look.link {
      var element = StructureElement("Link", kids: [kid, .annotation(layout.links[link].id, page: page)])
      element.url = layout.links[link].url
      kid = .element(element)
    }
    return kid
  }
}
