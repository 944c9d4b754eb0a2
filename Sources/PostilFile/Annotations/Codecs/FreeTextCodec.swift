import PostilModel

/// `/C` is the background; text, border and line have the colour of `/DA` (ISO 32000-2, 12.5.6.6). The font is in `/DS` as
/// well, since `/DA` can only name one of the standard ones.
extension FreeTextContent: AnnotationCodec {
  static let ownedKeys: [PDFName] = ["RD", "DA", "DS", "RC", "Q", "IT", "CL", "LE", "C", "Rotate"]
  static let styleKeys: Set<PDFName> = ["CA", "BS"]

  init?(_ source: AnnotationSource, _ style: inout AnnotationStyle) {
    let isTypewriter = source.intent == .typewriter
    if isTypewriter, source["BS"].isNull, source["Border"].isNull { style.lineWidth = 0 }
    guard let rect = source.outline(style) else { return nil }
    let looks = FreeTextLooks(source)
    style.fill = source.objects.color(source.dictionary["C"])
    style.color = looks.color
    style.fillOpacity = nil
    self.init(
      source.objects.text(source.dictionary["Contents"]) ?? "", in: rect, font: looks.font,
      alignment: looks.alignment, lineSpacing: looks.lineSpacing, rotation: source.textRotation)
    if isTypewriter { form = .typewriter }
    if source.intent == .callout, let line = source.points("CL"), (2...3).contains(line.count) {
      form = .callout(Callout(line, ending: source.calloutEnding))
    }
  }

  static func foreignKeys(in source: AnnotationSource) -> [PDFName] {
    var keys = FreeTextLooks(source).foreignKeys
    if source.intent == nil { keys.append("IT") }
    if !source["Rotate"].isNull, source.rotationKey == nil { keys.append("Rotate") }
    return keys
  }

  func write(to dictionary: inout PDFDictionary, _ style: AnnotationStyle) {
    dictionary["RD"] = .distances(from: bounds(style), to: rect)
    dictionary["DA"] = .string(DefaultAppearance(font, style.color).bytes)
    dictionary["DS"] = .string(TextString.encode(TextStyleSheet(self, style.color).css))
    dictionary["Q"] = alignment == .left ? nil : .integer(alignment == .center ? 1 : 2)
    dictionary["C"] = style.fill.map(AnnotationWriter.color)
    dictionary["Rotate"] = rotation == .none ? nil : .integer(rotation.degrees)
    switch form {
    case .box: dictionary["IT"] = nil
    case .typewriter: dictionary["IT"] = .name("FreeTextTypeWriter")
    case .callout(let callout):
      dictionary["IT"] = .name("FreeTextCallout")
      dictionary["CL"] = .points(callout.points)
      dictionary["LE"] = callout.ending == .none ? nil : .name(PDFName(callout.ending.rawValue))
    }
  }
}

/// How the text of a free text looks, from all the keys that say so.
private struct FreeTextLooks {
  private(set) var font = TextFont()
  private(set) var color = Color.black
  private(set) var alignment = TextAlignment.left
  private(set) var lineSpacing = 1.0
  /// The keys that say something that is not understood.
  private(set) var foreignKeys: [PDFName] = []

  init(_ source: AnnotationSource) {
    let said = source["DA"].string.map { DefaultAppearance($0) }
    let standard = said.flatMap { said in
      said.font.map { (font: $0, color: Color(parts: said.color) ?? .black) }
    }
    font = standard?.font ?? font
    color = standard?.color ?? color
    alignment = [0: .left, 1: .center, 2: .right][source["Q"].integer ?? 0] ?? .left
    var sheet = TextStyleSheet()
    if let css = source.objects.text(source.dictionary["DS"]) {
      if let read = TextStyleSheet(css) { sheet = read } else { foreignKeys.append("DS") }
    }
    if !source["RC"].isNull {
      let text = source.objects.text(source.dictionary["RC"])
      if let read = text.flatMap({ TextStyleSheet(richText: $0, base: sheet) }) {
        sheet = read
      } else {
        foreignKeys.append("RC")
      }
    }
    // A name of a font that is only known in the file is enough if there is a family.
    if standard == nil, sheet.family == nil || sheet.size == nil { foreignKeys.append("DA") }
    // One colour for text and border is all that there is.
    if let own = sheet.color, let standard, own.hex != standard.color.hex, source.hasBorder {
      foreignKeys.append("DS")
    } else {
      color = sheet.color.flatMap { $0.hex == color.hex ? nil : $0 } ?? color
    }
    font.family = sheet.family ?? font.family
    font.size = sheet.size ?? font.size
    font.isBold = sheet.isBold ?? font.isBold
    font.isItalic = sheet.isItalic ?? font.isItalic
    alignment = sheet.alignment ?? alignment
    lineSpacing = sheet.lineSpacing ?? lineSpacing
  }
}

private enum FreeTextIntent { case box, typewriter, callout }

extension AnnotationSource {
  /// What the annotation is meant as; `nil` for what is not known.
  fileprivate var intent: FreeTextIntent? {
    switch self["IT"].name {
    case nil, "FreeText": .box
    // Both spellings are in files.
    case "FreeTextTypeWriter", "FreeTextTypewriter": .typewriter
    case "FreeTextCallout": .callout
    default: nil
    }
  }

  /// A single name here, not an array.
  fileprivate var calloutEnding: LineEnding {
    let name = self["LE"].name ?? self["LE"].array?.first?.name
    return name.flatMap { LineEnding(rawValue: $0.description) } ?? .none
  }

  fileprivate var hasBorder: Bool {
    let width = self["BS"].dictionary?["W"] ?? self["Border"].array?.dropFirst(2).first
    return (objects.resolve(width).number ?? 1) > 0
  }

  /// How far the text is turned in its box: no key of ISO 32000, but understood by Acrobat and MuPDF.
  fileprivate var rotationKey: PageRotation? { self["Rotate"].integer.flatMap(PageRotation.init(degrees:)) }

  /// The rotation that the key says, or the matrix of the appearance does.
  fileprivate var textRotation: PageRotation {
    if let rotationKey { return rotationKey }
    let form = objects.resolve(self["AP"].dictionary?["N"]).dictionary
    guard let matrix = form.flatMap({ objects.numbers($0["Matrix"]) }), matrix.count == 6 else {
      return .none
    }
    switch (matrix[0], matrix[1], matrix[2], matrix[3]) {
    case (0, let b, let c, 0) where b > 0 && c < 0: return .clockwise90
    case (let a, 0, 0, let d) where a < 0 && d < 0: return .clockwise180
    case (0, let b, let c, 0) where b < 0 && c > 0: return .clockwise270
    default: return .none
    }
  }
}
