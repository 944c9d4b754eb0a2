import PostilModel

/// A CMap (ISO 32000-2, 9.7.5): what codes are in the strings of a font, and what each stands for.
struct CharacterMap {
  private struct Span {
    let codes: ClosedRange<UInt32>
    let length: Int
    let value: UInt32

    /// Codes of another length are others.
    static func place(_ code: UInt32, _ length: Int) -> Int { length << 32 | Int(code) }
    var places: ClosedRange<Int> {
      Self.place(codes.lowerBound, length)...Self.place(codes.upperBound, length)
    }
  }

  private struct Words {
    let codes: ClosedRange<UInt32>
    let text: [UInt16]
  }

  /// How long codes are, by their first byte.
  private var lengths = [Int](repeating: 0, count: 256)
  /// Where the first byte does not tell: the ranges of both.
  private var spaces: [(first: ClosedRange<UInt8>, second: ClosedRange<UInt8>, length: Int)] = []
  /// Each code is looked for in all of them: a CMap of the standard's has two.
  private static let mostSpaces = 16
  private var characters: [Span] = []
  private var words: [Words] = []
  private var characterIndex = SpanIndex([])
  private var wordIndex = SpanIndex([])
  private var single: [UInt32: [UInt16]] = [:]
  private(set) var isVertical = false
  private(set) var hasCharacters = false

  /// Two bytes each, which are the number of a glyph.
  static func identity(isVertical: Bool) -> CharacterMap {
    var map = CharacterMap()
    map.lengths = [Int](repeating: 2, count: 256)
    map.characters = [Span(codes: 0...0xFFFF, length: 2, value: 0)]
    map.characterIndex = SpanIndex(map.characters.map(\.places))
    map.hasCharacters = true
    map.isVertical = isVertical
    return map
  }

  private init() {}

  /// Reads a CMap; `nil` if it is none, or is based on one that is neither in the file nor predefined.
  init?(_ bytes: [UInt8], _ dictionary: PDFDictionary = [:], isText: Bool = false) {
    isVertical = dictionary["WMode"]?.integer == 1
    if let base = dictionary["UseCMap"] {
      guard let map = base.name.flatMap(PredefinedMaps.map) else { return nil }
      self = map
    }
    let isRead = bytes.withUnsafeBytes { bytes in
      var parser = ContentParser(bytes)
      do {
        while let operation = try parser.next() { if !take(operation) { return false } }
        return true
      } catch { return isText }
    }
    guard isRead else { return nil }
    characterIndex = SpanIndex(characters.map(\.places))
    wordIndex = SpanIndex(words.map { Int($0.codes.lowerBound)...Int($0.codes.upperBound) })
  }

  static let identityNames: [PDFName: Bool] = ["Identity-H": false, "Identity-V": true]

  private mutating func take(_ operation: ContentOperation) -> Bool {
    let operands = operation.operands
    switch operation.name {
    case "usecmap":
      guard let map = operands.last?.name.flatMap(PredefinedMaps.map) else { return false }
      self = map
    case "def":
      if operands.count >= 2, operands[operands.count - 2].name == "WMode" {
        isVertical = operands.last?.integer == 1
      }
    case "endcodespacerange":
      for index in stride(from: 0, to: operands.count - 1, by: 2) {
        guard let low = operands[index].string, let high = operands[index + 1].string,
          low.count == high.count,
          (1...4).contains(low.count), low[0] <= high[0]
        else { continue }
        let known = lengths[Int(low[0])...Int(high[0])].first { $0 > 1 && $0 != low.count }
        if let known, low.count > 1, low[1] <= high[1], spaces.count < Self.mostSpaces {
          if spaces.isEmpty { spaces.append((0...255, 0...255, known)) }
          spaces.append((low[0]...high[0], low[1]...high[1], low.count))
        } else {
          for first in low[0]...high[0] { lengths[Int(first)] = low.count }
        }
      }
    case "endcidchar":
      for index in stride(from: 0, to: operands.count - 1, by: 2) {
        addCharacters(operands[index], operands[index], operands[index + 1])
      }
    case "endcidrange":
      for index in stride(from: 0, to: operands.count - 2, by: 3) {
        addCharacters(operands[index], operands[index + 1], operands[index + 2])
      }
    case "endbfchar":
      for index in stride(from: 0, to: operands.count - 1, by: 2) {
        guard let code = Self.code(operands[index]), let text = operands[index + 1].string else { continue }
        single[code] = Self.units(text)
      }
    case "endbfrange":
      for index in stride(from: 0, to: operands.count - 2, by: 3) {
        guard let low = Self.code(operands[index]), let high = Self.code(operands[index + 1]), low <= high
        else {
          continue
        }
        if let list = operands[index + 2].array {
          for (code, item) in zip(low...high, list) {
            if let text = item.string { single[code] = Self.units(text) }
          }
        } else if let text = operands[index + 2].string {
          words.append(Words(codes: low...high, text: Self.units(text)))
        }
      }
    default: break
    }
    return true
  }

  private mutating func addCharacters(_ low: PDFObject, _ high: PDFObject, _ value: PDFObject) {
    guard let from = Self.code(low), let to = Self.code(high), from <= to, let value = value.integer,
      let number = UInt32(exactly: value)
    else { return }
    hasCharacters = true
    characters.append(Span(codes: from...to, length: low.string?.count ?? 0, value: number))
  }

  private static func code(_ object: PDFObject) -> UInt32? {
    guard let bytes = object.string, (1...4).contains(bytes.count) else { return nil }
    return bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func units(_ bytes: [UInt8]) -> [UInt16] {
    guard bytes.count > 1 else { return bytes.map(UInt16.init) }
    return stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
  }

  /// Calls `body` with each code of a string and its length in bytes.
  func forEachCode(in string: [UInt8], _ body: (UInt32, Int) -> Void) {
    var index = 0
    while index < string.count {
      let wanted = length(string[index], index + 1 < string.count ? string[index + 1] : nil)
      let length = min(wanted > 0 ? wanted : usualLength, string.count - index)
      var code: UInt32 = 0
      for byte in string[index..<index + length] { code = code << 8 | UInt32(byte) }
      body(code, length)
      index += length
    }
  }

  private func length(_ first: UInt8, _ second: UInt8?) -> Int {
    let known = lengths[Int(first)]
    guard !spaces.isEmpty, known > 1, let second else { return known }
    return spaces.last { $0.first.contains(first) && $0.second.contains(second) }?.length ?? known
  }

  /// How many bytes a code has in strings.
  func length(of code: UInt32) -> Int {
    (1...4).first { length in
      let first = code >> (8 * UInt32(length) - 8)
      guard first <= 0xFF else { return false }
      let second = length > 1 ? UInt8(code >> (8 * UInt32(length) - 16) & 0xFF) : nil
      return self.length(UInt8(first), second) == length
    } ?? usualLength
  }

  /// The length of codes whose first byte the map does not know.
  private var usualLength: Int { lengths.first { $0 > 0 } ?? 1 }

  /// The codes of a string, each with its length in bytes.
  func codes(in string: [UInt8]) -> [(code: UInt32, length: Int)] {
    var result: [(code: UInt32, length: Int)] = []
    forEachCode(in: string) { result.append(($0, $1)) }
    return result
  }

  /// The number of the glyph of a code (CID).
  func character(_ code: UInt32, length: Int) -> Int {
    guard let index = characterIndex[Span.place(code, length)] else { return 0 }
    let span = characters[index]
    return Int(span.value) + Int(code - span.codes.lowerBound)
  }

  /// Whether it says of any code that it stands for something.
  var hasTexts: Bool { contains { $0 != 0 && $0 != 0xFFFD && $0 != 0xFFFF } }

  /// Whether it says of any code that it stands for a letter that is written from the right.
  var hasRightToLeft: Bool { contains { Unicode.Scalar($0)?.isRightToLeft == true } }

  private func contains(where says: (UInt16) -> Bool) -> Bool {
    single.values.contains { $0.contains(where: says) } || words.contains { $0.text.contains(where: says) }
  }

  /// The text of a code; `nil` if the map does not say it.
  func text(_ code: UInt32) -> String? {
    if let units = single[code] { return String(decoding: units, as: UTF16.self) }
    guard let span = wordIndex[Int(code)].map({ words[$0] }), var last = span.text.last else { return nil }
    last = last &+ UInt16(truncatingIfNeeded: code - span.codes.lowerBound)
    return String(decoding: span.text.dropLast() + [last], as: UTF16.self)
  }
}
