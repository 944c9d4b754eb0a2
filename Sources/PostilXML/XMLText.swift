import Foundation
import PostilModel

/// The text of an XML document in UTF-8, looked through before libxml2 sees it: versions of that in use take time that grows
/// with the square of the number of attributes of an element.
struct XMLText {
  let utf8: Data

  /// - Throws: `PDFError` with code `.invalidAnnotations` if the text is in an encoding other than UTF-8, UTF-16 and
  ///   Latin-1, or an element has more attributes than that.
  init(_ data: Data, mostAttributes: Int) throws {
    utf8 = try Self.recoded(data)
    try Self.requireFewAttributes(utf8, mostAttributes)
  }

  private static func recoded(_ data: Data) throws -> Data {
    let start = Array(data.prefix(200))
    if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE]) {
      return try recoded(data, as: .utf16)
    }
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { return data.dropFirst(3) }
    guard !start.prefix(4).contains(0) else { throw problem("it is neither in UTF-8 nor marked as UTF-16") }
    switch encodingName(String(decoding: start, as: UTF8.self))?.lowercased() {
    case nil, "utf-8", "utf8", "us-ascii", "ascii": return data
    case "iso-8859-1", "latin1": return try recoded(data, as: .isoLatin1)
    case "windows-1252", "cp1252": return try recoded(data, as: .windowsCP1252)
    case let name?: throw problem("its encoding '\(name)' is not known here; save it in UTF-8")
    }
  }

  private static func encodingName(_ start: String) -> String? {
    guard start.hasPrefix("<?xml"), let end = start.range(of: "?>") else { return nil }
    let declaration = start[..<end.lowerBound]
    guard let name = declaration.firstMatch(of: /encoding\s*=\s*["']([^"']*)["']/) else { return nil }
    return String(name.1)
  }

  private static func recoded(_ data: Data, as encoding: String.Encoding) throws -> Data {
    guard let text = String(data: data, encoding: encoding) else {
      throw problem("it is not in the encoding that it says")
    }
    return Data(text.utf8)
  }

  private static func problem(_ what: String) -> PDFError {
    PDFError(.invalidAnnotations, "The XML file is refused: \(what).")
  }

  private static func requireFewAttributes(_ text: Data, _ most: Int) throws {
    try text.withUnsafeBytes { bytes in
      var scanner = TagScanner(bytes)
      while let count = scanner.nextAttributeCount() {
        if count > most { throw problem("an element has more than \(most) attributes") }
      }
    }
  }
}

/// Counts the values in quotes of one tag after the other. What is not well formed is passed over: libxml2 stops there.
private struct TagScanner {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func nextAttributeCount() -> Int? {
    while let start = next(UInt8(ascii: "<")) {
      position = start + 1
      if skip("!--", to: "-->") || skip("![CDATA[", to: "]]>") || skip("?", to: "?>") { continue }
      return attributeCount()
    }
    return nil
  }

  private mutating func attributeCount() -> Int {
    var count = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: ">") { break }
      guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else { continue }
      count += 1
      position = next(byte).map { $0 + 1 } ?? bytes.count
    }
    return count
  }

  private func next(_ byte: UInt8) -> Int? {
    guard position < bytes.count, let start = bytes.baseAddress,
      let found = memchr(start + position, Int32(byte), bytes.count - position)
    else { return nil }
    return UnsafeRawPointer(found) - start
  }

  private mutating func skip(_ start: StaticString, to end: StaticString) -> Bool {
    guard starts(with: start, at: position) else { return false }
    position += start.utf8CodeUnitCount
    while let found = next(end.utf8Start.pointee) {
      position = found + 1
      if starts(with: end, at: found) { return true }
    }
    position = bytes.count
    return true
  }

  private func starts(with word: StaticString, at place: Int) -> Bool {
    guard place + word.utf8CodeUnitCount <= bytes.count else { return false }
    return (0..<word.utf8CodeUnitCount).allSatisfy { bytes[place + $0] == word.utf8Start[$0] }
  }
}
