import PostilModel

/// Who goes along with a content and all that it paints.
protocol PaintVisitor: ContentVisitor {
  /// Called behind the operation that paints a stream; `walk` enters it if it is told to. Text that glyphs of Type 3 fonts show comes
  /// behind the glyph: what shows it is told in parts.
  func paint(_ stream: PaintedStream, _ walk: ContentWalk) throws
}

/// Goes through a content, and into the streams that it paints: forms, cells of patterns, groups of soft masks, and glyphs that show
/// text. What an operation does the interpreter says; what of it matters, and what is entered again, is up to the visitor.
///
/// How much work it may be says ``ContentContext``, for all that is entered together. Nobody hears of a stream that contains itself, or
/// lies too deep in others: nothing paints it. What cannot be read ends at the damage, and the stream around it goes on.
final class ContentWalk: ContentVisitor {
  private let visitor: any PaintVisitor
  private let stopsAtDamage: Bool
  private var entered: Set<AnyHashable> = []
  /// Streams without data: contents may paint one again and again.
  private var unreadable: Set<ObjectID> = []
  /// What glyphs show is no font's that draws them.
  private var isInGlyph = false

  /// - Parameter stopsAtDamage: Whether an error of any stream ends all of it: for who must know everything.
  init(_ visitor: some PaintVisitor, stopsAtDamage: Bool = false) {
    (self.visitor, self.stopsAtDamage) = (visitor, stopsAtDamage)
  }

  /// Goes through a content that stands alone: a page's.
  ///
  /// - Throws: What the budget and the visitor throw; ``ContentParser/Failure`` and ``PDFError`` if it stops at damage.
  func interpret(_ bytes: [UInt8], _ content: ContentInterpreter) throws {
    do { try content.interpret(bytes, self) } catch let error where !stopsAtDamage && error.isDamage {}
  }

  /// Tells the visitor of a stream, if it may be entered.
  func paint(_ stream: PaintedStream) throws {
    if stream.mayBeEntered { try visitor.paint(stream, self) }
  }

  /// Goes through a stream.
  func enter(_ stream: PaintedStream) throws {
    if let id = stream.id, unreadable.contains(id) { return }
    var bytes: [UInt8]?
    do {
      bytes = try stream.content.context.decoded(stream.object)
      if let bytes { try ContentInterpreter(stream).interpret(bytes, self) }
    } catch let error where !stopsAtDamage && error.isDamage {
      if bytes == nil, let id = stream.id { unreadable.insert(id) }
    }
  }

  /// Goes through a stream once for all that has the same key, which names the stream and what around it matters.
  ///
  /// - Returns: `false` if that was done already.
  @discardableResult
  func enter(_ stream: PaintedStream, once key: AnyHashable) throws -> Bool {
    guard entered.insert(key).inserted else { return false }
    try enter(stream)
    return true
  }

  // MARK: - What is painted

  func visit(_ event: ContentEvent, _ operation: ContentOperation, _ content: ContentInterpreter) throws {
    if case .showText(let shown) = event, let font = shown.font, let drawings = font.drawings, !isInGlyph {
      return try show(shown, font, drawings, operation, content)
    }
    try visitor.visit(event, operation, content)
    if let stream = content.stream(paintedBy: event, operation) { try paint(stream) }
  }

  private func show(
    _ shown: ShownText, _ font: GlyphFont, _ drawings: GlyphDrawings, _ operation: ContentOperation,
    _ content: ContentInterpreter
  ) throws {
    var rest = shown
    for (index, glyph) in shown.glyphs.enumerated() {
      guard let drawing = drawings.showingText(glyph.glyph.code, content.context) else { continue }
      try visitor.visit(.showText(shown.part(rest.firstGlyph...index)), operation, content)
      rest = shown.part((index + 1)...)
      isInGlyph = true
      defer { isInGlyph = false }
      try paint(PaintedStream(drawing, of: glyph, font, within: content, operation.range.lowerBound))
    }
    if rest.firstGlyph == 0 || !rest.glyphs.isEmpty { try visitor.visit(.showText(rest), operation, content) }
  }
}

extension Error {
  /// Whether a content cannot be read on, rather than not read for its size or for want of time.
  var isDamage: Bool { self is ContentParser.Failure || (self as? PDFError)?.code == .damaged }
}
