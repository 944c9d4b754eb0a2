/// What a redaction removed.
public struct RedactionReport: Sendable, Hashable {
  /// Glyphs: letters, digits, spaces.
  public var glyphs = 0
  /// Images that were removed, or had pixels removed.
  public var images = 0
  /// Drawings that were removed, or of which parts were.
  public var paths = 0
  /// Annotations, links among them, with their replies and windows.
  public var annotations = 0
  /// Form fields that were removed or lost their value.
  public var fields = 0
  /// Strings that were removed, or had a text removed: titles, descriptions, comments, information.
  public var strings = 0
  /// Things that cannot be seen and were removed: content of hidden layers and hidden text.
  public var hiddenItems = 0
  /// Attached files.
  public var attachments = 0
  /// Scripts, and actions that start programs or send data.
  public var actions = 0
  /// Streams of which data were cut off that no program shows: behind the end of compressed data or of a picture, rows of an image
  /// beyond its height, colors beyond those of a table, what stands outside of the tables of a font. They go with any redaction,
  /// whatever they say.
  public var cutStreams = 0
  /// How many things of each kind of ``HiddenData`` were removed; kinds of which there was nothing are left out.
  public var hiddenData: [HiddenData: Int] = [:]
  /// Where what was removed from areas still stands elsewhere in the file, and what could not be looked into, in words: archives that
  /// are encrypted, pictures that are attached, names of fonts.
  public var remaining: [String] = []
  /// What the document says it keeps of PDF/A and PDF/UA, and the new file breaks or no longer says, in words.
  public var warnings: [String] = []
  /// How far text was moved that stays, at most, in points: what stands behind a gap on its line is moved along the line by up to
  /// 0.25, so that its place does not tell how wide the gap's text was. Nothing else moves.
  public var largestMove = 0.0
  /// The size of the new file, in bytes.
  public var fileSize = 0

  package init() {}

  /// Whether nothing was removed.
  public var isEmpty: Bool { hasOnlyHiddenData && hiddenData.isEmpty && cutStreams == 0 }

  /// Whether nothing was removed but what ``hiddenData`` and ``cutStreams`` alone count, such as small pictures and metadata packets.
  package var hasOnlyHiddenData: Bool {
    glyphs + images + paths + annotations + fields + strings + hiddenItems + attachments + actions == 0
  }

  /// Counts hidden data that were removed.
  package mutating func count(_ kind: HiddenData, _ number: Int = 1) {
    if number > 0 { hiddenData[kind, default: 0] += number }
  }
}

extension RedactionReport: CustomStringConvertible {
  /// What was removed; of what ``hiddenData`` alone counts, only that there was some: `12 glyphs, 1 image`.
  public var description: String {
    let parts = [
      (glyphs, "glyph"), (images, "image"), (paths, "drawing"), (annotations, "annotation"),
      (fields, "field"),
      (strings, "string"), (hiddenItems, "hidden item"), (attachments, "attachment"), (actions, "action"),
    ].filter { $0.0 > 0 }
    guard !isEmpty else { return "nothing" }
    var words = parts.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    if cutStreams > 0 { words.append("unseen data of \(cutStreams) stream\(cutStreams == 1 ? "" : "s")") }
    return words.isEmpty ? "hidden data" : words.joined(separator: ", ")
  }
}
