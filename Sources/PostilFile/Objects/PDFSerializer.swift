/// Writes objects as a file has them (ISO 32000-2, 7.3).
///
/// Our own, because libqpdf 11.3 does not escape `#` in names and prints some numbers wrongly.
struct PDFSerializer {
  private(set) var bytes: [UInt8] = []
  /// Where long lists of references were written as rows of ``rowLength`` bytes.
  private(set) var rows: Range<Int>?
  /// If set, a long list of references is written as rows of this length that begin at its multiples.
  var rowLength: Int?

  /// Lists shorter than this gain nothing by rows.
  static let longList = 256

  static func bytes(of object: PDFObject) -> [UInt8] {
    var serializer = PDFSerializer()
    serializer.write(object)
    return serializer.bytes
  }

  mutating func write(_ text: String) { bytes += text.utf8 }
  mutating func write(_ more: [UInt8]) { bytes += more }

  /// Writes an object with its number (ISO 32000-2, 7.3.10).
  mutating func write(_ object: PDFObject, as id: ObjectID) {
    write("\(id.number) \(id.generation) obj\n")
    write(object)
    write("\nendobj\n")
  }

  mutating func write(_ object: PDFObject) {
    switch object {
    case .null: write("null")
    case .boolean(let value): write(value ? "true" : "false")
    case .integer(let value): write(String(value))
    case .real(let text): write(text)
    case .string(let value): writeString(value)
    case .name(let value): writeName(value)
    case .array(let items): writeArray(items)
    case .dictionary(let value): writeDictionary(value)
    case .stream(let dictionary, let body): writeStream(dictionary, body)
    case .reference(let id): write("\(id.number) \(id.generation) R")
    }
  }

  /// Writes an operation of a content stream (ISO 32000-2, 7.8.2): its operands, and the operator without a space behind it.
  mutating func write(_ operands: [PDFObject], _ operation: String) {
    for operand in operands {
      write(operand)
      write(" ")
    }
    write(operation)
  }

  private mutating func writeArray(_ items: [PDFObject]) {
    if let rowLength, rows == nil, Self.isLong(items) { return writeRows(items, rowLength) }
    write("[")
    for (index, item) in items.enumerated() {
      if index > 0 { write(" ") }
      write(item)
    }
    write("]")
  }

  static func isLong(_ items: [PDFObject]) -> Bool {
    items.count >= longList && items.allSatisfy { $0.reference?.generation == 0 }
  }

  private mutating func writeRows(_ items: [PDFObject], _ length: Int) {
    write("[")
    while bytes.count % length != 0 { write(" ") }
    let start = bytes.count
    for item in items {
      let text = "\(item.reference?.number ?? 0) 0 R "
      write(String(repeating: " ", count: max(0, length - text.utf8.count)) + text)
    }
    rows = start..<bytes.count
    write("]")
  }

  private mutating func writeDictionary(_ dictionary: PDFDictionary) {
    write("<<")
    for entry in dictionary.entries {
      writeName(entry.key)
      write(" ")
      write(entry.value)
    }
    write(">>")
  }

  private mutating func writeStream(_ dictionary: PDFDictionary, _ body: PDFObject.StreamBody) {
    // UpdateCheck refuses an update with such a stream: see ObjectChanges.withStreamData().
    guard case .encoded(let data) = body else { return write("null") }
    var dictionary = dictionary
    dictionary["Length"] = .integer(data.count)
    writeDictionary(dictionary)
    write("\nstream\n")
    write(data)
    write("\nendstream")
  }

  private mutating func writeName(_ name: PDFName) {
    write("/")
    for byte in name.bytes {
      if byte > 0x20, byte < 0x7F, !ByteClass.endsToken(byte), byte != UInt8(ascii: "#") {
        bytes.append(byte)
      } else if byte != 0 {
        bytes.append(UInt8(ascii: "#"))
        write(hex: byte)
      }
    }
  }

  private mutating func writeString(_ string: [UInt8]) {
    guard string.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
      write("<")
      for byte in string { write(hex: byte) }
      return write(">")
    }
    write("(")
    for byte in string {
      if Self.isEscaped(byte) { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    write(")")
  }

  /// Writes the last bytes of a number as hexadecimal digits.
  mutating func write(hex value: UInt32, bytes count: Int) {
    for byte in (0..<UInt32(count)).reversed() { write(hex: UInt8(truncatingIfNeeded: value >> (8 * byte))) }
  }

  private mutating func write(hex byte: UInt8) {
    bytes.append(ByteClass.hexDigit(byte >> 4))
    bytes.append(ByteClass.hexDigit(byte & 15))
  }

  /// Whether a string has a backslash before this byte.
  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "\\")
  }
}
