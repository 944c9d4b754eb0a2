import Foundation

extension Annotation: Codable {
  /// The keys that annotations of every kind have.
  private static let keys = StrokeStyle.keys + ["contents", "author", "created", "modified", "flags", "id"]

  /// Reads an annotation: its kind, where it is, and what differs from a thin black line.
  ///
  /// ```json
  /// {"kind": "rectangle", "rect": [72, 600, 200, 80], "color": "FF0000", "lineWidth": 2}
  /// ```
  ///
  /// Every key but those of the place may be left out; keys that are not known are errors.
  /// Without `id` it gets a new one.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    let shape = try AnnotationShape(fields, besides: Self.keys)
    self.init(
      shape, style: try StrokeStyle(fields), contents: try fields.optional("contents"),
      author: try fields.optional("author"), creationDate: try fields.date("created"),
      modificationDate: try fields.date("modified"),
      flags: try fields.integer("flags").map(AnnotationFlags.init) ?? .print,
      id: try fields.optional("id") ?? AnnotationID())
  }

  /// Writes what ``init(from:)`` reads, without keys that have their default.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    func key(_ name: String) -> Fields.Name { Fields.Name(stringValue: name) }
    try shape.encode(to: &fields)
    try style.encode(to: &fields)
    try fields.encodeIfPresent(contents, forKey: key("contents"))
    try fields.encodeIfPresent(author, forKey: key("author"))
    try fields.encodeDate(creationDate, forKey: key("created"))
    try fields.encodeDate(modificationDate, forKey: key("modified"))
    if flags != .print { try fields.encode(flags, forKey: key("flags")) }
    try fields.encode(id, forKey: key("id"))
  }
}

extension KeyedEncodingContainer {
  fileprivate mutating func encodeDate(_ date: Date?, forKey key: Key) throws {
    guard let date else { return }
    if let text = DateText.text(date) {
      try encode(text, forKey: key)
    } else {
      try encode(date.timeIntervalSince1970, forKey: key)
    }
  }
}
