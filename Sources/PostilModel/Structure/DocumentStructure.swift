/// The structure of a document or of some of its pages, as its tags say it (ISO 32000-2, 14.7 and 14.8): what is read, in which order and as
/// what, and what is not.
public struct DocumentStructure: Sendable, Hashable {
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

  /// Makes a structure.
  public init(_ elements: [StructureElement] = [], language: String? = nil, isMarked: Bool = false) {
    (self.elements, self.language, self.isMarked) = (elements, language, isMarked)
    (artifacts, untagged, tabOrders) = ([], [], [:])
  }

  /// Whether there are tags.
  public var isTagged: Bool { !elements.isEmpty }

  /// Goes through all elements, each before what is in it.
  ///
  /// - Parameter body: Called with each element and how deep it lies, from 0.
  public func forEach(_ body: (StructureElement, Int) throws -> Void) rethrows {
    for element in elements { try element.forEach(body) }
  }
}
