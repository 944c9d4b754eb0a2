import PostilModel

/// How a text looks, as declarations of CSS say it (`/DS`, and the attributes `style` in `/RC`; ISO 32000-2, 12.7.4.4).
struct TextStyleSheet: Hashable {
  var family: String?
  var size: Double?
  var isBold: Bool?
  var isItalic: Bool?
  var color: Color?
  var alignment: TextAlignment?
  var lineSpacing: Double?

  init() {}

  init(_ content: FreeTextContent, _ color: Color) {
    (family, size) = (content.font.family, content.font.size)
    (isBold, isItalic) = (content.font.isBold, content.font.isItalic)
    (self.color, alignment, lineSpacing) = (color, content.alignment, content.lineSpacing)
  }

  /// `nil` if there is a declaration that would be lost.
  init?(_ css: String) {
    for declaration in css.split(separator: ";") {
      let sides = declaration.split(separator: ":", maxSplits: 1).map { Self.trimmed($0) }
      if sides.count == 1, sides[0].isEmpty { continue }
      guard sides.count == 2, read(sides[0].lowercased(), sides[1]) else { return nil }
    }
  }

  /// The sheet with what another one says on top.
  func merging(_ other: TextStyleSheet) -> TextStyleSheet {
    var result = self
    result.family = other.family ?? family
    result.size = other.size ?? size
    result.isBold = other.isBold ?? isBold
    result.isItalic = other.isItalic ?? isItalic
    result.color = other.color ?? color
    result.alignment = other.alignment ?? alignment
    result.lineSpacing = other.lineSpacing ?? lineSpacing
    return result
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let isBlank = { (character: Character) in character.isWhitespace }
    return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }

  // MARK: - Reading

  /// Whether the declaration is understood.
  private mutating func read(_ property: String, _ value: String) -> Bool {
    let word = value.lowercased()
    switch property {
    case "font": return readFont(value)
    case "font-family": return readFamily(value)
    case "font-size": return readSize(word)
    case "font-weight": return readWeight(word)
    case "font-style": return readStyle(word)
    case "color":
      color = Color(hex: value)
      return color != nil && value.hasPrefix("#")
    case "text-align":
      alignment = TextAlignment(rawValue: word == "start" ? "left" : word)
      return alignment != nil
    case "line-height":
      guard let number = Double(word), Appearance.Text.lineSpacings.contains(number) else {
        return word == "normal"
      }
      lineSpacing = number
      return true
    // What Acrobat writes and what says nothing.
    case "font-stretch", "font-variant": return word == "normal"
    case "text-decoration": return word == "none"
    case "text-valign", "vertical-align": return word == "top" || word == "baseline"
    case "xfa-spacerun", "margin", "margin-top", "margin-bottom", "text-indent", "letter-spacing":
      return ["yes", "0", "0pt", "0in", "0px", "normal"].contains(word)
    default: return false
    }
  }

  /// The short form: style and weight in any order, size, family.
  private mutating func readFont(_ value: String) -> Bool {
    let words = value.split(separator: " ").map(String.init)
    guard let place = words.firstIndex(where: { Self.points($0.lowercased()) != nil }) else { return false }
    for word in words[..<place].map({ $0.lowercased() }) where !readWeight(word) && !readStyle(word) {
      return false
    }
    return readSize(words[place].lowercased())
      && (place + 1 == words.count || readFamily(words[(place + 1)...].joined(separator: " ")))
  }

  private mutating func readFamily(_ value: String) -> Bool {
    let names = value.split(separator: ",").map { Self.trimmed($0).filter { $0 != "'" && $0 != "\"" } }
    // The generic one at the end is what is taken if there is no other.
    guard let first = names.first, !first.isEmpty else { return false }
    let hasGeneric = names.count > 1 && ["sans-serif", "serif", "monospace"].contains(names[names.count - 1])
    family = (hasGeneric ? names.dropLast() : names[...]).joined(separator: ",")
    return true
  }

  private mutating func readSize(_ word: String) -> Bool {
    guard let points = Self.points(word), TextFont.sizes.contains(points) else { return false }
    size = points
    return true
  }

  private static func points(_ word: String) -> Double? {
    guard word.hasSuffix("pt") else { return nil }
    return Double(word.dropLast(2))
  }

  private mutating func readWeight(_ word: String) -> Bool {
    guard let bold = ["normal": false, "bold": true, "400": false, "700": true][word] else { return false }
    // Of a short form `normal` may be either.
    if isBold == nil || bold { isBold = bold }
    return true
  }

  private mutating func readStyle(_ word: String) -> Bool {
    guard let italic = ["normal": false, "italic": true, "oblique": true][word] else { return false }
    isItalic = italic
    return true
  }

  // MARK: - Writing

  /// The declarations; quotes and other signs that would end a name are left out of it.
  var css: String {
    let names = (family ?? "").split(separator: ",").map { name in
      "'" + Self.trimmed(name).filter { !"'\";:\\".contains($0) } + "'"
    }
    let style = (isItalic == true ? "italic " : "") + (isBold == true ? "bold " : "")
    var result = "font: \(style)\(Self.digits(size ?? 12))pt \(names.joined(separator: ","))"
    if let alignment { result += "; text-align:\(alignment.rawValue)" }
    if let color { result += "; color:#\(color.hex)" }
    if let lineSpacing, lineSpacing != 1 { result += "; line-height:\(Self.digits(lineSpacing))" }
    return result
  }

  private static func digits(_ number: Double) -> String {
    var output = PDFSerializer()
    output.write(.number(number))
    return String(decoding: output.bytes, as: UTF8.self)
  }
}

extension TextStyleSheet {
  /// The style of rich text (`/RC`) that has one style from beginning to end, on top of that of `/DS`; `nil` if a part of it
  /// looks different, or it has elements other than paragraphs.
  init?(richText: String, base: TextStyleSheet) {
    var sheet = base
    var styled = false
    var rest = richText[...]
    while let start = rest.firstIndex(of: "<") {
      guard let end = rest[start...].firstIndex(of: ">") else { return nil }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("?") || tag.hasPrefix("/") { continue }
      let name = tag.prefix { !$0.isWhitespace && $0 != "/" }.lowercased()
      guard ["body", "p", "span", "br"].contains(name) else { return nil }
      guard let css = Self.attribute("style", of: tag) else { continue }
      guard let own = TextStyleSheet(css) else { return nil }
      // The first styled element of each depth may set the style of all; a later one has to repeat it.
      let merged = sheet.merging(own)
      if styled, merged != sheet { return nil }
      if name != "body" { styled = true }
      sheet = merged
    }
    self = sheet
  }

  private static func attribute(_ name: String, of tag: Substring) -> String? {
    guard let found = tag.range(of: name + "=") else { return nil }
    let value = tag[found.upperBound...]
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    return String(value.dropFirst().prefix { $0 != quote })
  }
}

extension TextStyleSheet {
  private static let units = ["pt", "px", "in", "cm", "mm", "pc"]

  /// Declarations with other lengths, and else to the letter.
  static func scaled(_ css: String, by scale: Double) -> String {
    var result = ""
    var rest = css[...]
    while let start = rest.firstIndex(where: { $0.isASCII && ($0.isNumber || $0 == ".") }) {
      // What is a part of a word, such as a color, is no number.
      let before = rest[..<start].last ?? result.last
      let isInWord = before.map { $0.isLetter || $0 == "#" || $0 == "_" } ?? false
      let number = rest[start...].prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      let unit = rest[number.endIndex...].prefix(while: \.isLetter)
      result += rest[..<start]
      if !isInWord, units.contains(unit.lowercased()), let length = Double(number) {
        result += digits(length * scale)
      } else {
        result += number
      }
      result += unit
      rest = rest[unit.endIndex...]
    }
    return result + rest
  }

  /// Rich text with other lengths in its tags, and else to the letter.
  static func scaled(richText: String, by scale: Double) -> String {
    var result = ""
    var rest = richText[...]
    while let start = rest.firstIndex(of: "<") {
      let end = rest[start...].firstIndex(of: ">") ?? rest.endIndex
      result += rest[..<start] + scaled(String(rest[start..<end]), by: scale)
      rest = rest[end...]
    }
    return result + rest
  }
}
