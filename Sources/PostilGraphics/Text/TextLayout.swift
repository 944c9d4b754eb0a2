import CPostilCairo
import PostilPangoBridge
import PostilModel

/// A text set in lines by pango. It lives within ``FontMap/with(_:)``.
///
/// Its space has the origin at the upper left corner of the text, x to the right, y downwards, in points.
final class TextLayout {
  private let layout: OpaquePointer
  private let text: Appearance.Text
  /// Where each line begins.
  private let lefts: [Double]
  /// The width between the edges that lines stand at, in points.
  let width: Double
  /// From the top of the first line to the bottom of the last one, in points.
  let height: Double
  /// What glyphs cover, or more.
  let ink: PageRect

  /// - Parameter width: Where lines are broken, in points; `nil`: only at line feeds.
  /// - Throws: ``PDFError`` with code `.invalidArgument` if the text cannot be set, `.missingGlyphs` if no font has some of
  ///   its characters.
  init(_ text: Appearance.Text, width: Double?, _ fonts: FontMap) throws {
    try text.requireUsable()
    let limit = width.map { min(max($0.isNaN ? 0 : $0, 0), Self.widest) }
    guard let layout = Self.layout(text, text.string, limit, fonts) else {
      throw Self.failed("there is not enough memory")
    }
    self.layout = layout
    self.text = text
    let lines = (0..<postil_layout_line_count(layout)).map { postil_layout_line(layout, $0) }
    let room = limit ?? lines.map(\.width).max() ?? 0
    // Lines of either direction stand where the alignment says, not where their script begins.
    let lefts = lines.map { text.alignment.start(of: $0.width, in: room) }
    self.lefts = lefts
    self.width = room
    height = lines.map(\.bottom).max() ?? 0
    var ink: PageRect?
    for (line, left) in zip(lines, lefts) where line.ink_width > 0 && line.ink_height > 0 {
      let rect = PageRect(
        x: left + line.ink_x - line.left, y: line.ink_y, width: line.ink_width, height: line.ink_height)
      ink = ink?.union(rect) ?? rect
    }
    self.ink = ink ?? .zero
    guard postil_layout_missing_glyphs(layout) == 0 else {
      throw Self.missingGlyphs(Self.missingCharacters(text.string, text.font, fonts))
    }
  }

  deinit { postil_layout_free(layout) }

  /// Pango's numbers end beyond that, in points.
  static let widest = 1_000_000.0

  private static func layout(
    _ text: Appearance.Text, _ string: String, _ limit: Double?, _ fonts: FontMap
  ) -> OpaquePointer? {
    var string = string
    return fonts.family(text.font.family).withCString { family in
      let font = postil_font(
        family: family, size: text.font.size, is_bold: text.font.isBold ? 1 : 0,
        is_italic: text.font.isItalic ? 1 : 0)
      return string.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          postil_layout_new(fonts.fonts, font, $0.baseAddress, Int32($0.count), limit ?? -1, text.lineSpacing)
        }
      }
    }
  }

  static func failed(_ reason: String) -> PDFError {
    PDFError(.renderFailed, "The text cannot be set.", underlying: reason)
  }

  var lineCount: Int { lefts.count }

  /// The family that was found for the font.
  var family: String { postil_layout_family(layout).map { String(cString: $0) } ?? text.font.family }

  /// Paints the text with its upper left corner at the context's origin.
  func paint(_ context: OpaquePointer) {
    cairo_set_source_rgb(context, text.color.red, text.color.green, text.color.blue)
    postil_layout_paint(layout, context, lefts, Self.characterStarts(text.string))
    cairo_new_path(context)
  }

  /// For each byte of a text whether a character begins there.
  static func characterStarts(_ text: String) -> [UInt8] {
    // No two of ASCII are one character, but for the end of a line, which no text has.
    if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) {
      return [UInt8](repeating: 1, count: text.utf8.count) + [0]
    }
    var starts = [UInt8](repeating: 0, count: text.utf8.count + 1)
    var place = 0
    for character in text {
      starts[place] = 1
      place += character.utf8.count
    }
    return starts
  }

  // MARK: - Missing characters

  /// The characters that would be shown as boxes, in the order of their numbers.
  static func missingCharacters(_ string: String, _ font: TextFont, _ fonts: FontMap) -> [Unicode.Scalar] {
    Set(string.unicodeScalars).filter { scalar in
      guard let layout = layout(Appearance.Text("", font: font), String(scalar), nil, fonts) else {
        return false
      }
      defer { postil_layout_free(layout) }
      return postil_layout_missing_glyphs(layout) > 0
    }.sorted()
  }

  static func missingGlyphs(_ characters: [Unicode.Scalar]) -> PDFError {
    let named = characters.prefix(8).map { $0.isShown ? "\($0) (\($0.codePoint))" : $0.codePoint }.joined(
      separator: ", ")
    let more = characters.count > 8 ? " and \(characters.count - 8) more" : ""
    let what = characters.isEmpty ? "some of the text's characters" : named + more
    return PDFError(
      .missingGlyphs,
      "No installed font has \(what): install one for that script, or take the characters out.")
  }
}
