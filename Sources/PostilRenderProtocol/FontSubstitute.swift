/// A font that a file does not have, and what a renderer takes in its place.
package struct FontSubstitute: Sendable, Hashable {
  /// The font's name in the file.
  package var font: String
  /// The name of the family that is taken; `nil` if there is none, and its text is not drawn.
  package var family: String?

  package init(font: String, family: String?) {
    (self.font, self.family) = (font, family)
  }

  /// More fonts than a page has.
  package static let countLimit = 2_000
}

extension FontSubstitute: MessageCodable {
  package init(from reader: inout MessageReader) throws(MessageError) {
    font = try reader.readText()
    let family = try reader.readText()
    self.family = family.isEmpty ? nil : family
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(font)
    writer.write(family ?? "")
  }
}

extension FontSubstitute {
  /// The bytes of an answer's payload.
  package static func payload(_ substitutes: [FontSubstitute]) -> [UInt8] {
    var writer = MessageWriter()
    writer.write(Array(substitutes.prefix(countLimit)))
    return writer.bytes
  }

  /// - Throws: ``MessageError/malformed`` if the bytes are no list of substitutes, or one that is too long.
  package static func list(_ payload: [UInt8]) throws(MessageError) -> [FontSubstitute] {
    var reader = MessageReader(payload)
    let substitutes: [FontSubstitute] = try reader.read()
    guard reader.isAtEnd, substitutes.count <= countLimit else { throw .malformed }
    return substitutes
  }
}
