package import PostilModel

extension PageTextReader {
  /// What the content of a page shows, and where: text, tables, pictures, drawings.
  ///
  /// - Parameters and errors: As ``content(ofPage:check:)``.
  package func layout(ofPage index: Int, check: @escaping @Sendable () throws -> Void) throws -> PageLayout {
    let glyphs = PageGlyphs(readsGraphics: true)
    let (area, rotation) = try contents.read(index, check: check) { page in
      try contents.interpret(page, ContentWalk(glyphs))
      return (page.area, page.attributes.rotation)
    }
    let layout = PageTextLayout(
      glyphs, TextLines(glyphs, glyphs.seen(in: area)).lines, readsWords: true)
    // As the page is seen, from its upper left corner down.
    let view = PageTransform(cropBox: area, rotation: rotation)
    // A wide table that lies on its side is read as it would be held.
    let held = PageTransform(
      cropBox: area,
      rotation: PageRotation(degrees: rotation.rawValue + layout.words.turn(in: view)) ?? rotation)
    let found = TableFinder(TableInput(layout.words, glyphs.rulings, held)).find()
    return PageLayout(
      PageText(characters: layout.characters, boxes: layout.boxes, styles: layout.styles),
      tables: found.tables.map { table in
        PageLayout.Table(
          table.cells.map { cell in
            PageTable.Cell(
              cell.text, rows: Range(cell.rows), columns: Range(cell.columns),
              bounds: held.pageRect(cell.box.viewRect))
          }, isRuled: table.isRuled)
      }, pictures: glyphs.pictures, drawings: found.drawings.map { held.pageRect($0.viewRect) },
      marks: glyphs.rulings.shownMarks,
      view: view)
  }
}

extension [PageTextLayout.Word] {
  /// By how many degrees a page is turned clockwise so that most of its letters stand upright: 0, 90 or 270.
  fileprivate func turn(in view: PageTransform) -> Int {
    var (up, down, all) = (0, 0, 0)
    for word in self {
      let (a, b) = (view.viewPoint(word.start), view.viewPoint(word.end))
      let count = word.text.unicodeScalars.count
      all += count
      guard abs(b.x - a.x) < 0.1 * abs(b.y - a.y) else { continue }
      if b.y < a.y { up += count } else { down += count }
    }
    return 2 * up > all ? 90 : 2 * down > all ? 270 : 0
  }
}

extension TableInput {
  /// How far letters reach over and under their baseline, in sizes: the same for all fonts.
  private static let ascent = 0.75
  private static let descent = 0.25

  fileprivate init(_ words: [PageTextLayout.Word], _ drawn: PageRulings, _ view: PageTransform) {
    func box(_ rect: PageRect) -> TableBox { TableBox(view.viewRect(rect)) }
    var rulings = drawn.oblique.map { Ruling.oblique(box($0)) }
    for line in drawn.lines {
      let (a, b) = (view.viewPoint(line.start), view.viewPoint(line.end))
      rulings.append(
        abs(a.x - b.x) > abs(a.y - b.y)
          ? .horizontal(y: (a.y + b.y) / 2, x0: min(a.x, b.x), x1: max(a.x, b.x))
          : .vertical(x: (a.x + b.x) / 2, y0: min(a.y, b.y), y1: max(a.y, b.y)))
    }
    self.init(
      words: words.compactMap { word in
        let (a, b) = (view.viewPoint(word.start), view.viewPoint(word.end))
        // What is turned, as the names of axes are, is in no table.
        guard b.x > a.x, abs(a.y - b.y) < 0.1 * (b.x - a.x) else { return nil }
        return Word(
          box: TableBox(
            x0: a.x, y0: a.y - Self.ascent * word.size, x1: b.x, y1: a.y + Self.descent * word.size),
          text: word.text, size: word.size)
      }, rulings: rulings, fills: drawn.fills.map(box), width: view.viewSize.width,
      height: view.viewSize.height)
  }
}
