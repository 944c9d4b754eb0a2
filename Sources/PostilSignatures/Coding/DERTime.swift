import Foundation

/// Times as certificates and messages have them (RFC 5280, 4.1.2.5).
enum DERTime {
  /// - Throws: ``DERReader/Malformed``.
  static func decode(_ bytes: [UInt8]) throws -> Date {
    var reader = DERReader(bytes)
    let element = try reader.next()
    return try decode(element)
  }

  static func decode(_ element: DERReader.Element) throws -> Date {
    guard element.tag == DERTag.utcTime || element.tag == DERTag.generalizedTime, element.content.last == 0x5A
    else { throw DERReader.Malformed() }
    let digits = element.content.dropLast().prefix { $0 != 0x2E }
    let yearLength = element.tag == DERTag.utcTime ? 2 : 4
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }), digits.count == yearLength + 10 else {
      throw DERReader.Malformed()
    }
    let numbers = digits.map { Int($0 - 0x30) }
    var year = numbers.prefix(yearLength).reduce(0) { 10 * $0 + $1 }
    if yearLength == 2 { year += year < 50 ? 2000 : 1900 }
    let parts = stride(from: yearLength, to: numbers.count, by: 2).map { 10 * numbers[$0] + numbers[$0 + 1] }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
    let components = DateComponents(
      year: year, month: parts[0], day: parts[1], hour: parts[2], minute: parts[3], second: parts[4])
    guard let date = calendar.date(from: components) else { throw DERReader.Malformed() }
    return date
  }
}
