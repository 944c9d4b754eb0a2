/// All cross-reference sections of a file together: where each object is.
struct XrefIndex {
  /// Newest first; of two with the same object, the first one counts.
  private let sections: [XrefSection]
  /// For each section the stream that holds what a table hides from older readers.
  private let hidden: [XrefSection?]

  /// More sections make each look-up slow.
  private static let mostSections = 4096
  /// All cross-reference streams together may take so much when decoded, in bytes.
  static let largestSize = 64 << 20

  /// - Parameter allowsEncryption: Whether the file may be encrypted: its objects are not read directly then.
  /// - Throws: ``XrefSection/Malformed`` if the sections are not plainly right.
  init(_ chain: XrefChain, _ bytes: UnsafeRawBufferPointer, allowsEncryption: Bool = false) throws {
    guard let parts = chain.sections, parts.count <= Self.mostSections,
      allowsEncryption || !parts.contains(where: { $0.isEncrypted })
    else { throw XrefSection.Malformed() }
    var room = Self.largestSize
    func section(_ rows: XrefChain.Section.Rows) throws -> XrefSection {
      switch rows {
      case .table(let subsections): return try XrefSection(table: subsections, in: bytes)
      case .stream(let dictionary, let data):
        let data = UnsafeRawBufferPointer(rebasing: bytes[data])
        let section = try XrefSection(stream: dictionary, data: data, limit: room)
        room -= section.decodedSize
        return section
      }
    }
    sections = try parts.map { try section($0.rows) }
    hidden = try parts.map { try $0.hidden.map(section) }
  }

  /// What the sections say about an object; `nil` if none lists it.
  func entry(of number: Int) throws -> XrefSection.Entry? {
    for (index, section) in sections.enumerated() {
      let found = try section.entry(of: number)
      guard let inside = try hidden[index]?.entry(of: number) else {
        if let found { return found }
        continue
      }
      // Readers disagree about objects that the section beside the stream calls free.
      guard found != .free else { throw XrefSection.Malformed() }
      return found ?? inside
    }
    return nil
  }

  /// How many entries there are in all sections.
  var count: Int { (sections + hidden.compactMap(\.self)).reduce(0) { $0 + $1.count } }

  /// Goes through all entries of all sections, also of those that newer ones replace.
  func forEach(_ body: (Int, XrefSection.Entry) throws -> Void) throws {
    for section in sections { try section.forEach(body) }
    for section in hidden { try section?.forEach(body) }
  }
}
