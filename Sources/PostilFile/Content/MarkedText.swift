import PostilModel

/// The text of the marked content of a stream, by its numbers (`/MCID`, ISO 32000-2, 14.7.5.2).
final class MarkedText: ContentVisitor {
  struct Part {
    var text = ""
    /// The upper left corner of what is painted first, in the space of the stream.
    var start: PagePoint?
  }

  private(set) var parts: [Int: Part] = [:]
  /// Where the last glyph of an open part ended.
  private var end: PagePoint?

  /// Reads a content stream, as far as it goes.
  init(_ bytes: [UInt8], _ content: ContentInterpreter) {
    // What cannot be read says nothing.
    try? content.interpret(bytes, self)
  }

  func visit(_ event: ContentEvent, _ operation: ContentOperation, _ content: ContentInterpreter) {
    switch event {
    case .beginMark: if operation.op == .beginMarkWithProperties { end = nil }
    case .endMark: end = nil
    case .showText(let shown):
      if let number = content.marks.last(where: { $0.number != nil })?.number {
        add(shown, to: number, content.state)
      }
    default: break
    }
  }

  private func add(_ shown: ShownText, to number: Int, _ state: ContentState) {
    guard let font = shown.font else { return }
    var part = parts.removeValue(forKey: number) ?? Part()
    for glyph in shown.glyphs {
      let place = glyph.matrix.then(state.matrix)
      let size = state.fontSize * (place.c * place.c + place.d * place.d).squareRoot()
      let start = place.apply(0, state.rise)
      // A gap, or another line, is a space.
      if let end, abs(start.x - end.x) > 0.2 * size || abs(start.y - end.y) > 0.5 * size {
        part.text += " "
      }
      if end == nil, !part.text.isEmpty { part.text += " " }
      part.text += font.text(of: glyph.glyph)
      if part.start == nil { part.start = place.apply(0, state.rise + 0.9 * state.fontSize) }
      let advance =
        glyph.glyph.advance * state.fontSize + state.characterSpacing
        + (glyph.glyph.isSpace ? state.wordSpacing : 0)
      end =
        font.isVertical
        ? place.apply(0, state.rise + advance) : place.apply(advance * state.horizontalScale, state.rise)
    }
    parts[number] = part
  }
}
