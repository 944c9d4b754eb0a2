import PostilModel

/// The text of the marked content of a stream, by its numbers (`/MCID`, ISO 32000-2, 14.7.5.2).
struct MarkedText {
  struct Part {
    var text = ""
    /// The upper left corner of what is painted first, in the space of the stream.
    var start: PagePoint?
  }

  private(set) var parts: [Int: Part] = [:]

  private struct State {
    var matrix = Affine.identity
    var font: GlyphFont?
    var size = 0.0
    var characterSpacing = 0.0
    var wordSpacing = 0.0
    var scale = 1.0
    var leading = 0.0
    var rise = 0.0
  }

  /// How deep states of graphics are kept.
  private static let mostStates = 1_000

  private var state = State()
  private var saved: [State] = []
  private var text = Affine.identity
  private var line = Affine.identity
  /// The numbers of the content that is open, the innermost last.
  private var open: [Int?] = []
  /// Where the last glyph of an open part ended.
  private var end: PagePoint?

  /// Reads a content stream, as far as it goes.
  ///
  /// - Parameters:
  ///   - font: The font of a name.
  ///   - properties: The properties of a name (`/Properties`).
  init(_ bytes: [UInt8], font: (PDFName) -> GlyphFont?, properties: (PDFName) -> PDFDictionary?) {
    bytes.withUnsafeBytes { bytes in
      var parser = ContentParser(bytes)
      while let operation = try? parser.next() { take(operation, font, properties) }
    }
  }

  private mutating func take(
    _ operation: ContentOperation, _ font: (PDFName) -> GlyphFont?, _ properties: (PDFName) -> PDFDictionary?
  ) {
    let operands = operation.operands
    switch operation.name {
    case "q": if saved.count < Self.mostStates { saved.append(state) }
    case "Q": if let last = saved.popLast() { state = last }
    case "cm": if let matrix = Affine(operation.numbers(6)) { state.matrix = matrix.then(state.matrix) }
    case "BMC": open.append(nil)
    case "BDC":
      let named = operands.last?.name.flatMap(properties) ?? operands.last?.dictionary
      open.append(named?["MCID"]?.integer)
      end = nil
    case "EMC":
      _ = open.popLast()
      end = nil
    case "BT": (text, line) = (.identity, .identity)
    case "Tf":
      if operands.count >= 2, let name = operands[operands.count - 2].name, let size = operands.last?.number {
        (state.font, state.size) = (font(name), size)
      }
    case "Tc": state.characterSpacing = operands.last?.number ?? 0
    case "Tw": state.wordSpacing = operands.last?.number ?? 0
    case "Tz": state.scale = (operands.last?.number ?? 100) / 100
    case "TL": state.leading = operands.last?.number ?? 0
    case "Ts": state.rise = operands.last?.number ?? 0
    case "Td": if let way = operation.numbers(2) { move(way[0], way[1]) }
    case "TD":
      guard let way = operation.numbers(2) else { return }
      state.leading = -way[1]
      move(way[0], way[1])
    case "Tm":
      guard let matrix = Affine(operation.numbers(6)) else { return }
      (text, line) = (matrix, matrix)
    case "T*": move(0, -state.leading)
    case "Tj": if let string = operands.last?.string { show(string) }
    case "'":
      move(0, -state.leading)
      if let string = operands.last?.string { show(string) }
    case "\"":
      if operands.count >= 3 {
        state.wordSpacing = operands[operands.count - 3].number ?? 0
        state.characterSpacing = operands[operands.count - 2].number ?? 0
      }
      move(0, -state.leading)
      if let string = operands.last?.string { show(string) }
    case "TJ":
      for item in operands.last?.array ?? [] {
        if let string = item.string { show(string) }
        if let way = item.number { advance(-way / 1000 * state.size) }
      }
    default: break
    }
  }

  private mutating func move(_ x: Double, _ y: Double) {
    line = Affine.translation(x, y).then(line)
    text = line
  }

  private mutating func advance(_ way: Double) {
    let isVertical = state.font?.isVertical == true
    text = Affine.translation(isVertical ? 0 : way * state.scale, isVertical ? way : 0).then(text)
  }

  private mutating func show(_ string: [UInt8]) {
    guard let font = state.font else { return }
    let number = open.last { $0 != nil } ?? nil
    for glyph in font.glyphs(in: string) {
      if let number {
        let place = text.then(state.matrix)
        let size = state.size * (place.c * place.c + place.d * place.d).squareRoot()
        let start = place.apply(0, state.rise)
        var part = parts.removeValue(forKey: number) ?? Part()
        // A gap, or another line, is a space.
        if let end, abs(start.x - end.x) > 0.2 * size || abs(start.y - end.y) > 0.5 * size {
          part.text += " "
        }
        if end == nil, !part.text.isEmpty { part.text += " " }
        part.text += font.text(of: glyph)
        if part.start == nil { part.start = place.apply(0, state.rise + 0.9 * state.size) }
        parts[number] = part
      }
      advance(glyph.advance * state.size + state.characterSpacing + (glyph.isSpace ? state.wordSpacing : 0))
      if number != nil { end = text.then(state.matrix).apply(0, state.rise) }
    }
  }
}
