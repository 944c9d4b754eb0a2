/// All cross-reference sections of a file together: where each object is.
struct XrefIndex {
  /// Newest first; of two with the same object, the first one counts.
  private let sections: [XrefSection]
  /// For each section the stream that holds what a table hides from older readers.
  private let hidden: [XrefSection?]

  /// More sections make each look-up slow.
  private static let mostSections = 4096

  /// - Parameter allowsEncryption: Whether the file may be encrypted: its objects are not read directly then.
  /// - Throws: ``XrefSection/Malformed`` if the sections are not plainly right.
  init(_ chain: XrefChain, _ bytes: UnsafeRawBufferPointer, allowsEncryption: Bool = false) throws {
    guard chain.isExact, let parts = chain.sections, parts.count <= Self.mostSections,
      allowsEncryption || !parts.contains(where: { $0.isEncrypted })
    else { throw XrefSection.Malformed() }
    var room = XrefSection.largestSize
    sections = try parts.map { try XrefSection($0.rows, in: bytes, room: &room) }
    hidden = try parts.map { try $0.hidden.map { try XrefSection($0, in: bytes, room: &room) } }
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
