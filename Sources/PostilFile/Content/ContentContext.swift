import PostilModel

/// What all contents of a document share while they are interpreted: objects, fonts, and how much work may be done.
final class ContentContext {
  let objects: any ObjectSource
  private var fonts: [ObjectID: GlyphFont] = [:]
  private var spaces: [ObjectID: ContentColorSpace] = [:]
  private var functions: [ObjectID: ContentFunction?] = [:]
  private var work = 0
  private let mostWork: Int
  /// Whether fonts are read: without them text has no glyphs, and its places are not known.
  private let readsFonts: Bool
  /// The most bytes of a content, and what is done when there are more.
  private let mostContent: Int
  private let excess: StreamDecoder.Excess

  /// How much may be done for a document, however small, and for each byte of its file; a unit takes some twenty nanoseconds. Files
  /// may have the same content painted any number of times: that is refused rather than waited for.
  private static let fewestUnits = 50_000_000
  private static let unitsOfByte = 1_000
  /// What an operation counts, and a stream that is read, to which a quarter of its bytes is added.
  static let operation = 4
  static let stream = 1_000
  /// What an annotation that is looked at counts.
  static let annotation = 100
  /// How many glyphs one content may show.
  static let mostGlyphs = 500_000
  /// How deep forms, patterns and glyph procedures may lie in each other.
  static let deepest = 24
  /// How many graphics states one stream may save.
  static let mostSaved = 100_000
  /// How many sequences of marked content may be open in one stream.
  static let mostMarks = 10_000

  /// - Parameter fileSize: The size of the file in bytes, by which the limit of work rises.
  init(_ objects: any ObjectSource, fileSize: Int) {
    self.objects = objects
    mostWork = Self.fewestUnits + Self.unitsOfByte * min(fileSize, 1 << 40)
    readsFonts = true
    (mostContent, excess) = (StreamLimit.content, .refused)
  }

  /// For a look at contents that costs little: without fonts, and of much content only at the beginning.
  init(_ objects: any ObjectSource, mostWork: Int, mostContent: Int) {
    (self.objects, self.mostWork, readsFonts) = (objects, mostWork, false)
    (self.mostContent, excess) = (mostContent, .cutOff)
  }

  /// Called now and then while work is done, and at how much it is called next.
  private var check: (() throws -> Void)?
  private var nextCheck = Int.max
  /// How much is done between two calls.
  private static let checkInterval = 200_000
  /// How many fonts are kept from one page to the next.
  private static let mostFonts = 1_000
  /// The same for color spaces and functions.
  private static let mostSpaces = 1_000

  /// Begins to read a page: what was done for others does not count.
  ///
  /// - Parameter check: Called every few milliseconds; what it throws ends the reading.
  func begin(_ check: @escaping @Sendable () throws -> Void) {
    (work, nextCheck, self.check) = (0, Self.checkInterval, check)
    if fonts.count > Self.mostFonts { fonts = [:] }
    if spaces.count + functions.count > Self.mostSpaces { (spaces, functions) = ([:], [:]) }
  }

  /// Ends what ``begin(_:)`` began.
  func end() { (check, nextCheck) = (nil, .max) }

  /// Counts work.
  ///
  /// - Throws: ``PDFError`` with code `.unsupported` if it is too much; what a check throws.
  func count(_ more: Int) throws {
    work += more
    if work >= nextCheck {
      nextCheck = work + Self.checkInterval
      try check?()
    }
    guard work < mostWork else {
      throw PDFError(.unsupported, "The document has too much content to be read: divide it first.")
    }
  }

  /// The data of a content stream.
  ///
  /// - Parameter count: How many bytes the content has before it.
  func decoded(_ object: PDFObject, behind count: Int = 0) throws -> [UInt8] {
    try objects.decoded(object, limit: max(0, mostContent - count), excess: excess)
  }

  /// The font that an object is; `nil` if it is none, or fonts are not read.
  func font(_ object: PDFObject) -> GlyphFont? {
    guard readsFonts else { return nil }
    if let id = object.reference, let known = fonts[id] { return known }
    guard let dictionary = objects.resolve(object).dictionary else { return nil }
    let font = GlyphFont(dictionary, objects) { [objects] stream in
      stream.flatMap { try? objects.decoded($0, limit: StreamLimit.small) }
    }
    font.id = object.reference
    if let id = object.reference { fonts[id] = font }
    return font
  }

  /// What is shown in place of a font that is missing; `nil` if fonts are not read.
  private(set) lazy var substitute: GlyphFont? = font(
    .dictionary([
      "Type": .name("Font"), "Subtype": .name("Type1"), "BaseFont": .name("Helvetica"),
      "Encoding": .name("WinAnsiEncoding"),
    ]))

  /// The color space that an object is.
  ///
  /// - Throws: What counting work throws.
  func colorSpace(_ object: PDFObject) throws -> ContentColorSpace {
    if let id = object.reference, let known = spaces[id] { return known }
    let space = try ContentColorSpace(object, self)
    if let id = object.reference { spaces[id] = space }
    return space
  }

  /// The function that an object is; `nil` if it cannot be read.
  ///
  /// - Throws: What counting work throws.
  func function(_ object: PDFObject?) throws -> ContentFunction? {
    if let id = object?.reference, let known = functions[id] { return known }
    let function = try ContentFunction(object, self)
    if let id = object?.reference { functions[id] = .some(function) }
    return function
  }
}
