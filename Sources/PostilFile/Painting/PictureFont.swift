import PostilGraphics
import PostilModel

/// What glyphs say that are shown as images: a Type 3 font (ISO 32000-2, 9.6.4) of empty glyphs, which stand where the images are.
/// Images within its glyphs would be black where poppler draws with cairo 1.16.
struct PictureFont {
  let object: ObjectID
  private let changes: ObjectChanges
  private var glyphs: [(id: UInt32, width: Int)] = []

  init(_ changes: ObjectChanges) { (self.changes, object) = (changes, changes.allocate()) }

  /// Whether all of its codes are given out, which are single bytes.
  var isFull: Bool { glyphs.count == 256 }

  /// Adds a glyph.
  ///
  /// - Parameter width: In thousandths of the em, as all of the font.
  /// - Returns: Its code.
  mutating func add(_ glyph: UInt32, width: Int) -> UInt32 {
    glyphs.append((glyph, width))
    return UInt32(glyphs.count - 1)
  }

  /// Adds the objects of the font.
  ///
  /// - Parameter said: What a glyph says.
  func write(_ program: SystemFont, _ said: (UInt32) -> String) {
    let names = glyphs.indices.map { PDFName("g\($0)") }
    var procedures: PDFDictionary = [:]
    for (name, glyph) in zip(names, glyphs) {
      var content = PDFSerializer()
      content.write([.integer(glyph.width), .integer(0)], "d0\n")
      procedures[name] = .reference(changes.add(Flate.stream([:], content.bytes)))
    }
    let box = PageRect(
      corner: PagePoint(x: 0, y: program.descent),
      corner: PagePoint(x: Double(glyphs.map(\.width).max() ?? 0), y: program.ascent))
    let toUnicode = ToUnicodeMap(
      glyphs.enumerated().map { (code: UInt32($0), length: 1, text: said($1.id)) })
    changes.set(
      object,
      to: .dictionary([
        "Type": .name("Font"), "Subtype": .name("Type3"), "FontBBox": .rect(box),
        "FontMatrix": .numbers([0.001, 0, 0, 0.001, 0, 0]), "CharProcs": .dictionary(procedures),
        "Encoding": .dictionary([
          "Type": .name("Encoding"), "Differences": .array([.integer(0)] + names.map { .name($0) }),
        ]),
        "FirstChar": .integer(0), "LastChar": .integer(glyphs.count - 1),
        "Widths": .array(glyphs.map { .integer($0.width) }), "Resources": .dictionary([:]),
        "ToUnicode": .reference(changes.add(Flate.stream([:], toUnicode.bytes))),
      ]))
  }
}
