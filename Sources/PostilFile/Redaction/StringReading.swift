import Foundation
import PostilModel

/// A way to read bytes or a text: as one encoding or one kind of markup has it. What is looked for in a file is looked for in all
/// of them, by what cleans the file as by what checks it, so that neither `%53mith` nor `Smi<b>th</b>` hides a name.
struct StringReading {
  /// What it says.
  private(set) var scalars: [Unicode.Scalar] = []
  /// What each of these came from, as ranges in the text that ``plain(_:)`` was made of; `nil` if that is this text itself.
  private var sources: [Range<Int>]?

  /// A text as it stands.
  static func plain(_ scalars: [Unicode.Scalar]) -> StringReading {
    var reading = StringReading()
    reading.scalars = scalars
    return reading
  }

  /// The range of the text it was made of that a range of this one came from.
  func source(of range: Range<Int>) -> Range<Int> {
    guard let sources, !range.isEmpty else { return range }
    return sources[range.lowerBound].lowerBound..<sources[range.upperBound - 1].upperBound
  }

  // MARK: - Making readings of readings

  /// Takes a part of another reading as it is, or as something else that it stands for.
  fileprivate mutating func append(_ scalar: Unicode.Scalar, from range: Range<Int>, of other: StringReading)
  {
    scalars.append(scalar)
    sources = sources ?? []
    sources?.append(other.source(of: range))
  }

  /// How deep escapes within escapes are followed.
  static let deepest = 4
  /// How many readings there are of one text at most.
  private static let most = 24

  /// This reading, and all that may be made of it by undoing escapes and markup, also several one after the other.
  ///
  /// - Complexity: O(scalars).
  var all: [StringReading] {
    var result = [self]
    var level = [self]
    for _ in 0..<Self.deepest {
      var next: [StringReading] = []
      for reading in level {
        for new in reading.undone where result.count < Self.most {
          guard !result.contains(where: { $0.scalars == new.scalars }) else { continue }
          result.append(new)
          next.append(new)
        }
      }
      guard !next.isEmpty else { break }
      level = next
    }
    return result
  }

  private var undone: [StringReading] {
    var kinds: Escapes = []
    for scalar in scalars {
      switch scalar {
      case "%": kinds.insert(.percent)
      case "&": kinds.insert(.references)
      case "<": kinds.insert([.tags, .references])
      case "\\": kinds.insert(.backslashes)
      case "+": kinds.insert(.sums)
      case "?": kinds.insert(.query)
      default: break
      }
    }
    var result: [StringReading] = []
    if kinds.contains(.percent) || kinds.isSuperset(of: [.query, .sums]) {
      result.append(withoutPercentCodes)
    }
    if kinds.contains(.tags) { result += [withoutTags(separating: false), withoutTags(separating: true)] }
    if kinds.contains(.references) { result.append(withReferences) }
    if kinds.contains(.backslashes) { result.append(withoutBackslashes) }
    if kinds.contains(.sums) { result.append(withoutSums) }
    if let digits = ofHexDigits { result.append(digits) }
    return result + ofBase64
  }

  private struct Escapes: OptionSet {
    let rawValue: Int
    static let percent = Escapes(rawValue: 1)
    static let references = Escapes(rawValue: 2)
    static let tags = Escapes(rawValue: 4)
    static let backslashes = Escapes(rawValue: 8)
    static let sums = Escapes(rawValue: 16)
    static let query = Escapes(rawValue: 32)
  }

  // MARK: - Percent codes

  /// A URI with its percent codes undone (RFC 3986, 2.1), and `%u0053` of scripts; behind a question mark a plus is a space.
  private var withoutPercentCodes: StringReading {
    var result = StringReading()
    var index = 0
    var isQuery = false
    while index < scalars.count {
      if scalars[index] == "%", let value = number(at: index + 2, digits: 4), scalars[index + 1] == "u" {
        result.append(Unicode.Scalar(value) ?? "\u{FFFD}", from: index..<index + 6, of: self)
        index += 6
        continue
      }
      let start = index
      var bytes: [UInt8] = []
      while index + 2 < scalars.count, scalars[index] == "%", let value = number(at: index + 1, digits: 2) {
        bytes.append(UInt8(truncatingIfNeeded: value))
        index += 3
      }
      if bytes.isEmpty {
        isQuery = isQuery || scalars[index] == "?"
        let scalar: Unicode.Scalar = isQuery && scalars[index] == "+" ? " " : scalars[index]
        result.append(scalar, from: index..<index + 1, of: self)
        index += 1
      } else {
        result.append(decoding: bytes, width: 3, from: start, of: self)
      }
    }
    return result
  }

  /// Takes bytes that stood as so many characters each, as UTF-8 if they are that, else one by one.
  private mutating func append(decoding bytes: [UInt8], width: Int, from start: Int, of other: StringReading)
  {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      for (index, byte) in bytes.enumerated() {
        let place = start + index * width
        append(Unicode.Scalar(byte), from: place..<place + width, of: other)
      }
      return
    }
    var place = start
    for scalar in text.unicodeScalars {
      let next = place + UTF8.width(scalar) * width
      append(scalar, from: place..<next, of: other)
      place = next
    }
  }

  /// A number of so many hexadecimal digits.
  private func number(at index: Int, digits: Int) -> UInt32? {
    guard index >= 0, index + digits <= scalars.count else { return nil }
    var value: UInt32 = 0
    for scalar in scalars[index..<index + digits] {
      guard let digit = scalar.hexDigit else { return nil }
      value = value << 4 | digit
    }
    return value
  }

  // MARK: - Markup

  /// The text of XML or HTML without its tags, with its character references undone.
  ///
  /// - Parameter separating: Whether there is a line's end where a paragraph or a cell begins or ends.
  private func withoutTags(separating: Bool) -> StringReading {
    var result = StringReading()
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      if scalar == "<", index + 1 < scalars.count {
        if starts(with: "<![CDATA[", at: index) {
          index += 9
          continue
        }
        let next = scalars[index + 1]
        if next.properties.isAlphabetic || next == "/" || next == "!" || next == "?",
          let end = endOfTag(from: index + 1)
        {
          if separating, isBlock(index + 1..<end) { result.append("\n", from: index..<end + 1, of: self) }
          index = end + 1
          continue
        }
      }
      if scalar == "]", starts(with: "]]>", at: index) {
        index += 3
        continue
      }
      if scalar == "&", let (value, end) = reference(at: index) {
        result.append(value, from: index..<end, of: self)
        index = end
        continue
      }
      result.append(scalar, from: index..<index + 1, of: self)
      index += 1
    }
    return result
  }

  /// Longer ones are no tags: each "<" of a long text is looked at once so.
  private static let longestTag = 8000

  private func endOfTag(from start: Int) -> Int? {
    for index in start..<min(start + Self.longestTag, scalars.count) {
      if scalars[index] == ">" { return index }
      if scalars[index] == "<" { return nil }
    }
    return nil
  }

  private func starts(with word: String, at index: Int) -> Bool {
    let word = word.unicodeScalars
    return index + word.count <= scalars.count && zip(scalars[index...], word).allSatisfy { $0 == $1 }
  }

  /// Elements of HTML and of office documents that begin on another line, or in another cell.
  private static let blocks: Set<String> = [
    "p", "br", "div", "li", "ul", "ol", "dl", "dt", "dd", "tr", "td", "th", "tc", "table", "h", "h1", "h2",
    "h3",
    "h4", "h5", "h6", "hr", "tab", "row", "c", "si", "body", "html", "pre", "section", "title",
  ]

  private func isBlock(_ tag: Range<Int>) -> Bool {
    let name = scalars[tag].drop { $0 == "/" }.prefix {
      $0.properties.isAlphabetic || $0 == ":" || $0.isASCIIDigit
    }
    let text = String(String.UnicodeScalarView(name.prefix(40))).lowercased()
    return Self.blocks.contains(String(text.split(separator: ":").last ?? ""))
  }

  /// The text with the character references of XML and HTML undone, tags left as they are.
  private var withReferences: StringReading {
    var result = StringReading()
    var index = 0
    while index < scalars.count {
      if scalars[index] == "&", let (value, end) = reference(at: index) {
        result.append(value, from: index..<end, of: self)
        index = end
      } else {
        result.append(scalars[index], from: index..<index + 1, of: self)
        index += 1
      }
    }
    return result
  }

  /// A character reference, and where it ends. The semicolon may be missing behind a number.
  private func reference(at index: Int) -> (Unicode.Scalar, Int)? {
    var end = index + 1
    guard end < scalars.count else { return nil }
    guard scalars[end] == "#" else {
      while end < scalars.count, end - index < 12,
        scalars[end].properties.isAlphabetic || scalars[end].isASCIIDigit
      {
        end += 1
      }
      guard end < scalars.count, scalars[end] == ";" else { return nil }
      let name = String(String.UnicodeScalarView(scalars[index + 1..<end]))
      return Self.entities[name].map { ($0, end + 1) }
    }
    end += 1
    let isHex = end < scalars.count && (scalars[end] == "x" || scalars[end] == "X")
    if isHex { end += 1 }
    let start = end
    var value: UInt32 = 0
    while end < scalars.count, end - start < 9, let digit = scalars[end].hexDigit, isHex || digit < 10,
      isHex || scalars[end].isASCIIDigit
    {
      value = min(value &* (isHex ? 16 : 10) &+ digit, 0x11_0000)
      end += 1
    }
    guard end > start, let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, end < scalars.count && scalars[end] == ";" ? end + 1 : end)
  }

  /// The entities of XML, those of HTML for Latin-1 (in the order of its characters from A0), and for common punctuation.
  private static let entities: [String: Unicode.Scalar] = {
    var result: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "ndash": "\u{2013}", "mdash": "\u{2014}",
      "lsquo": "\u{2018}", "rsquo": "\u{2019}", "ldquo": "\u{201C}", "rdquo": "\u{201D}",
      "hellip": "\u{2026}",
      "euro": "\u{20AC}", "commat": "@", "period": ".", "comma": ",", "colon": ":", "semi": ";", "sol": "/",
      "bsol": "\\", "lowbar": "_", "hyphen": "\u{2010}", "dash": "\u{2010}", "num": "#", "plus": "+",
      "equals": "=",
      "excl": "!", "quest": "?", "ast": "*", "lpar": "(", "rpar": ")", "dollar": "$", "percnt": "%",
      "Tab": "\t",
      "NewLine": "\n", "zwj": "\u{200D}", "zwnj": "\u{200C}", "thinsp": "\u{2009}", "ensp": "\u{2002}",
      "emsp": "\u{2003}", "OElig": "\u{152}", "oelig": "\u{153}", "Scaron": "\u{160}", "scaron": "\u{161}",
      "Yuml": "\u{178}",
    ]
    let latin = """
      nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
      micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig \
      Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash \
      Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute \
      ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc \
      uuml yacute thorn yuml
      """
    for (name, value) in zip(latin.split(separator: " "), 0xA0...0xFF) {
      result[String(name)] = Unicode.Scalar(UInt8(value))
    }
    return result
  }()

  // MARK: - Scripts

  /// The text with the escapes of ECMAScript, JSON and C undone: `\x53`, `\u0053`, `\u{53}`, `\123`.
  private var withoutBackslashes: StringReading {
    var result = StringReading()
    var index = 0
    while index < scalars.count {
      guard scalars[index] == "\\", index + 1 < scalars.count else {
        result.append(scalars[index], from: index..<index + 1, of: self)
        index += 1
        continue
      }
      let start = index
      let (value, end) = escape(at: index + 1)
      index = end
      if let high = value, (0xD800..<0xDC00).contains(high), index + 1 < scalars.count, scalars[index] == "\\"
      {
        let (low, end) = escape(at: index + 1)
        if let low, (0xDC00..<0xE000).contains(low) {
          let pair = 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
          result.append(Unicode.Scalar(pair) ?? "\u{FFFD}", from: start..<end, of: self)
          index = end
          continue
        }
      }
      if let value { result.append(Unicode.Scalar(value) ?? "\u{FFFD}", from: start..<index, of: self) }
    }
    return result
  }

  /// What stands behind a backslash, as a code unit, and where it ends; `nil` if it stands for nothing.
  private func escape(at index: Int) -> (UInt32?, Int) {
    switch scalars[index] {
    case "x":
      if let value = number(at: index + 1, digits: 2) { return (value, index + 3) }
    case "u":
      if let value = number(at: index + 1, digits: 4) { return (value, index + 5) }
      if index + 1 < scalars.count, scalars[index + 1] == "{",
        let end = scalars[index...].prefix(12).firstIndex(of: "}"), end > index + 2,
        let value = number(at: index + 2, digits: end - index - 2)
      {
        return (min(value, 0x10_FFFF), end + 1)
      }
    case "0"..."7":
      var (value, end) = (UInt32(0), index)
      while end < scalars.count, end - index < 3, ("0"..."7").contains(scalars[end]) {
        value = value << 3 | (scalars[end].value - 0x30)
        end += 1
      }
      return (value, end)
    case "n", "r": return (10, index + 1)
    case "t", "v", "f": return (9, index + 1)
    case "\n", "\r": return (nil, index + 1)
    default: break
    }
    return (scalars[index].value, index + 1)
  }

  /// A script with its strings joined where one is added to another: `'Smi' + "th"`.
  private var withoutSums: StringReading {
    func isQuote(_ scalar: Unicode.Scalar) -> Bool { scalar == "'" || scalar == "\"" || scalar == "`" }
    var result = StringReading()
    var index = 0
    while index < scalars.count {
      if isQuote(scalars[index]) {
        var end = index + 1
        var isSum = false
        while end < scalars.count, end - index < 100,
          scalars[end].isSpace || scalars[end] == "+"
        {
          isSum = isSum || scalars[end] == "+"
          end += 1
        }
        if isSum, end < scalars.count, isQuote(scalars[end]) {
          index = end + 1
          continue
        }
      }
      result.append(scalars[index], from: index..<index + 1, of: self)
      index += 1
    }
    return result
  }

  // MARK: - Bytes as text

  /// What hexadecimal digits say, if there is nothing else.
  private var ofHexDigits: StringReading? {
    guard scalars.count >= 8 else { return nil }
    var bytes: [UInt8] = []
    var places: [Int] = []
    var high: UInt32?
    for (index, scalar) in scalars.enumerated() {
      if let digit = scalar.hexDigit {
        if let first = high {
          bytes.append(UInt8(truncatingIfNeeded: first << 4 | digit))
          high = nil
        } else {
          high = digit
          places.append(index)
        }
      } else if !scalar.isSpace, scalar != "<", scalar != ">" {
        return nil
      }
    }
    guard bytes.count >= 4 else { return nil }
    let text = Array((TextEncodings(bytes).texts.first ?? "").unicodeScalars)
    // Which digits a character came from is not told: the text goes as a whole.
    return whole(text)
  }

  /// What data URIs (RFC 2397) hold in base64.
  private var ofBase64: [StringReading] {
    var result: [StringReading] = []
    let word = Array(";base64,".unicodeScalars)
    var index = 0
    while index + word.count < scalars.count, result.count < 4 {
      guard scalars[index] == ";", scalars[index..<index + word.count].elementsEqual(word) else {
        index += 1
        continue
      }
      index += word.count
      let digits = scalars[index...].prefix {
        $0.properties.isAlphabetic && $0.isASCII || $0.isASCIIDigit || $0 == "+" || $0 == "/" || $0 == "="
      }
      index += digits.count
      guard let data = Data(base64Encoded: String(String.UnicodeScalarView(digits))) else { continue }
      result += TextEncodings([UInt8](data)).texts.compactMap { whole(Array($0.unicodeScalars)) }
    }
    return result
  }

  private func whole(_ text: [Unicode.Scalar]) -> StringReading? {
    guard !text.isEmpty else { return nil }
    var result = StringReading()
    for scalar in text { result.append(scalar, from: 0..<scalars.count, of: self) }
    return result
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIIDigit: Bool { (0x30...0x39).contains(value) }

  fileprivate var hexDigit: UInt32? {
    switch value {
    case 0x30...0x39: value - 0x30
    case 0x41...0x46: value - 0x41 + 10
    case 0x61...0x66: value - 0x61 + 10
    default: nil
    }
  }
}
