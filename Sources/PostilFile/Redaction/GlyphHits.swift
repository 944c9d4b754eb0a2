/// What is to be removed of a content stream because of what it says, wherever it stands: found by ``TextReading``, carried out by
/// ``ContentRedactor``. Operations are known by where they begin in the stream.
struct GlyphHits: Hashable {
  /// Glyphs of operations that show text, by their places among those of the operation.
  var glyphs: [Int: Set<Int>] = [:]
  /// Operations that begin marked content whose properties say something that is to go.
  var marks: Set<Int> = []
  /// The same for the streams that operations paint: forms, patterns that colors are set to, masks.
  var streams: [Int: GlyphHits] = [:]

  var isEmpty: Bool { glyphs.isEmpty && marks.isEmpty && streams.isEmpty }
}
