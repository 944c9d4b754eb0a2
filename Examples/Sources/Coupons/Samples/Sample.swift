import Foundation
import Postil

/// A template, a table, images and a layout, made for trying and measuring.
public struct Sample: Sendable {
  /// The template: a page of A6, landscape.
  public let template: URL
  /// The table.
  public let table: URL
  /// The layout.
  public let layout: URL

  private static let size = (width: 420.0, height: 298.0)

  /// Writes the files into a folder, which is made if it is not there.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - rows: How many rows the table has.
  public init(in folder: URL, rows: Int = 24) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    template = folder.appendingPathComponent("template.pdf")
    table = folder.appendingPathComponent("guests.csv")
    layout = folder.appendingPathComponent("layout.json")
    try Self.makeTemplate().saveAndWait(to: template, .rewrite(RewriteOptions(objectStreams: true)))
    try Data(Self.table(rows: rows).utf8).write(to: table)
    try Data(Self.layoutText.utf8).write(to: layout)
    for (name, drawing) in SampleEmblem.all {
      try await Self.picture(of: drawing).write(to: folder.appendingPathComponent("\(name).png"))
    }
  }

  // MARK: - The template

  private static let ink = Color(red: 0.13, green: 0.2, blue: 0.3)
  private static let accent = Color(red: 0.76, green: 0.35, blue: 0.2)
  private static let paper = Color(red: 0.99, green: 0.97, blue: 0.92)

  private static func makeTemplate() throws -> PDFDocument {
    let document = try PDFDocument()
    let page = try document.insertBlankPage(width: size.width, height: size.height, at: 0)
    func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: Color) -> Annotation {
      Annotation(
        .rectangle(PageRect(x: x, y: y, width: width, height: height)),
        style: AnnotationStyle(fill: color, lineWidth: 0))
    }
    func text(
      _ text: String, _ x: Double, _ y: Double, _ width: Double, size: Double, _ color: Color,
      isBold: Bool = false, alignment: TextAlignment = .left
    ) -> Annotation {
      let frame = PageRect(x: x, y: y, width: width, height: size * 1.6)
      let font = TextFont("DejaVu Sans", size: size, isBold: isBold)
      return Annotation(
        .freeText(text, in: frame, font: font, alignment: alignment),
        style: AnnotationStyle(color: color, lineWidth: 0))
    }
    let tear = Annotation(
      .line(from: PagePoint(x: 282, y: 14), to: PagePoint(x: 282, y: 284)),
      style: AnnotationStyle(color: accent, lineWidth: 1, dash: [4, 4]))
    let content = [
      box(0, 0, size.width, size.height, paper), box(0, 244, size.width, 54, ink),
      box(0, 240, size.width, 4, accent),
      text("Harbour Café", 18, 252, 250, size: 22, .white, isBold: true),
      text("Voucher", 292, 256, 120, size: 16, .white),
      text("For", 18, 208, 80, size: 8, accent), text("Good for", 18, 132, 80, size: 8, accent),
      text("Until", 18, 62, 80, size: 8, accent),
      text("Show this code at the counter", 290, 88, 122, size: 7, ink, alignment: .center),
      box(295, 110, 112, 112, .white), tear,
    ]
    try document.add(content, to: page)
    try document.flatten(content.map(\.id), on: page)
    // A copy without undo steps that lead back to an empty page.
    return try PDFDocument(data: document.dataRepresentationAndWait())
  }

  // MARK: - The layout

  private static let layoutText = """
    {
      "code": "{code}",
      "file": "{code}.pdf",
      "items": [
        {"text": "{name}", "rect": [18, 168, 250, 40], "font": {"family": "DejaVu Sans", "size": 24, "bold": true},
         "leastSize": 9, "color": "213350", "vertical": "middle"},
        {"text": "{item}", "rect": [18, 84, 150, 48], "font": {"family": "DejaVu Sans", "size": 16}, "color": "213350"},
        {"text": "{until}", "rect": [18, 40, 150, 22], "font": {"family": "DejaVu Sans", "size": 12}, "color": "213350"},
        {"image": "{picture}", "rect": [180, 46, 84, 84]},
        {"qr": "https://coupons.example/{code}", "rect": [295, 110, 112, 112], "background": "none"},
        {"text": "{code}", "rect": [290, 60, 122, 24], "font": {"family": "DejaVu Sans Mono", "size": 12, "bold": true},
         "align": "center", "color": "213350"}
      ],
      "redeemed": {"page": 1, "rect": [40, 60, 220, 96]}
    }

    """

  // MARK: - The table

  private static let names = [
    "Ada Lovelace", "Grace Hopper", "Søren Kierkegaard", "Łucja Święcicka", "Анна Ахматова",
    "Ελένη Παπαδοπούλου",
    "ליאת כהן", "فاطمة الزهراء", "अनुराधा शर्मा", "王小明",
    "Maximiliane Katharina Freifrau von und zu Hohenwald-Wolkenstein",
    "\"Bob\" O’Neill, Jr.",
  ]
  private static let items = [
    ("Coffee and a slice of cake", "cake"), ("A large cup of coffee", "cup"),
    ("A book of your choice", "book"),
  ]

  private static func table(rows: Int) -> String {
    var text = "code,name,item,until,picture\r\n"
    for number in 0..<max(0, rows) {
      let (item, picture) = items[number % items.count]
      let name = names[number % names.count] + (number < names.count ? "" : " \(number / names.count + 1)")
      let cells = [code(number), name, item, "31 December 2027", "\(picture).png"]
      text += cells.map(quoted).joined(separator: ",") + "\r\n"
    }
    return text
  }

  /// Codes that do not tell the next one: numbers, scrambled by an odd factor, which keeps them apart.
  static func code(_ number: Int) -> String {
    let scrambled = (UInt64(number) &* 2_654_435_761 &+ 0x5EED) & 0xFFFF_FFFF
    let digits = String(scrambled, radix: 36, uppercase: true)
    let padded = String(repeating: "0", count: max(0, 7 - digits.count)) + digits
    return "HC-\(padded.prefix(4))-\(padded.dropFirst(4))"
  }

  private static func quoted(_ cell: String) -> String {
    cell.contains { $0 == "\"" || $0 == "," || $0.isNewline }
      ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
  }

  // MARK: - Images

  private static func picture(of drawing: [Annotation]) async throws -> PageImage {
    let document = try PDFDocument()
    let page = try document.insertBlankPage(width: 84, height: 84, at: 0)
    let ground = Annotation(
      .rectangle(PageRect(x: 0, y: 0, width: 84, height: 84)),
      style: AnnotationStyle(fill: paper, lineWidth: 0))
    try document.add([ground] + drawing, to: page)
    var options = RenderOptions()
    options.previewFolder = nil
    return try await PageRenderer(document, options: options).image(of: page, scale: 3)
  }
}
