import PostilModel

/// What the program of an embedded font says of the meaning of its glyphs, for fonts that do not say it themselves: without a map to
/// text (`/ToUnicode`) and without an encoding that names the glyphs.
///
/// Every number is checked against the program's size; what is not as its format has it says nothing.
struct FontProgram {
  /// The characters of single codes, for simple fonts.
  private(set) var codes: [UInt32: Unicode.Scalar] = [:]
  /// The characters of glyphs by their index, for composite fonts with a TrueType program.
  private(set) var glyphs: [Int: Unicode.Scalar] = [:]

  /// More glyphs than any font has.
  private static let mostGlyphs = 0x1_0000

  /// A program in the format of `/FontFile` (Type 1): the built-in encoding stands in its clear part.
  init(type1 bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      var parser = ContentParser(bytes)
      // "dup 65 /A put"; what is encrypted begins behind "eexec".
      while let operation = try? parser.next(), operation.name != "eexec" {
        let operands = operation.operands.suffix(2)
        guard operation.name == "put", operands.count == 2, let code = operands.first?.integer,
          (0...255).contains(code), let name = operands.last?.name
        else { continue }
        codes[UInt32(code)] = GlyphNames.scalar(name.description)
      }
    }
  }

  /// A program in the format of `/FontFile2` (TrueType), or an OpenType program.
  init(trueType bytes: [UInt8]) {
    let reader = BigEndian(bytes)
    guard let table = Self.table("cmap", reader), let count = reader.number16(table + 2) else { return }
    for index in 0..<min(count, 64) {
      let record = table + 4 + 8 * index
      guard let platform = reader.number16(record), let encoding = reader.number16(record + 2),
        let offset = reader.number32(record + 4)
      else { return }
      let isUnicode = platform == 0 || platform == 3 && (encoding == 1 || encoding == 10)
      let isSymbol = platform == 3 && encoding == 0
      guard isUnicode || isSymbol else { continue }
      for (character, glyph) in Self.mapping(reader, at: table + offset) {
        // Codes of symbolic fonts (ISO 32000-2, 9.6.5.4) say nothing of meaning.
        if isUnicode, glyphs[glyph] == nil { glyphs[glyph] = Unicode.Scalar(character) }
      }
    }
    addCodes(reader, table, count)
  }

  /// How many glyphs a TrueType font has, empty ones too; `nil` if it does not say.
  static func glyphCount(trueType bytes: [UInt8]) -> Int? {
    let reader = BigEndian(bytes)
    return table("maxp", reader).flatMap { reader.number16($0 + 4) }
  }

  /// Codes of a simple font lead to glyphs by the symbolic or the Macintosh table.
  private mutating func addCodes(_ reader: BigEndian, _ table: Int, _ count: Int) {
    for wanted in [(3, 0), (1, 0)] {
      for index in 0..<min(count, 64) {
        let record = table + 4 + 8 * index
        guard reader.number16(record) == wanted.0, reader.number16(record + 2) == wanted.1,
          let offset = reader.number32(record + 4)
        else { continue }
        for (code, glyph) in Self.mapping(reader, at: table + offset) {
          let code = wanted.0 == 3 ? code & 0xFF : code
          if code < 256, codes[code] == nil { codes[code] = glyphs[glyph] }
        }
      }
    }
  }

  private static func table(_ name: StaticString, _ reader: BigEndian) -> Int? {
    guard let count = reader.number16(4) else { return nil }
    let tag = name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | Int($1) } }
    for index in 0..<min(count, 256) where reader.number32(12 + 16 * index) == tag {
      return reader.number32(12 + 16 * index + 8)
    }
    return nil
  }

  /// The glyphs of characters, of the formats that matter.
  private static func mapping(_ reader: BigEndian, at place: Int) -> [(character: UInt32, glyph: Int)] {
    var result: [(UInt32, Int)] = []
    func add(_ character: Int, _ glyph: Int) -> Bool {
      if glyph > 0, let value = UInt32(exactly: character) { result.append((value, glyph)) }
      return result.count < 4 * mostGlyphs
    }
    switch reader.number16(place) {
    case 0:
      for code in 0..<256 { _ = add(code, reader.number8(place + 6 + code) ?? 0) }
    case 6:
      guard let first = reader.number16(place + 6), let count = reader.number16(place + 8) else { break }
      for index in 0..<count { _ = add(first + index, reader.number16(place + 10 + 2 * index) ?? 0) }
    case 4:
      guard let twice = reader.number16(place + 6) else { break }
      let (ends, starts) = (place + 14, place + 16 + twice)
      for index in 0..<twice / 2 {
        guard let end = reader.number16(ends + 2 * index), let start = reader.number16(starts + 2 * index),
          let delta = reader.number16(starts + twice + 2 * index),
          let offset = reader.number16(starts + 2 * twice + 2 * index), start <= end
        else { continue }
        for character in start...end where character != 0xFFFF {
          var glyph = character
          if offset > 0 {
            glyph = reader.number16(starts + 2 * twice + 2 * index + offset + 2 * (character - start)) ?? 0
            if glyph == 0 { continue }
          }
          guard add(character, (glyph + delta) & 0xFFFF) else { return result }
        }
      }
    case 12:
      guard let groups = reader.number32(place + 12) else { break }
      for index in 0..<min(groups, mostGlyphs) {
        let group = place + 16 + 12 * index
        guard let start = reader.number32(group), let end = reader.number32(group + 4),
          let first = reader.number32(group + 8), start <= end, end - start < mostGlyphs
        else { break }
        for character in start...end {
          guard add(character, first + character - start) else { return result }
        }
      }
    default: break
    }
    return result
  }

  // MARK: - Compact fonts

  /// A program in the compact font format (`/FontFile3` with the subtype `Type1C`): its encoding and its glyphs' names (Adobe
  /// Technical Note #5176).
  init(compact bytes: [UInt8]) {
    let reader = BigEndian(bytes)
    guard let header = reader.number8(2), let names = CompactIndex(reader, at: header),
      let tops = CompactIndex(reader, at: names.end), let strings = CompactIndex(reader, at: tops.end),
      let top = tops.range(0)
    else { return }
    let entries = Self.operators(reader, top)
    // Of fonts with character identifiers the glyphs have no names.
    guard entries[0x0C1E] == nil, let glyphData = entries[17]?.first,
      let programs = CompactIndex(reader, at: glyphData)
    else { return }
    let count = min(programs.count, Self.mostGlyphs)
    let glyphNames = Self.charset(reader, entries[15]?.first ?? 0, count)
    func character(_ glyph: Int) -> Unicode.Scalar? {
      guard glyphNames.indices.contains(glyph) else { return nil }
      let number = glyphNames[glyph]
      if number < CompactStrings.standard.count {
        return GlyphNames.scalar(CompactStrings.standard[number])
      }
      guard let range = strings.range(number - 391) else { return nil }
      return GlyphNames.scalar(String(decoding: bytes[range], as: UTF8.self))
    }
    let encoding = entries[16]?.first ?? 0
    guard encoding > 1, let format = reader.number8(encoding) else { return }
    guard let parts = reader.number8(encoding + 1) else { return }
    var glyph = 1
    if format & 0x7F == 0 {
      for index in 0..<parts {
        if let code = reader.number8(encoding + 2 + index) { codes[UInt32(code)] = character(glyph) }
        glyph += 1
      }
    } else if format & 0x7F == 1 {
      for index in 0..<parts {
        guard let first = reader.number8(encoding + 2 + 2 * index),
          let left = reader.number8(encoding + 3 + 2 * index)
        else { return }
        for code in first...first + left {
          if code < 256 { codes[UInt32(code)] = character(glyph) }
          glyph += 1
        }
      }
    }
  }

  /// The numbers of the glyphs' names.
  private static func charset(_ reader: BigEndian, _ place: Int, _ count: Int) -> [Int] {
    // The charset of ISO Adobe.
    guard place > 2 else { return place == 0 ? Array(0..<min(count, 229)) : [] }
    var result = [0]
    var next = place + 1
    switch reader.number8(place) {
    case 0:
      while result.count < count, let name = reader.number16(next) {
        result.append(name)
        next += 2
      }
    case let format? where format < 3:
      while result.count < count, let first = reader.number16(next),
        let left = format == 1 ? reader.number8(next + 2) : reader.number16(next + 2)
      {
        for name in first...first + left where result.count < count { result.append(name) }
        next += format == 1 ? 3 : 4
      }
    default: break
    }
    return result
  }

  /// The operators of a dictionary with their integers; those of two bytes by both.
  private static func operators(_ reader: BigEndian, _ range: Range<Int>) -> [Int: [Int]] {
    var result: [Int: [Int]] = [:]
    var operands: [Int] = []
    var place = range.lowerBound
    while place < range.upperBound, let byte = reader.number8(place) {
      place += 1
      switch byte {
      case 0...21:
        var key = byte
        if byte == 12 {
          key = 0x0C00 | (reader.number8(place) ?? 0)
          place += 1
        }
        result[key] = operands
        operands = []
      case 28:
        operands.append(reader.number16(place) ?? 0)
        place += 2
      case 29:
        operands.append(reader.number32(place) ?? 0)
        place += 4
      case 30:
        // A real number: nibbles to one of F.
        while let pair = reader.number8(place) {
          place += 1
          if pair & 0xF == 0xF { break }
        }
        operands.append(0)
      case 32...246: operands.append(byte - 139)
      case 247...250:
        operands.append((byte - 247) * 256 + (reader.number8(place) ?? 0) + 108)
        place += 1
      case 251...254:
        operands.append(-(byte - 251) * 256 - (reader.number8(place) ?? 0) - 108)
        place += 1
      default: break
      }
      if operands.count > 48 { operands.removeFirst() }
    }
    return result
  }
}

/// Numbers in bytes, the highest first.
private struct BigEndian {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func number8(_ place: Int) -> Int? { bytes.indices.contains(place) ? Int(bytes[place]) : nil }

  func number16(_ place: Int) -> Int? {
    guard let high = number8(place), let low = number8(place + 1) else { return nil }
    return high << 8 | low
  }

  func number32(_ place: Int) -> Int? {
    guard let high = number16(place), let low = number16(place + 2) else { return nil }
    return high << 16 | low
  }
}

/// A list of pieces of a compact font.
private struct CompactIndex {
  let count: Int
  /// Where what follows begins.
  let end: Int
  private let reader: BigEndian
  private let offsets: Int
  private let size: Int
  private let base: Int

  init?(_ reader: BigEndian, at place: Int) {
    self.reader = reader
    guard let count = reader.number16(place) else { return nil }
    self.count = count
    guard count > 0 else {
      (end, offsets, size, base) = (place + 2, 0, 1, 0)
      return
    }
    guard let size = reader.number8(place + 2), (1...4).contains(size) else { return nil }
    self.size = size
    offsets = place + 3
    base = offsets + (count + 1) * size - 1
    guard let last = Self.offset(reader, offsets + count * size, size), base + last <= reader.bytes.count
    else {
      return nil
    }
    end = base + last
  }

  private static func offset(_ reader: BigEndian, _ place: Int, _ size: Int) -> Int? {
    var value = 0
    for index in 0..<size {
      guard let byte = reader.number8(place + index) else { return nil }
      value = value << 8 | byte
    }
    return value
  }

  /// Where a piece stands.
  func range(_ index: Int) -> Range<Int>? {
    guard (0..<count).contains(index), let from = Self.offset(reader, offsets + index * size, size),
      let to = Self.offset(reader, offsets + (index + 1) * size, size), from > 0, from <= to,
      base + to <= reader.bytes.count
    else { return nil }
    return base + from..<base + to
  }
}

/// The names that compact fonts know by number, as far as they are those of Latin letters.
private enum CompactStrings {
  static let standard =
    (".notdef space exclam quotedbl numbersign dollar percent ampersand quoteright parenleft "
    + "parenright asterisk plus comma hyphen period slash zero one two three four five six seven eight nine "
    + "colon semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z "
    + "bracketleft backslash bracketright asciicircum underscore quoteleft a b c d e f g h i j k l m n o p q r "
    + "s t u v w x y z braceleft bar braceright asciitilde exclamdown cent sterling fraction yen florin section "
    + "currency quotesingle quotedblleft guillemotleft guilsinglleft guilsinglright fi fl endash dagger daggerdbl "
    + "periodcentered paragraph bullet quotesinglbase quotedblbase quotedblright guillemotright ellipsis "
    + "perthousand questiondown grave acute circumflex tilde macron breve dotaccent dieresis ring cedilla "
    + "hungarumlaut ogonek caron emdash AE ordfeminine Lslash Oslash OE ordmasculine ae dotlessi lslash oslash oe "
    + "germandbls onesuperior logicalnot mu trademark Eth onehalf plusminus Thorn onequarter divide brokenbar "
    + "degree thorn threequarters twosuperior registered minus eth multiply threesuperior copyright Aacute "
    + "Acircumflex Adieresis Agrave Aring Atilde Ccedilla Eacute Ecircumflex Edieresis Egrave Iacute Icircumflex "
    + "Idieresis Igrave Ntilde Oacute Ocircumflex Odieresis Ograve Otilde Scaron Uacute Ucircumflex Udieresis "
    + "Ugrave Yacute Ydieresis Zcaron aacute acircumflex adieresis agrave aring atilde ccedilla eacute "
    + "ecircumflex edieresis egrave iacute icircumflex idieresis igrave ntilde oacute ocircumflex odieresis "
    + "ograve otilde scaron uacute ucircumflex udieresis ugrave yacute ydieresis zcaron").split(
      separator: " "
    ).map(
      String.init)
}
