/// A page and the place it has among the pages of the result.
public struct PagePlacement: Sendable, Hashable {
  /// The page.
  public let page: PageID
  /// Its index in the result, from 0.
  public let index: Int

  /// Makes a placement.
  public init(page: PageID, index: Int) {
    self.page = page
    self.index = index
  }
}

extension PagePlacement: Codable {
  /// Reads `{"page": 5, "to": 1}`: the page's number in the file as it was opened, and its place in
  /// the result, both from 1.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    try fields.allow(["page", "to"], in: "a placement")
    self.init(page: try fields.value("page"), index: try fields.index("to"))
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(page, forKey: Fields.Name(stringValue: "page"))
    try fields.encode(index &+ 1, forKey: Fields.Name(stringValue: "to"))
  }
}

extension Fields {
  /// A place among the pages, which scripts count from 1, as an index.
  func index(_ name: String) throws -> Int {
    let number = try requiredInteger(name)
    guard number >= 1 else { throw error("places are numbered from 1", at: name) }
    return number - 1
  }
}
