import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct FreeTextCodecTests {
  private let page = PageID(number: 1)

  private func store(_ annotations: String...) throws -> FileStore { try .withAnnotations(annotations) }

  private func read(_ dictionary: String) throws -> Annotation {
    try #require(try store(dictionary).annotations(of: page).first)
  }

  /// The annotation after it was saved and read again, and its dictionary.
  private func saved(_ annotation: Annotation) throws -> (Annotation, PDFDictionary, FileStore) {
    let store = try store("<</Subtype/Link/Rect[1 1 9 9]>>")
    var state = store.saved
    try state.apply(.addAnnotation(annotation, page: page), in: store)
    let saved = try FileStore(.data(store.data(of: state)), password: nil, options: OpenOptions())
    let element = try #require(saved.graph.object(ObjectID(number: 3)).dictionary?["Annots"]?.array?.last)
    let value = try #require(try saved.annotations(of: page).last)
    return (value, try #require(saved.graph.resolve(element).dictionary), saved)
  }

  // MARK: - Ours

  private static let forms: [FreeTextContent.Form] = [
    .box, .typewriter,
    .callout(.init([PagePoint(x: 20, y: 20), PagePoint(x: 60, y: 220), PagePoint(x: 100, y: 220)])),
    .callout(.init([PagePoint(x: 20, y: 20), PagePoint(x: 100, y: 220)], ending: .none)),
  ]

  @Test(arguments: forms, [PageRotation.none, .clockwise90, .clockwise180, .clockwise270])
  func everyPropertyComesBack(form: FreeTextContent.Form, rotation: PageRotation) throws {
    let content = FreeTextContent(
      "Two lines\nТекст", in: PageRect(x: 100, y: 200, width: 120, height: 40),
      font: TextFont("DejaVu Serif", size: 9.5, isBold: true, isItalic: true), alignment: .center,
      lineSpacing: 1.25, form: form, rotation: rotation)
    let style = AnnotationStyle(color: .blue, fill: .yellow, lineWidth: 1.5, opacity: 0.5, dash: [3, 2])
    let annotation = Annotation(.freeText(content), style: style, author: "A", id: "text")
    let (value, dictionary, _) = try saved(annotation)
    #expect(value.content == annotation.content && value.style == style)
    #expect(value.foreignKeys.isEmpty && value.contents == "Two lines\nТекст")
    #expect(dictionary["Rotate"] == (rotation == .none ? nil : .integer(rotation.degrees)))
    // The background.
    #expect(dictionary["C"] == .numbers([1, 1, 0]))
    #expect(dictionary["DA"] == .string(Array("/Times-BoldItalic 9.5 Tf 0 0 1 rg".utf8)))
  }

  @Test func theTextsFontIsInTheForm() throws {
    let text = Annotation(
      .freeText("Text", in: PageRect(x: 10, y: 10, width: 90, height: 30), font: TextFont("DejaVu Sans")),
      id: "t")
    let (_, dictionary, store) = try saved(text)
    let form = store.graph.resolve(store.graph.resolve(dictionary["AP"]).dictionary?["N"]).dictionary
    #expect(form?["BBox"] == dictionary["Rect"] && form?["Group"] == nil)
    let inner = store.graph.resolve(form?["Resources"]?.dictionary?["XObject"]?.dictionary?["P"]).dictionary
    let fonts = store.graph.resolve(store.graph.resolve(inner?["Resources"]).dictionary?["Font"]).dictionary
    #expect(fonts?.entries.count == 1 && inner?["Group"] == nil)
  }

  // MARK: - Those of other programs

  static let foreign: [(String, TextFont, Color, TextAlignment, [String])] = [
    ("/DA(/Helv 12 Tf 1 0 0 rg)", TextFont("Helvetica"), .red, .left, []),
    ("/DA(0 g /HeBo 9 Tf)/Q 1", TextFont("Helvetica", size: 9, isBold: true), .black, .center, []),
    (
      "/DA(/TimesNewRomanPS-BoldItalicMT 10 Tf 0 1 1 0 k)/Q 2",
      TextFont("Times New Roman", size: 10, isBold: true, isItalic: true), .red, .right, []
    ),
    // As Acrobat writes it.
    (
      "/DA(0 0 1 rg /Arial,Bold 11 Tf)/DS(font: bold italic 11.0pt 'Arial',sans-serif; text-align:center; color:#0000FF )",
      TextFont("Arial", size: 11, isBold: true, isItalic: true), .blue, .center, []
    ),
    ("/DA(/F7 11 Tf)/DS(font: 11pt Georgia)", TextFont("Georgia", size: 11), .black, .left, []),
    ("/DA(/F7 11 Tf)", TextFont(), .black, .left, ["DA"]), ("", TextFont(), .black, .left, ["DA"]),
    ("/DA(/Helv 0 Tf 0 g)", TextFont(), .black, .left, ["DA"]),
    ("/DA(/Helv 12 Tf)/DS(font: 12pt Arial; text-decoration:underline)", TextFont(), .black, .left, ["DS"]),
    ("/DA(/Helv 12 Tf)/IT/FreeTextNote", TextFont(), .black, .left, ["IT"]),
    ("/DA(/Helv 12 Tf)/BE<</S/C/I 1>>", TextFont(), .black, .left, ["BE"]),
    (
      "/DA(/Helv 12 Tf)/RC(<body style=\"font:12pt Helvetica\"><p dir=\"ltr\"><span style=\"font:12pt Helvetica\">a</span></p></body>)",
      TextFont(), .black, .left, []
    ),
    ("/DA(/Helv 12 Tf)/RC(<body><p>a <b>b</b></p></body>)", TextFont(), .black, .left, ["RC"]),
    (
      "/DA(/Helv 12 Tf)/RC(<body><p><span style=\"color:#FF0000\">a</span><span style=\"color:#00FF00\">b</span></p></body>)",
      TextFont(), .black, .left, ["RC"]
    ),
    ("/DA(/Helv 12 Tf)/C[]", TextFont(), .black, .left, []),
  ]

  @Test(arguments: foreign)
  func looksAreUnderstoodOrNamed(
    keys: String, font: TextFont, color: Color, alignment: TextAlignment, foreignKeys: [String]
  ) throws {
    let annotation = try read("<</Subtype/FreeText/Rect[10 10 90 60]/Contents(a\\rb)\(keys)>>")
    let content = try #require(annotation.content.freeText)
    #expect(annotation.foreignKeys == foreignKeys)
    #expect(content.font == font && content.alignment == alignment && content.text == "a\nb")
    #expect(
      annotation.style.color == color && annotation.style.fill == nil && annotation.style.lineWidth == 1)
    #expect(annotation.capabilities.contains(.restyled) == foreignKeys.isEmpty)
  }

  @Test func aLineIsACalloutsOnly() throws {
    let line = "/CL[0 0 20 20 30 30]/LE/OpenArrow"
    let plain = try read("<</Subtype/FreeText/Rect[10 10 90 60]/DA(/Helv 9 Tf)\(line)>>")
    #expect(plain.content.freeText?.form == .box)
    let callout = try read(
      "<</Subtype/FreeText/Rect[0 0 90 60]/RD[20 5 5 5]/DA(/Helv 9 Tf)/IT/FreeTextCallout\(line)>>")
    guard case .callout(let read)? = callout.content.freeText?.form else { return #expect(Bool(false)) }
    #expect(read.points.first == .zero && read.points.count == 3 && read.ending == .openArrow)
    #expect(callout.content.freeText?.rect == PageRect(x: 20, y: 5, width: 65, height: 50))
    for name in ["FreeTextTypeWriter", "FreeTextTypewriter"] {
      let typed = try self.read(
        "<</Subtype/FreeText/Rect[10 10 90 60]/Contents(a)/DA(/Helv 9 Tf)/IT/\(name)>>")
      #expect(typed.content.freeText?.form == .typewriter && typed.style.lineWidth == 0)
    }
  }

  @Test func theTurnOfAnAppearanceIsKept() throws {
    let text = "<</Subtype/FreeText/Rect[10 10 90 60]/DA(/Helv 9 Tf)/Rotate 90>>"
    #expect(try read(text).content.freeText?.rotation == .clockwise90)
    let after = try store(text).dictionary { $0.style.color = .red }
    #expect(after["Rotate"] == .integer(90))
    #expect(
      try read("<</Subtype/FreeText/Rect[10 10 90 60]/DA(/Helv 9 Tf)/Rotate 45>>").foreignKeys == ["Rotate"])
  }

  private static let rich =
    "<</Subtype/FreeText/Rect[10 10 90 60]/DA(/Helv 9 Tf 0 g)/Contents(old)/RC(<p>old</p>)/AP<</N 9 0 R>>/Foo 1>>"

  @Test func aMoveKeepsWhatAnotherProgramDrew() throws {
    let after = try store(Self.rich).dictionary { $0 = $0.offset(dx: 5, dy: 5) }
    #expect(after["AP"] == .dictionary(["N": .reference(ObjectID(number: 9))]))
    #expect(after["Rect"] == .coordinates([15, 15, 95, 65]))
    #expect(after["RC"] != nil && after["DA"] == .string(Array("/Helv 9 Tf 0 g".utf8)) && after["DS"] == nil)
    let author = try store(Self.rich).dictionary { $0.author = "me" }
    #expect(author["AP"] == .dictionary(["N": .reference(ObjectID(number: 9))]) && author["RC"] != nil)
  }

  @Test func anotherTextHasNoOldRichText() throws {
    let after = try store(Self.rich).dictionary { $0.contents = "new" }
    #expect(after["RC"] == nil && after["Contents"] == .string(Array("new".utf8)))
    #expect(after["AP"] != .dictionary(["N": .reference(ObjectID(number: 9))]))
    #expect(after["Foo"] == .integer(1))
  }

  // MARK: - Style sheets

  @Test(arguments: [
    "font: bold 12.0pt Arial, sans-serif; color:#FF8000", "font-size:9pt;font-family:'Times New Roman';",
    "font: normal normal 10pt Courier; text-align:start", "line-height:1.5; font: 12pt X", "",
  ]) func sheetsAreUnderstood(css: String) { #expect(TextStyleSheet(css) != nil) }

  @Test(arguments: [
    "font: 12px Arial", "color: red", "color", "text-decoration: underline", "font: 12pt ;;x",
  ])
  func sheetsThatWouldLoseSomethingAreNot(css: String) { #expect(TextStyleSheet(css) == nil) }

  @Test func namesOfFontsCannotEndTheSheet() throws {
    let content = FreeTextContent(
      "a", in: PageRect(x: 0, y: 0, width: 9, height: 9), font: TextFont("A'; color:#FF0000; x:'B\\", size: 8)
    )
    let sheet = try #require(TextStyleSheet(TextStyleSheet(content, .black).css))
    #expect(sheet.color == .black && sheet.size == 8)
  }
}
