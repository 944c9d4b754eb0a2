/// A font program of the Compact Font Format (Adobe Technical Note #5176): what its glyphs are found by.
///
/// Every number is checked against the program's size; what is not as its format has it says nothing.
package struct CompactFont {
  package let glyphCount: Int
  /// Whether glyphs have the numbers of characters (CIDs) instead of names (ISO 32000-2, 9.7.4.2).
  package let hasCharacterIDs: Bool
  /// The number of each glyph's character or name, as far as they can be read.
  package let charset: [UInt16]
  /// The glyphs of the codes of the built-in encoding; none for a font that has one of the encodings of Adobe, or none.
  package let codes: [UInt8: Int]
  /// The glyphs that draw nothing: their programs are a width at most.
  package let emptyGlyphs: Set<Int>
  /// Names that are not among the standard ones, one behind the other, and where each begins and ends.
  private let names: (bytes: [UInt8], ranges: [Range<Int>])

  private enum Operator {
    static let charset = 15
    static let encoding = 16
    static let charStrings = 17
    static let privateData = 18
    static let routines = 19
    /// Of two bytes, the first of which is 12.
    static let registry = 0x0C1E
    static let dictionaries = 0x0C24
    static let selection = 0x0C25
  }

  /// `nil` for what is none, or has no glyphs.
  package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    let reader = BigEndianBytes(bytes)
    guard let header = reader.number8(2), let fonts = Index(reader, at: header),
      let dictionaries = Index(reader, at: fonts.end), let strings = Index(reader, at: dictionaries.end),
      let dictionary = dictionaries.range(0)
    else { return nil }
    let operators = Self.operators(reader, dictionary)
    guard let place = operators[Operator.charStrings]?.last, let programs = Index(reader, at: place)
    else { return nil }
    glyphCount = programs.count
    hasCharacterIDs = operators[Operator.registry] != nil
    emptyGlyphs = Set(
      (0..<programs.count).filter { programs.range($0).map { Self.isEmpty(reader, $0) } == true })
    charset = Self.charset(reader, operators[Operator.charset]?.last ?? 0, programs.count)
    codes = hasCharacterIDs ? [:] : Self.codes(reader, operators[Operator.encoding]?.last ?? 0)
    names = hasCharacterIDs ? ([], []) : strings.contents
  }

  /// The number of a glyph's character; `nil` for glyphs that it does not have, and that have names.
  package func characterID(of glyph: UInt32) -> UInt32? {
    hasCharacterIDs && glyph < UInt32(charset.count) ? UInt32(charset[Int(glyph)]) : nil
  }

  /// The name of a glyph; `nil` for glyphs that it does not have, and those without names.
  package func name(of glyph: Int) -> String? {
    guard !hasCharacterIDs, charset.indices.contains(glyph) else { return nil }
    let number = Int(charset[glyph])
    if number < Self.standardNames.count { return Self.standardNames[number] }
    guard names.ranges.indices.contains(number - Self.standardNameCount) else { return nil }
    return String(decoding: names.bytes[names.ranges[number - Self.standardNameCount]], as: UTF8.self)
  }

  // MARK: - The end

  /// Where a program ends: behind the last of the pieces that its dictionaries lead to.
  ///
  /// - Returns: `nil` for what is none, or is not as its format has it.
  /// - Complexity: O(dictionaries and ranges of characters in it).
  package static func end(of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let reader = BigEndianBytes(bytes)
    guard let header = reader.number8(2), let fonts = Index(reader, at: header),
      let dictionaries = Index(reader, at: fonts.end), let strings = Index(reader, at: dictionaries.end),
      let routines = Index(reader, at: strings.end), let dictionary = dictionaries.range(0)
    else { return nil }
    let operators = operators(reader, dictionary)
    guard let place = operators[Operator.charStrings]?.last, let programs = Index(reader, at: place),
      let privateEnd = endOfPrivate(reader, operators)
    else { return nil }
    var ends = [routines.end, programs.end, privateEnd]
    if let place = operators[Operator.dictionaries]?.last {
      guard let list = Index(reader, at: place) else { return nil }
      ends.append(list.end)
      // Pieces may overlap, so that few bytes are many.
      var left = 4 * bytes.count
      for index in 0..<list.count {
        guard let range = list.range(index) else { return nil }
        let operators = Self.operators(reader, range)
        left -= range.count + (operators[Operator.privateData].map { max($0.before, 0) } ?? 0)
        guard left >= 0, let end = endOfPrivate(reader, operators) else { return nil }
        ends.append(end)
      }
    }
    for end in [
      endOfSelection(reader, operators[Operator.selection]?.last, programs.count),
      endOfCharset(reader, operators[Operator.charset]?.last ?? 0, programs.count),
      endOfEncoding(reader, operators[Operator.encoding]?.last ?? 0),
    ] {
      guard let end else { return nil }
      ends.append(end)
    }
    return ends.max().flatMap { $0 <= bytes.count ? $0 : nil }
  }

  /// Of a private dictionary and its routines; 0 if there is none.
  private static func endOfPrivate(
    _ reader: BigEndianBytes, _ operators: [Int: (before: Int, last: Int)]
  ) -> Int? {
    guard let (size, place) = operators[Operator.privateData] else { return 0 }
    guard size >= 0, place >= 0, size <= reader.bytes.count, place <= reader.bytes.count - size else {
      return nil
    }
    guard let offset = Self.operators(reader, place..<place + size)[Operator.routines]?.last else {
      return place + size
    }
    return Index(reader, at: place + offset).map { max($0.end, place + size) }
  }

  private static func endOfSelection(_ reader: BigEndianBytes, _ place: Int?, _ count: Int) -> Int? {
    guard let place else { return 0 }
    switch reader.number8(place) {
    case 0: return place + 1 + count
    case 3: return reader.number16(place + 1).map { place + 5 + 3 * $0 }
    default: return nil
    }
  }

  private static func endOfCharset(_ reader: BigEndianBytes, _ place: Int, _ count: Int) -> Int? {
    guard place > 2 else { return 0 }
    guard let format = reader.number8(place), format <= 2 else { return nil }
    var (next, glyphs) = (place + 1, 1)
    while glyphs < count {
      guard reader.number16(next) != nil else { return nil }
      next += 2
      if format > 0 {
        guard let left = reader.number(next, size: format) else { return nil }
        (glyphs, next) = (glyphs + left, next + format)
      }
      glyphs += 1
    }
    return next
  }

  private static func endOfEncoding(_ reader: BigEndianBytes, _ place: Int) -> Int? {
    guard place > 1 else { return 0 }
    guard let format = reader.number8(place), format & 0x7F <= 1, let count = reader.number8(place + 1) else {
      return nil
    }
    let end = place + 2 + count * (format & 0x7F == 1 ? 2 : 1)
    guard format & 0x80 != 0 else { return end }
    return reader.number8(end).map { end + 1 + 3 * $0 }
  }

  // MARK: - Reading

  /// The last two operands of each operator of a dictionary; operators of two bytes by both; as far as they can be read.
  private static func operators(
    _ reader: BigEndianBytes, _ range: Range<Int>
  ) -> [Int: (before: Int, last: Int)] {
    var (place, result): (Int, [Int: (before: Int, last: Int)]) = (range.lowerBound, [:])
    var operands = (before: 0, last: 0)
    func push(_ value: Int) { operands = (operands.last, value) }
    while place < range.upperBound {
      guard let byte = reader.number8(place) else { return result }
      place += 1
      switch byte {
      case 12:
        guard let second = reader.number8(place) else { return result }
        place += 1
        result[0x0C00 | second] = operands
      case 0...21: result[byte] = operands
      case 28:
        guard let value = reader.number16(place) else { return result }
        push(Int(Int16(truncatingIfNeeded: value)))
        place += 2
      case 29:
        guard let value = reader.number32(place) else { return result }
        push(Int(Int32(truncatingIfNeeded: value)))
        place += 4
      case 30:
        // A real number ends with a half byte of ones.
        while let pair = reader.number8(place), pair & 15 != 15, pair >> 4 != 15 { place += 1 }
        push(0)
        place += 1
      case 32...246: push(byte - 139)
      case 247...254:
        guard let low = reader.number8(place) else { return result }
        push(byte < 251 ? (byte - 247) * 256 + low + 108 : -(byte - 251) * 256 - low - 108)
        place += 1
      default: break
      }
    }
    return result
  }

  /// Whether a program ends without drawing (Adobe Technical Note #5177): a number, and "endchar".
  private static func isEmpty(_ reader: BigEndianBytes, _ program: Range<Int>) -> Bool {
    let lengths = [1, 2, 3, 4, 6]
    guard lengths.contains(program.count), reader.number8(program.upperBound - 1) == 14 else { return false }
    guard program.count > 1, let first = reader.number8(program.lowerBound) else { return true }
    switch program.count {
    case 2: return (32...246).contains(first)
    case 3: return (247...254).contains(first)
    case 4: return first == 28
    default: return first == 255
    }
  }

  private static func charset(_ reader: BigEndianBytes, _ place: Int, _ count: Int) -> [UInt16] {
    // The charset of ISO Adobe; the two behind it are of fonts that have no Latin letters.
    guard place > 2 else { return place == 0 ? (0..<UInt16(min(count, 229))).map(\.self) : [] }
    guard let format = reader.number8(place), format <= 2 else { return [] }
    var (next, result): (Int, [UInt16]) = (place + 1, [0])
    while result.count < count, let first = reader.number16(next) {
      next += 2
      var more = 0
      if format > 0 {
        guard let left = reader.number(next, size: format) else { break }
        (more, next) = (left, next + format)
      }
      for number in first...first + min(more, count - result.count - 1) {
        result.append(UInt16(truncatingIfNeeded: number))
      }
    }
    return result
  }

  private static func codes(_ reader: BigEndianBytes, _ place: Int) -> [UInt8: Int] {
    guard place > 1, let format = reader.number8(place), let count = reader.number8(place + 1) else {
      return [:]
    }
    var (glyph, result): (Int, [UInt8: Int]) = (1, [:])
    switch format & 0x7F {
    case 0:
      for index in 0..<count {
        if let code = reader.number8(place + 2 + index) { result[UInt8(code)] = glyph }
        glyph += 1
      }
    case 1:
      for index in 0..<count {
        guard let first = reader.number8(place + 2 + 2 * index),
          let left = reader.number8(place + 3 + 2 * index)
        else { break }
        for code in first...first + left {
          if let code = UInt8(exactly: code) { result[code] = glyph }
          glyph += 1
        }
      }
    default: break
    }
    return result
  }

  /// A list of pieces of the program.
  private struct Index {
    let count: Int
    /// Where what follows begins.
    let end: Int
    private let reader: BigEndianBytes
    private let offsets: Int
    private let size: Int
    private let base: Int

    init?(_ reader: BigEndianBytes, at place: Int) {
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
      guard let last = reader.number(offsets + count * size, size: size), last > 0,
        base + last <= reader.bytes.count
      else { return nil }
      end = base + last
    }

    /// Where a piece stands.
    func range(_ index: Int) -> Range<Int>? {
      guard (0..<count).contains(index), let from = reader.number(offsets + index * size, size: size),
        let to = reader.number(offsets + (index + 1) * size, size: size), from > 0, from <= to,
        base + to <= reader.bytes.count
      else { return nil }
      return base + from..<base + to
    }

    /// All pieces, each where it stands in the bytes; pieces that are damaged are empty.
    var contents: (bytes: [UInt8], ranges: [Range<Int>]) {
      guard count > 0 else { return ([], []) }
      let start = base + 1
      return (
        Array(reader.bytes[start..<end]),
        (0..<count).map { index in
          range(index).flatMap { $0.upperBound <= end ? $0.lowerBound - start..<$0.upperBound - start : nil }
            ?? 0..<0
        }
      )
    }
  }

  /// How many names are known by number.
  private static let standardNameCount = 391

  /// Those of Latin letters, which are the first.
  private static let standardNames =
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
