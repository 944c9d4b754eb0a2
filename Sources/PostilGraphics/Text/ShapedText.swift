package import PostilModel
import Foundation
import PostilPangoBridge

/// A part of a text in one font.
package struct StyledSpan: Hashable {
  package var string: String
  package var font: TextFont
  /// More room between letters, in points.
  package var letterSpacing: Double
  /// The language, as BCP 47 names it.
  package var language: String?
  /// The size of a picture, in points, that stands on the baseline instead of glyphs.
  package var picture: PageSize?

  package init(
    _ string: String, font: TextFont, letterSpacing: Double = 0, language: String? = nil,
    picture: PageSize? = nil
  ) {
    (self.string, self.font, self.letterSpacing, self.language) = (string, font, letterSpacing, language)
    self.picture = picture
  }
}

/// A text of several fonts set in lines: its glyphs, and what they stand for. Its space has the origin at the upper left corner of the
/// text, x to the right, y downwards, in points.
///
/// Fonts are used within the ``FontMap/with(_:)`` that it was made in.
package struct ShapedText {
  package struct Line {
    /// From the text's edge to the line, whose direction may be either one: 0 for a text without an indent.
    package let left: Double
    package let width: Double
    package let bottom: Double
    package let baseline: Double
    /// What its glyphs cover, from where the line begins; or more.
    package let ink: PageRect
    /// From left to right.
    package fileprivate(set) var runs: [Run] = []
  }

  /// A part of a line of one span and one font.
  package struct Run {
    /// The span that it is of.
    package let span: Int
    package let program: SystemFont
    package let size: Double
    /// From the line's left edge.
    package let x: Double
    package let width: Double
    /// From left to right.
    package let pieces: [Piece]
    /// Those of all pieces.
    package let glyphs: [Glyph]
  }

  /// What belongs together: a character, or several that share a glyph.
  package struct Piece {
    package let text: String
    /// Where its glyphs are among those of the run.
    package let glyphs: Range<Int>
  }

  package struct Glyph {
    package let id: UInt32
    /// From the run's left edge, and above the baseline.
    package let x: Double
    package let y: Double
  }

  package private(set) var lines: [Line]
  /// The width between the edges that lines stand at, in points.
  package let room: Double
  package var height: Double { lines.last?.bottom ?? 0 }
  /// That of the widest line, wherever lines stand.
  package var width: Double { lines.map(\.width).max() ?? 0 }

  /// - Parameters:
  ///   - spans: At least one.
  ///   - width: Where lines are broken, in points; `nil`: only at line feeds.
  ///   - indent: How much farther the first line begins, in points.
  ///   - isJustified: Whether lines that are broken are as wide as the text.
  ///   - isRightToLeft: Whether that is the direction of lines that have no letter with one, and of none above.
  ///   - replacement: What stands for characters that no font has; `nil`: they are an error.
  /// - Throws: ``PDFError`` with code `.invalidArgument` if the text cannot be set, `.missingGlyphs` if no font has some of its characters.
  package init(
    _ spans: [StyledSpan], width: Double?, lineSpacing: Double = 1, indent: Double = 0,
    isJustified: Bool = false, isRightToLeft: Bool = false, replacement: Character? = nil, _ fonts: FontMap
  ) throws {
    let limit = width.map { min(max($0.isNaN ? 0 : $0, 0), TextLayout.widest) }
    let settings = Settings(
      spans: spans, limit: limit, lineSpacing: lineSpacing, indent: indent, isJustified: isJustified,
      isRightToLeft: isRightToLeft)
    if let known = fonts.texts[settings] {
      self = known
      return
    }
    func made(of spans: [StyledSpan]) throws -> OpaquePointer {
      for span in spans {
        try Appearance.Text(span.string, font: span.font, lineSpacing: lineSpacing).requireUsable()
      }
      let text = spans.map(\.string).joined()
      guard text.utf8.count < 1 << 24 else {
        throw PDFError(.invalidArgument, "A paragraph has at most 16 MB: divide it.")
      }
      guard
        let layout = Self.layout(
          text, spans, limit, lineSpacing: lineSpacing, indent: indent, isJustified, isRightToLeft, fonts)
      else { throw TextLayout.failed("there is not enough memory") }
      return layout
    }
    func missing(_ spans: [StyledSpan]) -> [[Unicode.Scalar]] {
      spans.map { $0.picture != nil ? [] : TextLayout.missingCharacters($0.string, $0.font, fonts) }
    }
    var (spans, layout) = (spans, try made(of: spans))
    defer { postil_layout_free(layout) }
    let isComplete = postil_layout_missing_glyphs(layout) == 0
    if let replacement, !isComplete {
      for (index, missing) in missing(spans).enumerated() {
        spans[index].string = spans[index].string.replacing(Set(missing), by: replacement)
      }
      let first = layout
      layout = try made(of: spans)
      postil_layout_free(first)
    }
    guard postil_layout_missing_glyphs(layout) == 0 else {
      throw TextLayout.missingGlyphs(missing(spans).flatMap(\.self))
    }
    let text = spans.map(\.string).joined()
    lines = (0..<postil_layout_line_count(layout)).map { index in
      let line = postil_layout_line(layout, index)
      return Line(
        left: line.left, width: line.width, bottom: line.bottom, baseline: line.baseline,
        ink: PageRect(
          x: line.ink_x - line.left, y: line.ink_y, width: line.ink_width, height: line.ink_height))
    }
    room = limit ?? lines.map(\.width).max() ?? 0
    read(postil_layout_runs(layout, TextLayout.characterStarts(text)), text, spans, fonts)
    if isComplete { fonts.texts[settings] = self }
  }

  /// What decides how a text is set, beside the fonts that there are.
  struct Settings: Hashable {
    let spans: [StyledSpan]
    let limit: Double?
    let lineSpacing: Double
    let indent: Double
    let isJustified: Bool
    let isRightToLeft: Bool
  }

  /// Sets a text in one look.
  ///
  /// - Throws: As ``init(_:width:lineSpacing:indent:isJustified:_:)``.
  package init(_ block: TextBlock, _ fonts: FontMap) throws {
    try self.init(
      [StyledSpan(block.text.string, font: block.text.font)], width: block.width,
      lineSpacing: block.text.lineSpacing, fonts)
  }

  private mutating func read(_ runs: postil_runs, _ text: String, _ spans: [StyledSpan], _ fonts: FontMap) {
    var ends: [Int] = []
    for span in spans { ends.append((ends.last ?? 0) + span.string.utf8.count) }
    let bytes = Array(text.utf8)
    for index in 0..<Int(runs.run_count) {
      let run = runs.runs[index]
      guard lines.indices.contains(Int(run.line)), let program = run.program else { continue }
      var glyphs: [Glyph] = []
      let pieces = (Int(run.piece_start)..<Int(run.piece_end)).map { place in
        let piece = runs.pieces[place]
        let first = glyphs.count
        for glyph in Int(piece.glyph_start)..<Int(piece.glyph_end) {
          glyphs.append(
            Glyph(id: runs.glyphs[glyph].glyph, x: runs.glyphs[glyph].x, y: runs.glyphs[glyph].y))
        }
        let text = String(decoding: bytes[Int(piece.text_start)..<Int(piece.text_end)], as: UTF8.self)
        return Piece(text: text == "\n" ? " " : text, glyphs: first..<glyphs.count)
      }
      let start = pieces.isEmpty ? 0 : Int(runs.pieces[Int(run.piece_start)].text_start)
      lines[Int(run.line)].runs.append(
        Run(
          span: ends.firstIndex { start < $0 } ?? max(spans.count - 1, 0), program: fonts.program(program),
          size: run.size, x: run.x, width: run.width, pieces: pieces, glyphs: glyphs))
    }
  }

  private static func layout(
    _ text: String, _ spans: [StyledSpan], _ limit: Double?, lineSpacing: Double, indent: Double,
    _ isJustified: Bool, _ isRightToLeft: Bool, _ fonts: FontMap
  ) -> OpaquePointer? {
    // The names have to stay until pango has read them.
    var names: [UnsafeMutablePointer<CChar>?] = []
    defer { for name in names { free(name) } }
    func kept(_ name: String) -> UnsafePointer<CChar>? {
      names.append(strdup(name))
      return names.last.flatMap { $0 }.map { UnsafePointer($0) }
    }
    var (end, all): (Int, [postil_span]) = (0, [])
    for span in spans {
      end += span.string.utf8.count
      func size(_ side: KeyPath<PageSize, Double>) -> Double {
        span.picture.map { min(max($0[keyPath: side], 0), TextLayout.widest) } ?? 0
      }
      all.append(
        postil_span(
          end: Int32(end),
          font: postil_font(
            family: kept(fonts.family(span.font.family)), size: span.font.size,
            is_bold: span.font.isBold ? 1 : 0,
            is_italic: span.font.isItalic ? 1 : 0),
          letter_spacing: span.letterSpacing, language: span.language.flatMap(kept),
          picture_width: size(\.width), picture_height: size(\.height)))
    }
    guard !all.isEmpty else { return nil }
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        postil_layout_new_spans(
          fonts.fonts, all, Int32(all.count), $0.baseAddress, Int32($0.count), limit ?? -1, lineSpacing,
          indent, isJustified ? 1 : 0, isRightToLeft ? 1 : 0)
      }
    }
  }
}

extension String {
  fileprivate func replacing(_ scalars: Set<Unicode.Scalar>, by replacement: Character) -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalars.contains(scalar) {
        result.append(contentsOf: replacement.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
