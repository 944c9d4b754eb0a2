/// A file that a document holds as a whole, not on a page (`/EmbeddedFiles`, ISO 32000-2, 7.11.4).
public struct DocumentAttachment: Sendable, Hashable, Identifiable {
  /// What the file is to the document (`/AFRelationship`, ISO 32000-2, table 43).
  public struct Relationship: RawRepresentable, Sendable, Hashable, Codable {
    /// The name in the file.
    public let rawValue: String
    /// Takes a name of the file.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// What the document was made of.
    public static let source = Relationship(rawValue: "Source")
    /// What a table or a figure of it shows.
    public static let data = Relationship(rawValue: "Data")
    /// The same in another form: the XML of an electronic invoice.
    public static let alternative = Relationship(rawValue: "Alternative")
    /// More on the matter.
    public static let supplement = Relationship(rawValue: "Supplement")
    /// Nothing of these.
    public static let unspecified = Relationship(rawValue: "Unspecified")
  }

  /// The name by which the document lists it; of several attachments each has its own. It need not be that of the file.
  public let name: String
  /// The file. Its bytes may be in the document: ``DocumentEditing/data(ofAttachment:)`` reads them.
  public var file: AttachedFile
  /// What it is to the document; `nil` if nothing is said. With one the document lists it among its associated files too (`/AF`).
  public var relationship: Relationship?

  /// Makes an attachment.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - name: The name by which the document lists it; that of the file without it.
  ///   - relationship: What it is to the document.
  public init(_ file: AttachedFile, name: String? = nil, relationship: Relationship? = nil) {
    (self.name, self.file, self.relationship) = (name ?? file.name, file, relationship)
  }

  /// The name.
  public var id: String { name }

  /// - Throws: ``PDFError`` with code `.invalidArgument` if two have one name, or a name is none.
  package static func validated(_ attachments: [DocumentAttachment]) throws(PDFError) -> [DocumentAttachment]
  {
    var names: Set<String> = []
    for attachment in attachments {
      guard !attachment.name.isEmpty, names.insert(attachment.name).inserted else {
        throw PDFError(
          .invalidArgument,
          "There is an attachment '\(attachment.name)' already, or the name is empty: choose another.")
      }
      // Those of files may have any name.
      if attachment.file.data != nil { try attachment.file.requireUsable() }
    }
    return attachments
  }

  /// The memory that it takes, estimated, its file included.
  package var byteCount: Int { 512 + (file.data?.count ?? 0) }
}

extension DocumentAttachment: Codable {
  private enum Key: CodingKey { case name, file, relationship }

  /// Reads `{"name": "costs", "file": {"name": "costs.csv", "data": "base 64"}, "relationship": "Data"}`.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      try values.decode(AttachedFile.self, forKey: .file),
      name: try values.decodeIfPresent(String.self, forKey: .name),
      relationship: try values.decodeIfPresent(String.self, forKey: .relationship).map(Relationship.init))
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(name, forKey: .name)
    try values.encode(file, forKey: .file)
    try values.encodeIfPresent(relationship?.rawValue, forKey: .relationship)
  }
}

extension DocumentAttachment: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
