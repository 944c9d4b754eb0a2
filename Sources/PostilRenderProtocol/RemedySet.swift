/// What makes poppler and cairo draw with fewer instructions: each can be switched off, for comparison.
package struct RemedySet: OptionSet, Sendable, Hashable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Colours of ICC profiles from tables.
  package static let icc = RemedySet(rawValue: 1)
  /// Lines of pixels at once through these.
  package static let iccLines = RemedySet(rawValue: 2)
  /// Images averaged to device pixels.
  package static let images = RemedySet(rawValue: 4)
  /// Soft masks as large as their group.
  package static let softMasks = RemedySet(rawValue: 8)
  /// Radial shadings without useless rings.
  package static let radialShadings = RemedySet(rawValue: 16)
  /// No layout of text where pictures are drawn.
  package static let textLayout = RemedySet(rawValue: 32)
  /// Compressed streams through zlib.
  package static let flate = RemedySet(rawValue: 64)
  package static let all = RemedySet(rawValue: 127)
}

extension RemedySet: MessageCodable {
  package init(from reader: inout MessageReader) throws(MessageError) {
    self.init(rawValue: try reader.read())
  }
  package func write(to writer: inout MessageWriter) { writer.write(rawValue) }
}
