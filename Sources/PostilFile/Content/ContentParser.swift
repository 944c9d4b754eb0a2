import PostilModel

/// An operation of a content stream (ISO 32000-2, 7.8.2): an operator and what stands before it.
struct ContentOperation {
  /// The operator; `nil` if it is none that ISO 32000 knows.
  let op: ContentOperator?
  let operands: [PDFObject]
  /// Where it stands in the stream, operands included.
  let range: Range<Int>
  /// What the operator is called if it is none of a content stream's: those of CMaps.
  var otherName = ""
  /// The data of an inline image (`BI`), as its filters left them.
  var imageData: Range<Int>?

  /// The operator as it is written.
  var name: String { op?.name ?? otherName }

  /// The operation as it is written.
  var bytes: [UInt8] {
    operands.flatMap { PDFSerializer.bytes(of: $0) + [32] } + Array(name.utf8) + [10]
  }

  /// The last operand, if it is a number.
  var number: Double? { operands.last?.number }

  /// The operands, if they are so many numbers.
  func numbers(_ count: Int) -> [Double]? {
    guard operands.count >= count else { return nil }
    let numbers = operands.suffix(count).compactMap(\.number)
    return numbers.count == count ? numbers : nil
  }
}

/// Reads a content stream operation by operation; also the CMaps of fonts, whose syntax is the same as far as they matter.
struct ContentParser {
  private var parser: PDFParser

  /// More operands than any operator has, and any list of a CMap.
  private static let mostOperands = 100_000

  init(_ bytes: UnsafeRawBufferPointer) {
    parser = PDFParser(bytes)
    parser.isContent = true
  }

  /// Why a stream cannot be read on.
  struct Failure: Error {
    let position: Int
  }

  /// The next operation; `nil` at the end. Operands that no operator follows, and brackets that close nothing, are skipped, as
  /// readers do.
  mutating func next() throws -> ContentOperation? {
    var operands: [PDFObject] = []
    parser.skipSpace()
    var start = parser.position
    while let byte = parser.current {
      switch byte {
      case UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ">"):
        parser.position += 1
      case UInt8(ascii: "/"), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "<"), UInt8(ascii: "+"),
        UInt8(ascii: "-"), UInt8(ascii: "."), 48...57:
        let place = parser.position
        guard let object = parser.object() else { throw Failure(position: place) }
        operands.append(object)
        guard operands.count < Self.mostOperands else { throw Failure(position: place) }
      default:
        let word = word()
        if let op = ContentOperator(word) {
          if op == .inlineImage { return try inlineImage(from: start) }
          return ContentOperation(op: op, operands: operands, range: start..<parser.position)
        }
        let name = String(decoding: word, as: UTF8.self)
        switch name {
        case "true": operands.append(.boolean(true))
        case "false": operands.append(.boolean(false))
        case "null": operands.append(.null)
        default:
          return ContentOperation(
            op: nil, operands: operands, range: start..<parser.position, otherName: name)
        }
      }
      parser.skipSpace()
      if operands.isEmpty { start = parser.position }
    }
    return nil
  }

  private mutating func word() -> UnsafeRawBufferPointer {
    let start = parser.position
    while let byte = parser.current, !ByteClass.endsToken(byte) { parser.position += 1 }
    // A byte that no token begins with.
    if parser.position == start { parser.position += 1 }
    return UnsafeRawBufferPointer(rebasing: parser.bytes[start..<parser.position])
  }

  // MARK: - Inline images

  /// ISO 32000-2, 8.9.7.
  private mutating func inlineImage(from start: Int) throws -> ContentOperation {
    var entries = PDFDictionary()
    while true {
      parser.skipSpace()
      guard let byte = parser.current else { throw Failure(position: start) }
      if byte == UInt8(ascii: "/") {
        guard let key = parser.object()?.name else { throw Failure(position: parser.position) }
        parser.skipSpace()
        let isWord = parser.current == UInt8(ascii: "t") || parser.current == UInt8(ascii: "f")
        guard let value = isWord ? PDFObject.boolean(word().elementsEqual("true".utf8)) : parser.object()
        else {
          throw Failure(position: parser.position)
        }
        entries[Self.longKeys[key] ?? key] = value
      } else {
        guard word().elementsEqual("ID".utf8) else { throw Failure(position: parser.position) }
        break
      }
    }
    // One white space, or the two bytes of an end of line.
    if parser.current == 13, parser.position + 1 < parser.bytes.count, parser.bytes[parser.position + 1] == 10
    {
      parser.position += 1
    }
    parser.position += 1
    let first = parser.position
    guard let end = endOfImage(entries, from: first) else { throw Failure(position: start) }
    parser.position = end.next
    return ContentOperation(
      op: .inlineImage, operands: [.dictionary(entries)], range: start..<end.next,
      imageData: first..<end.data)
  }

  /// Where the data end, and where what follows "EI" begins.
  private func endOfImage(_ entries: PDFDictionary, from first: Int) -> (data: Int, next: Int)? {
    let bytes = parser.bytes
    var place = first
    if let length = entries["Length"]?.integer ?? Self.plainLength(entries), length >= 0,
      length <= bytes.count - first
    {
      place = first + length
    }
    while place + 1 < bytes.count {
      defer { place += 1 }
      guard bytes[place] == UInt8(ascii: "E"), bytes[place + 1] == UInt8(ascii: "I"),
        place == first || ByteClass.isSpace(bytes[place - 1])
          || place == first + (entries["Length"]?.integer ?? -1)
      else { continue }
      let next = place + 2
      guard next == bytes.count || ByteClass.isSpace(bytes[next]), isText(from: next) else { continue }
      let hasSpace = place > first && ByteClass.isSpace(bytes[place - 1])
      return (hasSpace ? place - 1 : place, next)
    }
    return nil
  }

  /// Whether what follows looks like operations, and not like data of an image that happen to have "EI" in them.
  private func isText(from start: Int) -> Bool {
    parser.bytes[start..<min(start + 16, parser.bytes.count)].allSatisfy {
      ByteClass.isSpace($0) && $0 != 0 || (0x20..<0x7F).contains($0)
    }
  }

  /// How many bytes an image without filters has; `nil` if that is not plain.
  private static func plainLength(_ entries: PDFDictionary) -> Int? {
    guard entries["Filter"] == nil, let width = entries["Width"]?.integer,
      let height = entries["Height"]?.integer,
      (1...1 << 20).contains(width), (1...1 << 20).contains(height)
    else { return nil }
    let isMask = entries["ImageMask"]?.boolean == true
    let parts: Int
    switch entries["ColorSpace"]?.name {
    case "DeviceGray", "CalGray", "G": parts = 1
    case "DeviceRGB", "CalRGB", "RGB": parts = 3
    case "DeviceCMYK", "CMYK": parts = 4
    default:
      guard
        isMask || entries["ColorSpace"]?.array?.first?.name == "I"
          || entries["ColorSpace"]?.array?.first?.name == "Indexed"
      else { return nil }
      parts = 1
    }
    let bits = isMask ? 1 : entries["BitsPerComponent"]?.integer ?? 8
    guard (1...16).contains(bits) else { return nil }
    return (width * parts * bits + 7) / 8 * height
  }

  /// The short names of keys.
  private static let longKeys: [PDFName: PDFName] = [
    "BPC": "BitsPerComponent", "CS": "ColorSpace", "D": "Decode", "DP": "DecodeParms", "F": "Filter",
    "H": "Height", "IM": "ImageMask", "I": "Interpolate", "W": "Width", "L": "Length",
  ]
}
