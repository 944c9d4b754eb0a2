/// Elements in DER (ITU-T X.690), as bytes.
enum DER {
  static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
    var length: [UInt8] = []
    var rest = content.count
    while rest > 0 {
      length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    }
    return [tag, 0x80 | UInt8(length.count)] + length + content
  }

  static func sequence(_ parts: [UInt8]...) -> [UInt8] { element(DERTag.sequence, parts.flatMap(\.self)) }

  /// A set, whose elements are in the order of their bytes.
  static func set(_ parts: [[UInt8]]) -> [UInt8] {
    element(DERTag.set, parts.sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self))
  }

  static func octetString(_ bytes: [UInt8]) -> [UInt8] { element(DERTag.octetString, bytes) }

  /// A number from 0 to 127.
  static func integer(_ value: UInt8) -> [UInt8] { element(DERTag.integer, [value & 0x7F]) }

  /// A positive number, the highest byte first.
  static func integer(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array(bytes.drop { $0 == 0 })
    return element(DERTag.integer, (digits.first ?? 0x80) & 0x80 != 0 ? [0] + digits : digits)
  }

  static let null: [UInt8] = [DERTag.null, 0]

  /// An object identifier, from numbers with dots between them; empty if it is none.
  static func objectIdentifier(_ text: String) -> [UInt8] {
    let numbers = text.split(separator: ".").compactMap { Int($0) }
    guard numbers.count >= 2, numbers.allSatisfy({ $0 >= 0 }) else { return [] }
    var content: [UInt8] = []
    for number in [40 * numbers[0] + numbers[1]] + numbers.dropFirst(2) {
      var digits = [UInt8(truncatingIfNeeded: number & 0x7F)]
      var rest = number >> 7
      while rest > 0 {
        digits.insert(UInt8(truncatingIfNeeded: rest & 0x7F) | 0x80, at: 0)
        rest >>= 7
      }
      content += digits
    }
    return element(DERTag.objectIdentifier, content)
  }
}
