/// Reads the elements of a value in DER or BER (ITU-T X.690), one after the other. Nothing that bytes say makes it read
/// beyond them, or go deeper than ``deepest``.
struct DERReader {
  /// An element: its tag and what is in it.
  struct Element {
    let tag: UInt8
    let content: ArraySlice<UInt8>
    /// All of its bytes.
    let whole: ArraySlice<UInt8>

    var isConstructed: Bool { tag & 0x20 != 0 }
  }

  /// Bytes that are not what they should be.
  struct Malformed: Error {}

  static let deepest = 32

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// The tag of the next element.
  var nextTag: UInt8? { rest.first }

  /// The next element.
  mutating func next() throws -> Element {
    let all = rest
    let (tag, length) = try head(&rest)
    let content: ArraySlice<UInt8>
    if let length {
      guard length <= rest.count else { throw Malformed() }
      content = rest.prefix(length)
      rest = rest.dropFirst(length)
    } else {
      content = try indefinite(&rest)
    }
    return Element(tag: tag, content: content, whole: all[all.startIndex..<rest.startIndex])
  }

  /// The next element, which must have a tag.
  mutating func next(_ tag: UInt8) throws -> Element {
    let element = try next()
    guard element.tag == tag else { throw Malformed() }
    return element
  }

  /// The next element if it has a tag.
  mutating func nextIf(_ tag: UInt8) throws -> Element? { nextTag == tag ? try next() : nil }

  /// A reader of what is in the next element, which must have a tag.
  mutating func enter(_ tag: UInt8) throws -> DERReader { DERReader(try next(tag).content) }

  /// Tag and length; no length for an element that ends with a mark.
  private func head(_ rest: inout ArraySlice<UInt8>) throws -> (tag: UInt8, length: Int?) {
    guard let tag = rest.popFirst(), tag & 0x1F != 0x1F, let first = rest.popFirst() else {
      throw Malformed()
    }
    if first < 0x80 { return (tag, Int(first)) }
    if first == 0x80 {
      guard tag & 0x20 != 0 else { throw Malformed() }
      return (tag, nil)
    }
    var length = 0
    guard first <= 0x84 else { throw Malformed() }
    for _ in 0..<first & 0x7F {
      guard let byte = rest.popFirst() else { throw Malformed() }
      length = length << 8 | Int(byte)
    }
    return (tag, length)
  }

  /// What comes before the mark that ends an element, which is passed over.
  private func indefinite(_ rest: inout ArraySlice<UInt8>) throws -> ArraySlice<UInt8> {
    let all = rest
    var depth = 1
    while true {
      let position = rest.startIndex
      let (tag, length) = try head(&rest)
      switch (tag, length) {
      case (0, 0?):
        depth -= 1
        if depth == 0 { return all[all.startIndex..<position] }
      case (_, nil):
        depth += 1
        guard depth <= Self.deepest else { throw Malformed() }
      case (_, let length?):
        guard length <= rest.count else { throw Malformed() }
        rest = rest.dropFirst(length)
      }
    }
  }
}

extension DERReader.Element {
  /// The bytes of an octet string, also of one in parts.
  func octets() throws -> [UInt8] {
    guard isConstructed else { return Array(content) }
    var result: [UInt8] = []
    var stack = [DERReader(content)]
    while var reader = stack.popLast() {
      guard stack.count < DERReader.deepest else { throw DERReader.Malformed() }
      guard !reader.isAtEnd else { continue }
      let part = try reader.next()
      stack.append(reader)
      if part.isConstructed { stack.append(DERReader(part.content)) } else { result += part.content }
    }
    return result
  }

  /// An object identifier as numbers with dots between them.
  func objectIdentifier() throws -> String {
    guard tag == DERTag.objectIdentifier, !content.isEmpty, content.count <= 64 else {
      throw DERReader.Malformed()
    }
    var numbers: [Int] = []
    var value = 0
    for byte in content {
      guard value < 1 << 48 else { throw DERReader.Malformed() }
      value = value << 7 | Int(byte & 0x7F)
      guard byte & 0x80 == 0 else { continue }
      numbers.append(value)
      value = 0
    }
    guard let first = numbers.first else { throw DERReader.Malformed() }
    let top = min(first / 40, 2)
    return ([top, first - 40 * top] + numbers.dropFirst()).map(String.init).joined(separator: ".")
  }
}

/// Tags of universal types (X.680, 8.4).
enum DERTag {
  static let boolean: UInt8 = 0x01
  static let integer: UInt8 = 0x02
  static let bitString: UInt8 = 0x03
  static let octetString: UInt8 = 0x04
  static let null: UInt8 = 0x05
  static let objectIdentifier: UInt8 = 0x06
  static let utcTime: UInt8 = 0x17
  static let generalizedTime: UInt8 = 0x18
  static let sequence: UInt8 = 0x30
  static let set: UInt8 = 0x31

  /// A tag that its place gives a meaning: of elements that hold others.
  static func context(_ number: UInt8) -> UInt8 { 0xA0 | number }
  /// The same, of elements that hold bytes.
  static func primitive(_ number: UInt8) -> UInt8 { 0x80 | number }
}
