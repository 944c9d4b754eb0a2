import PostilModel

/// A text object (ISO 32000-2, 9.4), and where its next glyph stands.
struct TextObject {
  var isOpen = false
  var matrix = Affine.identity
  var lineMatrix = Affine.identity
  /// Whether every string is written with a matrix of its own: after something was removed the places of others are not said
  /// relative to it.
  var isAbsolute = false
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
  /// A string to show, or a distance to move (`TJ`).
  enum TextItem {
    case string([UInt8])
    case move(Double)
  }

  private struct PlacedGlyph {
    let item: Int
    let bytes: Range<Int>
    let matrix: Affine
    let glyph: GlyphFont.Glyph
    var isRemoved = false
  }

  /// Takes an operation that sets or shows text; returns whether it was one.
  func takeText(_ operation: ContentOperation) throws -> Bool {
    func number() -> Double? { operation.numbers(1)?[0] }
    switch operation.name {
    case "BT":
      endText()
      text = TextObject()
      text.isOpen = true
      keep(operation)
    case "ET":
      keep(operation)
      endText()
    case "Tc":
      state.characterSpacing = number() ?? state.characterSpacing
      keep(operation)
    case "Tw":
      state.wordSpacing = number() ?? state.wordSpacing
      keep(operation)
    case "Tz":
      state.horizontalScale = number().map { $0 / 100 } ?? state.horizontalScale
      keep(operation)
    case "TL":
      state.leading = number() ?? state.leading
      keep(operation)
    case "Ts":
      state.rise = number() ?? state.rise
      keep(operation)
    case "Tr":
      state.renderingMode = operation.numbers(1).flatMap { Int(exactly: $0[0]) } ?? state.renderingMode
      keep(operation)
    case "Tf":
      guard operation.operands.count >= 2, let name = operation.operands[operation.operands.count - 2].name,
        let size = operation.operands.last?.number
      else { return true }
      state.font = resources.value("Font", name).flatMap(run.font)
      state.fontSize = size
      resources.use("Font", name)
      keep(operation)
    case "Td", "TD":
      guard let n = operation.numbers(2) else { return true }
      let sets = operation.name == "TD"
      if sets { state.leading = -n[1] }
      moveLine(n[0], n[1])
      if !text.isAbsolute { keep(operation) } else if sets { output.write([state.leading], "TL") }
    case "Tm":
      guard let matrix = Affine(operation.numbers(6)) else { return true }
      text.lineMatrix = matrix
      setPosition(matrix)
      if !text.isAbsolute { keep(operation) }
    case "T*":
      moveLine(0, -state.leading)
      if !text.isAbsolute { keep(operation) }
    case "Tj":
      guard let string = operation.operands.last?.string else { return true }
      try show([.string(string)], operation)
    case "'":
      guard let string = operation.operands.last?.string else { return true }
      moveLine(0, -state.leading)
      try show([.string(string)], operation)
    case "\"":
      guard operation.operands.count >= 3, let string = operation.operands.last?.string else { return true }
      state.wordSpacing = operation.operands[operation.operands.count - 3].number ?? state.wordSpacing
      state.characterSpacing =
        operation.operands[operation.operands.count - 2].number ?? state.characterSpacing
      moveLine(0, -state.leading)
      try show([.string(string)], operation)
    case "TJ":
      guard let list = operation.operands.last?.array else { return true }
      let items = list.compactMap { item -> TextItem? in
        item.string.map(TextItem.string) ?? item.number.map(TextItem.move)
      }
      try show(items, operation)
    default: return false
    }
    return true
  }

  /// Ends the text object that is open.
  func endText() {
    guard text.isOpen else { return }
    // Without a glyph there would be no clip at all, and what was cut by the letters would show as a whole.
    if text.clips, !text.keepsClip { output.write("0 0 0 0 re W n\n") }
    text = TextObject()
  }

  private func moveLine(_ x: Double, _ y: Double) {
    text.lineMatrix = Affine.translation(x, y).then(text.lineMatrix)
    setPosition(text.lineMatrix)
  }

  private func setPosition(_ matrix: Affine) {
    text.matrix = matrix
    text.uncertainStart = nil
    text.uncertainCount = 0
    text.isUncertainTouched = false
  }

  // MARK: - Showing

  private func show(_ items: [TextItem], _ operation: ContentOperation) throws {
    guard let font = state.font else {
      // Readers show nothing, or choose a font: what is there cannot be told.
      isChanged = true
      run.report.glyphs += items.reduce(0) {
        if case .string(let bytes) = $1 { $0 + bytes.count } else { $0 }
      }
      return
    }
    var glyphs: [PlacedGlyph] = []
    let start = text.matrix
    for (index, item) in items.enumerated() {
      switch item {
      case .move(let distance):
        advance(-distance / 1000 * state.fontSize, isScaled: true, font)
      case .string(let bytes):
        var place = 0
        for glyph in font.glyphs(in: bytes) {
          glyphs.append(
            PlacedGlyph(item: index, bytes: place..<place + glyph.length, matrix: text.matrix, glyph: glyph))
          place += glyph.length
          let spacing = state.characterSpacing + (glyph.isSpace ? state.wordSpacing : 0)
          advance(glyph.advance * state.fontSize + spacing, isScaled: true, font)
        }
      }
    }
    try run.count(glyphs.count)
    choose(&glyphs, font, start)
    let removed = glyphs.filter(\.isRemoved)
    if state.renderingMode >= 4 {
      text.clips = true
      if removed.count < glyphs.count { text.keepsClip = true }
    }
    if !removed.isEmpty {
      note(removed, of: glyphs, font)
      try redactPatterns()
    }
    if removed.count < glyphs.count {
      usePatterns(fill: state.renderingMode % 4 != 1, stroke: [1, 2, 5, 6].contains(state.renderingMode))
    }
    let isAfterHole = glyphs.first.map { hole(before: $0.matrix, font) != nil } ?? false
    guard !removed.isEmpty || text.isAbsolute || isAfterHole else { return keep(operation) }
    try write(glyphs, items, operation, font)
  }

  private func advance(_ distance: Double, isScaled: Bool, _ font: GlyphFont) {
    let step: Affine =
      font.isVertical ? .translation(0, distance) : .translation(distance * state.horizontalScale, 0)
    text.matrix = step.then(text.matrix)
  }

  /// From the space of a glyph to that of the areas.
  private func glyphMatrix(_ matrix: Affine) -> Affine {
    Affine(state.fontSize * state.horizontalScale, 0, 0, state.fontSize, 0, state.rise).then(matrix)
      .then(state.matrix)
  }

  /// Decides which glyphs are removed.
  private func choose(_ glyphs: inout [PlacedGlyph], _ font: GlyphFont, _ start: Affine) {
    if isHidden || removesAllText || (run.removesHiddenText && state.renderingMode == 3) {
      for index in glyphs.indices { glyphs[index].isRemoved = true }
      if !isHidden, !removesAllText { run.report.count(.hiddenText, glyphs.count) }
      return
    }
    if font.hasWidths {
      if !areas.isEmpty {
        for index in glyphs.indices {
          let corners = glyphMatrix(glyphs[index].matrix).corners(of: glyphs[index].glyph.box)
          let box = ConvexPolygon(hullOf: corners)
          glyphs[index].isRemoved = areas.contains { box.overlaps($0.letters, by: tolerance) }
        }
      }
    } else {
      // Somewhere in the row that begins here.
      let first = text.uncertainStart ?? start
      text.uncertainStart = first
      text.uncertainCount += glyphs.count
      let length = glyphs.first.map { abs($0.glyph.advance) + 0.2 } ?? 1
      let row = PageRect(x: -0.5, y: -0.5, width: length * Double(text.uncertainCount) + 1, height: 1.7)
      let box = ConvexPolygon(hullOf: glyphMatrix(first).corners(of: row))
      if text.isUncertainTouched || areas.contains(where: { box.overlaps($0.letters) }) {
        text.isUncertainTouched = true
        for index in glyphs.indices { glyphs[index].isRemoved = true }
      }
    }
    guard !run.matcher.isEmpty else { return }
    var scalars: [Unicode.Scalar] = []
    var sources: [Int] = []
    for (index, placed) in glyphs.enumerated() {
      for scalar in font.text(of: placed.glyph).unicodeScalars {
        scalars.append(scalar)
        sources.append(index)
      }
    }
    for range in run.matcher.ranges(in: scalars) {
      for index in range { glyphs[sources[index]].isRemoved = true }
    }
  }

  /// What a pattern shows under removed glyphs goes with them.
  private func redactPatterns() throws {
    guard !areas.isEmpty else { return }
    let bounds = PageRect.union(of: areas.map(\.polygon.bounds))
    if let color = state.fillPattern { try setRedactedPattern(color, isFill: true, on: bounds) }
    if let color = state.strokePattern { try setRedactedPattern(color, isFill: false, on: bounds) }
  }

  private func note(_ removed: [PlacedGlyph], of glyphs: [PlacedGlyph], _ font: GlyphFont) {
    touchMarks()
    run.report.glyphs += removed.count
    run.removedText(glyphs.reduce(into: "") { $0 += $1.isRemoved ? font.text(of: $1.glyph) : "\n" })
    if font.isType3 { run.hasRemovedDrawings = true }
    for (index, glyph) in glyphs.enumerated()
    where glyph.isRemoved && (index == 0 || !glyphs[index - 1].isRemoved) {
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
    _ glyphs: [PlacedGlyph], _ items: [TextItem], _ operation: ContentOperation, _ font: GlyphFont
  ) throws {
    text.isAbsolute = true
    isChanged = true
    if operation.name == "\"" {
      output.write([state.wordSpacing], "Tw")
      output.write([state.characterSpacing], "Tc")
    }
    var index = 0
    while index < glyphs.count {
      guard !glyphs[index].isRemoved else {
        index += 1
        continue
      }
      let first = index
      while index < glyphs.count, !glyphs[index].isRemoved { index += 1 }
      guard font.hasWidths || text.uncertainStart == nil || first == 0 else {
        throw run.refusal("a font on it does not say how wide its letters are", place)
      }
      let matrix = snapped(glyphs[first].matrix, font)
      output.write(matrix.numbers, "Tm")
      output.write(.array(Self.items(glyphs[first..<index], items)))
      output.write(" TJ\n")
    }
  }

  /// What shows some of the glyphs, with the distances between them.
  private static func items(_ glyphs: ArraySlice<PlacedGlyph>, _ items: [TextItem]) -> [PDFObject] {
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
        for case .move(let distance) in items[before..<glyph.item] {
          result.append(.real(ContentOutput.text(distance)))
        }
      }
      current = glyph.item
      if case .string(let bytes) = items[glyph.item] { string += bytes[glyph.bytes] }
    }
    flush()
    return result
  }
}
