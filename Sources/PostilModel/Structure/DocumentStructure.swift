/// What the structure of a document is known by.
public enum StructureSource: String, Sendable, Hashable, CaseIterable, Codable {
  /// The tags of the document; of pages whose texts these leave out, the layout.
  case any
  /// The tags of the document (ISO 32000-2, 14.7).
  case tags
  /// What its pages look like: sizes of letters, gaps, labels, lines of tables. It is a guess.
  case layout
}

/// The structure of a document or of some of its pages, as its tags say it (ISO 32000-2, 14.7 and 14.8), or as its pages look: what is read,
/// in which order and as what, and what is not.
public struct DocumentStructure: Sendable, Hashable {
  /// What it is known by: tags, or layout; `any` if some of the pages have tags and others have none.
  public var source: StructureSource
  /// Whether the document says that it is tagged (`/MarkInfo`).
  public var isMarked: Bool
  /// The language of the document, as of RFC 5646 (`/Lang`).
  public var language: String?
  /// The elements at the top, in order; none if the document has no structure.
  public var elements: [StructureElement]
  /// What pages show beside their content, such as page numbers (artifacts), by pages.
  public var artifacts: [StructureContent]
  /// What belongs to no element and is no artifact, by pages: what a screen reader passes over.
  public var untagged: [StructureContent]
  /// The order in which keys go through the annotations of pages, as they say it (`/Tabs`): `S`, as the structure has them; `R`, by rows;
  /// `C`, by columns; `A`, `W`.
  public var tabOrders: [PageID: String]

  /// Pages that cannot be read, of which nothing is known.
  public var unreadablePages: [PageID] = []

  /// Makes a structure.
  public init(
    _ elements: [StructureElement] = [], language: String? = nil, isMarked: Bool = false,
    source: StructureSource = .tags
  ) {
    self.source = source
    (self.elements, self.language, self.isMarked) = (elements, language, isMarked)
    (artifacts, untagged, tabOrders) = ([], [], [:])
  }

  /// Whether there are tags.
  public var isTagged: Bool { source == .tags && !elements.isEmpty }

  /// Whether there is an element with a text.
  package var hasText: Bool { elements.contains { $0.hasText } }

  /// Tells links where they lead.
  ///
  /// - Parameter address: The web address that an annotation of a page leads to.
  package mutating func setLinks(_ address: (PageID, AnnotationID) -> String?) {
    for index in elements.indices { elements[index].setLinks(address) }
  }

  /// Goes through all elements, each before what is in it.
  ///
  /// - Parameter body: Called with each element and how deep it lies, from 0.
  public func forEach(_ body: (StructureElement, Int) throws -> Void) rethrows {
    for element in elements { try element.forEach(body) }
  }
}
