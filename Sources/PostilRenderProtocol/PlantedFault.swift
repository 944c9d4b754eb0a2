/// Something that a hostile document might bring a worker to, at one page.
package struct PlantedFault: Sendable, Hashable {
  package enum Kind: UInt8, Sendable, CaseIterable {
    case abort
    case nullPointer
    case endlessLoop
    case endlessMemory
    case stackOverflow
    /// Tries what is forbidden, and tells what worked as poppler's messages.
    case escape
    /// As an endless loop, when the document is opened.
    case endlessOpening
    /// Tries when the document is opened, and tells at its page.
    case escapeAtOpening
    /// Aborts if there are remedies.
    case crashWithRemedies
    /// As that, when the document is opened.
    case crashWithRemediesAtOpening
  }

  package var kind: Kind
  package var page: Int

  package init(_ kind: Kind, page: Int) {
    self.kind = kind
    self.page = page
  }
}

extension PlantedFault: MessageCodable {
  package init(from reader: inout MessageReader) throws(MessageError) {
    guard let kind = Kind(rawValue: try reader.read()) else { throw .malformed }
    self.init(kind, page: try reader.read())
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(kind.rawValue)
    writer.write(page)
  }
}
