/// Which object of a document's file is meant, where entries are set: see ``Edit/setEntry(_:of:to:)``.
///
/// As JSON it is `"catalog"`, `{"page": 3}` or `{"object": 12}`.
public enum DocumentObject: Sendable, Hashable {
  /// The catalog, which leads to all else (ISO 32000-2, 7.7.2).
  case catalog
  /// The dictionary of a page (7.7.3.3).
  case page(PageID)
  /// The object of a number, of generation 0: as in ``PDFValue/reference(_:)``, in the file as it was last opened or saved.
  case object(Int)
}

extension DocumentObject: CustomStringConvertible {
  /// What it is called in messages: `the catalog`, `page 3`, `object 12`.
  public var description: String {
    switch self {
    case .catalog: "the catalog"
    case .page(let page): page.description
    case .object(let number): "object \(number)"
    }
  }
}

extension DocumentObject: Codable {
  /// Reads one.
  public init(from decoder: any Decoder) throws {
    if let word = try? decoder.singleValueContainer().decode(String.self), word == "catalog" {
      self = .catalog
      return
    }
    let message = "an object is \"catalog\", {\"page\": 3} or {\"object\": 12}"
    guard let fields = try? Fields(decoder) else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: message))
    }
    try fields.allow(["page", "object"], in: "an object")
    let (page, number): (PageID?, Int?) = (try fields.optional("page"), try fields.integer("object"))
    switch (page, number) {
    case (let page?, nil): self = .page(page)
    case (nil, let number?): self = .object(number)
    default: throw fields.error(message)
    }
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .catalog:
      var container = encoder.singleValueContainer()
      try container.encode("catalog")
    case .page(let page):
      var fields = encoder.container(keyedBy: Fields.Name.self)
      try fields.encode(page, forKey: "page")
    case .object(let number):
      var fields = encoder.container(keyedBy: Fields.Name.self)
      try fields.encode(number, forKey: "object")
    }
  }
}
