import PostilModel

/// What all contents of a document share while they are interpreted: objects, fonts, and how much work may be done.
final class ContentContext {
  let objects: any ObjectSource
  private var fonts: [ObjectID: GlyphFont] = [:]
  private var operations = 0

  /// Operations and glyphs of one document; more are refused rather than waited for.
  private static let mostOperations = 200_000_000
  /// How deep forms, patterns and glyph procedures may lie in each other.
  static let deepest = 24
  /// How many graphics states one stream may save.
  static let mostSaved = 100_000
  /// How many sequences of marked content may be open in one stream.
  static let mostMarks = 10_000

  init(_ objects: any ObjectSource) { self.objects = objects }

  /// Counts work.
  ///
  /// - Throws: ``PDFError`` with code `.unsupported` if it is too much.
  func count(_ more: Int = 1) throws {
    operations += more
    guard operations < Self.mostOperations else {
      throw PDFError(.unsupported, "The document has too much content to be read: divide it first.")
    }
  }

  /// The data of a stream.
  func decoded(_ object: PDFObject, limit: Int = StreamLimit.content) throws -> [UInt8] {
    try objects.decoded(object, limit: limit)
  }

  /// The font that an object is; `nil` if it is none.
  func font(_ object: PDFObject) -> GlyphFont? {
    if let id = object.reference, let known = fonts[id] { return known }
    guard let dictionary = objects.resolve(object).dictionary else { return nil }
    let font = GlyphFont(dictionary, objects) { [objects] stream in
      stream.flatMap { try? objects.decoded($0, limit: StreamLimit.small) }
    }
    font.id = object.reference
    if let id = object.reference { fonts[id] = font }
    return font
  }
}
