/// An annotation and the place that it has among the annotations of the page in the result.
public struct AnnotationPlacement: Sendable, Hashable {
  /// The annotation.
  public let id: AnnotationID
  /// Its index in the page's list, where 0 is the bottom.
  public let index: Int

  /// Makes a placement.
  public init(_ id: AnnotationID, at index: Int) {
    self.id = id
    self.index = index
  }
}

extension AnnotationPlacement: Codable {
  /// Reads `{"id": "…", "at": 0}`.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    try fields.allow(["id", "at"], in: "a placement")
    self.init(try fields.value("id"), at: try fields.requiredInteger("at"))
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(id, forKey: Fields.Name(stringValue: "id"))
    try fields.encode(index, forKey: Fields.Name(stringValue: "at"))
  }
}
