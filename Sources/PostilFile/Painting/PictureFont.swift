import PostilGraphics
import PostilModel

/// Glyphs that are shown as images: a Type 3 font (ISO 32000-2, 9.6.4), whose glyph space is a thousandth of the em.
struct PictureFont {
  let object: ObjectID
  private let changes: ObjectChanges
  private var glyphs: [(id: UInt32, width: Int)] = []

  init(_ changes: ObjectChanges) { (self.changes, object) = (changes, changes.allocate()) }

  /// Whether all of its codes are given out, which are single bytes.
  var isFull: Bool { glyphs.count == 256 }

  /// Adds a glyph.
  ///
  /// - Returns: Its code.
  mutating func add(_ glyph: UInt32, width: Int) -> UInt32 {
    glyphs.append((glyph, width))
    return UInt32(glyphs.count - 1)
  }

  /// Adds the objects of the font.
  ///
  /// - Parameter said: What a glyph says.
  func write(_ program: SystemFont, _ said: (UInt32) -> String) {
    var (procedures, box): (PDFDictionary, PageRect?) = ([:], nil)
    var resources = ResourceBuilder(changes)
    for (code, glyph) in glyphs.enumerated() {
      let picture = program.picture(of: glyph.id)
      procedures[Self.name(code)] = .reference(changes.add(procedure(picture, glyph.width, &resources)))
      if let frame = picture?.frame { box = box?.union(frame) ?? frame }
    }
    let toUnicode = ToUnicodeMap(
      glyphs.enumerated().map { (code: UInt32($0), length: 1, text: said($1.id)) })
    let names = glyphs.indices.map { PDFObject.name(Self.name($0)) }
    changes.set(
      object,
      to: .dictionary([
        "Type": .name("Font"), "Subtype": .name("Type3"), "FontBBox": .rect(box ?? .zero),
        "FontMatrix": .numbers([0.001, 0, 0, 0.001, 0, 0]), "CharProcs": .dictionary(procedures),
        "Encoding": .dictionary([
          "Type": .name("Encoding"), "Differences": .array([.integer(0)] + names),
        ]),
        "FirstChar": .integer(0), "LastChar": .integer(glyphs.count - 1),
        "Widths": .array(glyphs.map { .integer($0.width) }), "Resources": .dictionary(resources.dictionary),
        "ToUnicode": .reference(changes.add(Flate.stream([:], toUnicode.bytes))),
      ]))
  }

  private static func name(_ code: Int) -> PDFName { PDFName("g\(code)") }

  /// The description of a glyph in its own colors.
  private func procedure(
    _ picture: (image: DecodedImage, frame: PageRect)?, _ width: Int, _ resources: inout ResourceBuilder
  ) -> PDFObject {
    var content = PDFSerializer()
    content.write([.integer(width), .integer(0)], "d0\n")
    if let (image, frame) = picture {
      var writer = ContentStreamWriter()
      writer.paint(
        form: resources.name(of: changes.add(ImageObjects.object(image, changes))),
        [frame.width, 0, 0, frame.height, frame.minX, frame.minY])
      content.write(writer.bytes)
    }
    return Flate.stream([:], content.bytes)
  }
}
