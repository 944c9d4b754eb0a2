import Foundation

/// What mail messages say in the encodings that they are sent in (RFC 2045, 6; RFC 2047): parts in base64, quoted-printable text, words
/// of headers.
struct MailMessage {
  /// Parts in base64: files, or texts.
  private(set) var parts: [[UInt8]] = []
  /// The whole message with quoted-printable text undone, and encoded words.
  private(set) var texts: [[UInt8]] = []

  private static let header = "content-transfer-encoding:"
  private static let encodings = [Array("base64".utf8), Array("quoted-printable".utf8)]

  /// `nil` if nothing in the bytes says that it is encoded so.
  ///
  /// - Complexity: O(bytes).
  init?(_ bytes: [UInt8]) {
    let lower = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    var isMessage = false
    var hasQuotes = false
    var place = 0
    while let found = lower.withUnsafeBytes({ ByteSearch.first(Self.header, in: $0, from: place) }) {
      isMessage = true
      place = found.upperBound
      let value = lower[place...].drop { ByteClass.isSpace($0) }
      hasQuotes = hasQuotes || value.starts(with: Self.encodings[1])
      guard value.starts(with: Self.encodings[0]) else { continue }
      // The part begins behind the empty line that ends its headers.
      place = Self.endOfHeaders(bytes, place)
      var digits: [UInt8] = []
      while place < bytes.count {
        let line = bytes[place...].prefix { $0 != 10 }
        guard line.allSatisfy({ Base64.isDigit($0) || $0 == 0x3D || ByteClass.isSpace($0) }) else {
          break
        }
        digits += line
        place = min(line.endIndex + 1, bytes.count)
      }
      if !digits.isEmpty { parts.append(Base64.decode(digits)) }
    }
    let words = Self.words(bytes)
    guard isMessage || !words.isEmpty else { return nil }
    texts = words
    if hasQuotes { texts.append(Self.unquoted(bytes, isWord: false)) }
  }

  private static func endOfHeaders(_ bytes: [UInt8], _ start: Int) -> Int {
    var place = start
    while place < bytes.count {
      let line = bytes[place...].prefix { $0 != 10 }
      let isEmpty = line.allSatisfy { ByteClass.isSpace($0) }
      let next = min(line.endIndex + 1, bytes.count)
      if isEmpty, place > start { return next }
      place = next
    }
    return place
  }

  private static func unquoted(_ bytes: some Collection<UInt8>, isWord: Bool) -> [UInt8] {
    var result: [UInt8] = []
    let bytes = Array(bytes)
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      guard byte == 0x3D else {
        result.append(isWord && byte == 0x5F ? 0x20 : byte)
        continue
      }
      if place + 1 < bytes.count, let high = ByteClass.hexValue(bytes[place]),
        let low = ByteClass.hexValue(bytes[place + 1])
      {
        result.append(high << 4 | low)
        place += 2
      } else if let end = bytes[place...].prefix(80).firstIndex(where: { $0 != 13 && $0 != 32 && $0 != 9 }),
        bytes[end] == 10
      {
        // The line goes on.
        place = end + 1
      } else {
        result.append(byte)
      }
    }
    return result
  }

  /// What encoded words say, all of them in one and each by itself: longer texts are several words.
  private static func words(_ bytes: [UInt8]) -> [[UInt8]] {
    var all: [UInt8] = []
    var result: [[UInt8]] = []
    var place = 0
    while let start = bytes.withUnsafeBytes({ ByteSearch.first("=?", in: $0, from: place) }) {
      place = start.upperBound
      // No word is longer than 75 characters; writers that do not care write lines.
      let fields = bytes[place...].prefix(1000).split(
        separator: 0x3F, maxSplits: 3, omittingEmptySubsequences: false)
      guard fields.count == 4, fields[1].count == 1, fields[3].first == 0x3D else { continue }
      let text: [UInt8]
      switch fields[1].first {
      case UInt8(ascii: "B"), UInt8(ascii: "b"): text = Base64.decode(fields[2])
      case UInt8(ascii: "Q"), UInt8(ascii: "q"): text = unquoted(fields[2], isWord: true)
      default: continue
      }
      place = fields[2].endIndex
      result.append(text)
      all += text
    }
    return result.isEmpty ? [] : [all, Array(result.joined(separator: [10]))]
  }
}

/// Base64 (RFC 4648, 4), as mail has it: in lines, and not always with all of its end.
private enum Base64 {
  static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2B, 0x2F: true
    default: false
    }
  }

  /// What is no digit is passed over.
  static func decode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var digits = bytes.filter(isDigit)
    // One by itself is no byte yet.
    if digits.count % 4 == 1 { digits.removeLast() }
    while digits.count % 4 != 0 { digits.append(0x3D) }
    return Data(base64Encoded: Data(digits)).map(Array.init) ?? []
  }
}
