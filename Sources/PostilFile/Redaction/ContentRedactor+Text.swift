import PostilModel

/// What is known of a text object (ISO 32000-2, 9.4) while it is written anew.
struct RewrittenText {
  var isOpen = false
  /// Whether a reader of what is written has other matrices than one of the original, until the next move: after something was
  /// removed, the places of others are not said relative to it.
  var isMoved = false
  /// Where a row of strings began whose glyphs have no widths: only about where the next one stands is known.
  var uncertainStart: Affine?
  var uncertainCount = 0
  var isUncertainTouched = false
  /// Whether glyphs were added to the clip, and whether one of them stayed.
  var clips = false
  var keepsClip = false
}

/// A place on a line where glyphs were removed.
struct RemovedGlyphs {
  let direction: PagePoint
  let across: Double
  let along: Double
}

extension ContentRedactor {
  private typealias Glyph = ShownText.Glyph

  /// Takes an operation that sets where the text that comes stands.
  func moveText(_ operation: ContentOperation) {
    startRow()
    if !text.isMoved || operation.op == .textMatrix {
      keep(operation)
    } else {
      if operation.op == .moveLineSettingLeading { output.write([state.leading], "TL") }
      output.write(content.textMatrix.numbers, "Tm")
    }
    text.isMoved = false
  }

  /// Ends the text object that is open.
  func endText() {
    guard text.isOpen else { return }
    // Without a glyph there would be no clip at all, and what was cut by the letters would show as a whole.
    if text.clips, !text.keepsClip { output.write("0 0 0 0 re W n\n") }
    text = RewrittenText()
  }

  // MARK: - Showing

  func show(_ shown: ShownText, _ operation: ContentOperation) throws {
    if operation.op == .showOnNextLine || operation.op == .showOnNextLineSpaced { startRow() }
    guard let font = shown.font else { return showWithoutFont(shown, operation) }
    let glyphs = shown.glyphs
    let removed = try removedGlyphs(shown, font, operation)
    let count = removed.count { $0 }
    if state.renderingMode >= 4 {
      text.clips = true
      if count < glyphs.count { text.keepsClip = true }
    }
    if count > 0 {
      note(removed, of: glyphs, font, found: hits.glyphs[operation.range.lowerBound] ?? [])
      try redactPatterns()
    }
    if count < glyphs.count {
      let painting = state.glyphPainting
      usePatterns(fill: painting.fill, stroke: painting.stroke)
    }
    let isAfterHole = glyphs.first.map { hole(before: $0.matrix, font) != nil } ?? false
    guard count > 0 || text.isMoved || isAfterHole else { return keep(operation) }
    try write(glyphs, removed, shown.items, operation, font)
  }

  /// Takes a string whose font is missing: readers show nothing, or choose a font.
  private func showWithoutFont(_ shown: ShownText, _ operation: ContentOperation) {
    let length = shown.letterCount
    let found = hits.glyphs[operation.range.lowerBound] ?? []
    let isRemoved = removesText || isInTouchedRow(from: shown.start, length)
    guard isRemoved || !found.isEmpty || text.isMoved else { return keep(operation) }
    if isRemoved || !found.isEmpty {
      touchMarks()
      run.report.glyphs += isRemoved ? length : found.count
    }
    isChanged = true
    text.isMoved = true
    writeSpacings(of: operation)
    if isRemoved { return }
    output.write(shown.start.numbers, "Tm")
    output.write(.array(Self.items(shown.items, without: found)))
    output.write(" TJ\n")
  }

  /// What shows a string without some of its bytes. A gap is one em wide, whatever was in it.
  private static func items(_ items: [ShownText.Item], without bytes: Set<Int>) -> [PDFObject] {
    var result: [PDFObject] = []
    var index = 0
    var isGap = false
    for item in items {
      guard case .string(let string) = item else {
        result.append(item.object)
        continue
      }
      var kept: [UInt8] = []
      for byte in string {
        let isRemoved = bytes.contains(index)
        index += 1
        if isRemoved, !isGap {
          if !kept.isEmpty { result.append(.string(kept)) }
          kept = []
          result.append(.integer(-1000))
        }
        isGap = isRemoved
        if !isRemoved { kept.append(byte) }
      }
      if !kept.isEmpty { result.append(.string(kept)) }
    }
    return result
  }

  /// Whether all text that comes is removed, whatever it says.
  private var removesText: Bool {
    isHidden || removesAllText || (run.removesHiddenText && state.renderingMode == 3)
  }

  /// Whether something of a row of strings, of whose glyphs no widths are known, may stand in an area.
  ///
  /// - Parameter count: How many glyphs come at `start`, each at most `widest` wide.
  private func isInTouchedRow(from start: Affine, _ count: Int, widest: Double = GlyphFont.widest) -> Bool {
    let first = text.uncertainStart ?? start
    text.uncertainStart = first
    text.uncertainCount += count
    guard !text.isUncertainTouched else { return true }
    var state = state
    // Without a font there may be no size either.
    if state.fontSize == 0 { state.fontSize = 12 }
    let row = PageRect(
      x: -0.5, y: -0.5, width: (widest + 0.2) * Double(text.uncertainCount) + 1, height: 1.7)
    let box = ConvexPolygon(hullOf: state.glyphMatrix(first).corners(of: row))
    text.isUncertainTouched = areas.contains { box.overlaps($0.letters) }
    return text.isUncertainTouched
  }

  /// Begins a row of strings whose places are known.
  private func startRow() {
    text.uncertainStart = nil
    text.uncertainCount = 0
    text.isUncertainTouched = false
  }

  /// Which glyphs are removed.
  private func removedGlyphs(
    _ shown: ShownText, _ font: GlyphFont, _ operation: ContentOperation
  ) throws -> [Bool] {
    let glyphs = shown.glyphs
    if removesText {
      if !isHidden, !removesAllText { run.report.count(.hiddenText, glyphs.count) }
      return glyphs.map { _ in true }
    }
    let found = hits.glyphs[operation.range.lowerBound]
    var result = glyphs.indices.map { found?.contains($0) ?? false }
    if font.hasWidths {
      guard !areas.isEmpty else { return result }
      for (index, glyph) in glyphs.enumerated() {
        let corners = state.glyphMatrix(glyph.matrix).corners(of: glyph.glyph.box)
        let bounds = PageRect.bounding(corners) ?? .zero
        lazy var isUnknown = font.scalars(of: glyph.glyph.code).contains("\u{FFFD}")
        lazy var box = ConvexPolygon(hullOf: corners)
        if areas.contains(where: {
          bounds.intersects($0.letters.bounds) && (!$0.isOfFoundText || isUnknown)
            && box.overlaps($0.letters, by: tolerance)
        }) {
          result[index] = true
        }
      }
    } else {
      // Somewhere in the row that begins here.
      let widest = glyphs.first.map { abs($0.glyph.advance) } ?? 0.8
      if isInTouchedRow(from: shown.start, glyphs.count, widest: widest) { return glyphs.map { _ in true } }
    }
    return result
  }

  /// What a pattern shows under removed glyphs goes with them.
  private func redactPatterns() throws {
    guard !areas.isEmpty else { return }
    let bounds = PageRect.union(of: areas.map(\.polygon.bounds))
    if let color = state.fill.pattern { try setRedactedPattern(color, isFill: true, on: bounds) }
    if let color = state.stroke.pattern { try setRedactedPattern(color, isFill: false, on: bounds) }
  }

  private func note(_ removed: [Bool], of glyphs: [Glyph], _ font: GlyphFont, found: Set<Int>) {
    touchMarks()
    run.report.glyphs += removed.count { $0 }
    // What was found by what it says is looked for everywhere as a whole, not by the part of it that stands on a line.
    run.removedText(
      glyphs.indices.reduce(into: "") { text, index in
        text += removed[index] && !found.contains(index) ? font.text(of: glyphs[index].glyph) : "\n"
      })
    if let id = font.id { run.touchedFonts.insert(id) }
    for (index, glyph) in glyphs.enumerated() where removed[index] && (index == 0 || !removed[index - 1]) {
      let place = line(of: glyph.matrix, font)
      run.holes.append(RemovedGlyphs(direction: place.direction, across: place.across, along: place.along))
    }
  }

  // MARK: - Writing

  /// The baseline of a glyph in the space of the areas, and where on it the glyph begins.
  private func line(of matrix: Affine, _ font: GlyphFont) -> RemovedGlyphs {
    let full = matrix.then(state.matrix)
    let way = font.isVertical ? PagePoint(x: full.c, y: full.d) : PagePoint(x: full.a, y: full.b)
    let length = max((way.x * way.x + way.y * way.y).squareRoot(), 1e-12)
    let direction = PagePoint(x: way.x / length, y: way.y / length)
    return RemovedGlyphs(
      direction: direction, across: direction.x * full.f - direction.y * full.e,
      along: direction.x * full.e + direction.y * full.f)
  }

  /// Something that was removed earlier on the same line.
  private func hole(before matrix: Affine, _ font: GlyphFont) -> RemovedGlyphs? {
    guard !run.holes.isEmpty else { return nil }
    let place = line(of: matrix, font)
    return run.holes.last {
      abs($0.direction.x - place.direction.x) < 1e-3 && abs($0.direction.y - place.direction.y) < 1e-3
        && abs($0.across - place.across) < 1 && $0.along < place.along
    }
  }

  /// Places behind a hole are multiples of this, in points, so that they do not tell how wide it is: with the widths of the
  /// font, that would tell what was in it.
  static let grid = 0.5

  private func snapped(_ matrix: Affine, _ font: GlyphFont) -> Affine {
    guard hole(before: matrix, font) != nil, let inverse = state.matrix.inverse else { return matrix }
    let place = line(of: matrix, font)
    let distance = (place.along / Self.grid).rounded() * Self.grid - place.along
    run.report.largestMove = max(run.report.largestMove, abs(distance))
    let full = matrix.then(state.matrix)
    let moved = inverse.apply(
      full.e + distance * place.direction.x, full.f + distance * place.direction.y)
    var result = matrix
    (result.e, result.f) = (moved.x, moved.y)
    return result
  }

  private func write(
    _ glyphs: [Glyph], _ removed: [Bool], _ items: [ShownText.Item], _ operation: ContentOperation,
    _ font: GlyphFont
  ) throws {
    text.isMoved = true
    isChanged = true
    writeSpacings(of: operation)
    var index = 0
    while index < glyphs.count {
      guard !removed[index] else {
        index += 1
        continue
      }
      let first = index
      while index < glyphs.count, !removed[index] { index += 1 }
      guard font.hasWidths || text.uncertainStart == nil || first == 0 else {
        throw run.refusal("a font on it does not say how wide its letters are", place)
      }
      let matrix = snapped(glyphs[first].matrix, font)
      output.write(matrix.numbers, "Tm")
      output.write(.array(Self.items(glyphs[first..<index], items)))
      output.write(" TJ\n")
    }
  }

  /// What an operation sets beside showing a text.
  private func writeSpacings(of operation: ContentOperation) {
    guard operation.op == .showOnNextLineSpaced else { return }
    output.write([state.wordSpacing], "Tw")
    output.write([state.characterSpacing], "Tc")
  }

  /// What shows some of the glyphs, with the distances between them.
  private static func items(_ glyphs: ArraySlice<Glyph>, _ items: [ShownText.Item]) -> [PDFObject] {
    var result: [PDFObject] = []
    var string: [UInt8] = []
    var current: Int?
    func flush() {
      if !string.isEmpty { result.append(.string(string)) }
      string = []
    }
    for glyph in glyphs {
      if let before = current, before != glyph.item {
        flush()
        for item in items[before..<glyph.item] {
          if case .move = item { result.append(item.object) }
        }
      }
      current = glyph.item
      if case .string(let bytes) = items[glyph.item] { string += bytes[glyph.bytes] }
    }
    flush()
    return result
  }
}
