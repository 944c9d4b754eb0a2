import Foundation

extension Annotation: Codable {
  /// The keys that annotations of every kind have.
  private static let keys =
    AnnotationStyle.keys + [
      "contents", "author", "subject", "created", "modified", "flags", "replyTo", "partOf", "popupOf",
      "metadata", "foreignKeys", "id", "dictionary",
    ]

  /// Reads an annotation: its kind, where it is, and what differs from a thin black line.
  ///
  /// ```json
  /// {"kind": "rectangle", "rect": [72, 600, 200, 80], "color": "FF0000", "lineWidth": 2}
  /// ```
  ///
  /// Every key but those of the place may be left out; keys that are not known are errors.
  /// Without `id` it gets a new one. `dictionary` is what a file says of it, where that is more than the other keys do:
  /// see ``PDFValue``.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    let content = try AnnotationContent(fields, besides: Self.keys, decoder)
    self.init(
      content, style: try AnnotationStyle(fields), contents: try fields.optional("contents"),
      author: try fields.optional("author"), subject: try fields.optional("subject"),
      creationDate: try fields.date("created"), modificationDate: try fields.date("modified"),
      flags: try fields.integer("flags").map(AnnotationFlags.init),
      metadata: try fields.optional("metadata") ?? [:], id: try fields.optional("id") ?? AnnotationID())
    foreignKeys = try fields.optional("foreignKeys") ?? []
    dictionary = try fields.optional("dictionary")
    if let other: AnnotationID = try fields.optional("replyTo") { relation = .reply(to: other) }
    if let other: AnnotationID = try fields.optional("partOf") { relation = .part(of: other) }
    if let other: AnnotationID = try fields.optional("popupOf") { relation = .popup(of: other) }
  }

  /// Writes what ``init(from:)`` reads, without keys that have their default.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(content.kind.rawValue, forKey: "kind")
    try content.value.encode(to: encoder)
    try style.encode(to: &fields)
    try fields.encodeIfPresent(note, forKey: "contents")
    try fields.encodeIfPresent(author, forKey: "author")
    try fields.encodeIfPresent(subject, forKey: "subject")
    try fields.encodeDate(creationDate, forKey: "created")
    try fields.encodeDate(modificationDate, forKey: "modified")
    if flags != content.value.usualFlags { try fields.encode(flags, forKey: "flags") }
    switch relation {
    case .reply(let other): try fields.encode(other, forKey: "replyTo")
    case .part(let other): try fields.encode(other, forKey: "partOf")
    case .popup(let other): try fields.encode(other, forKey: "popupOf")
    case nil: break
    }
    if !metadata.isEmpty { try fields.encode(metadata, forKey: "metadata") }
    if !foreignKeys.isEmpty { try fields.encode(foreignKeys, forKey: "foreignKeys") }
    try fields.encode(id, forKey: "id")
    try fields.encodeIfPresent(dictionary, forKey: "dictionary")
  }
}

extension AnnotationContent {
  /// Reads the content's part of an annotation, and refuses keys that are neither its own nor `others`.
  fileprivate init(_ fields: Fields, besides others: [String], _ decoder: any Decoder) throws {
    guard let name: String = try fields.optional("kind") else {
      throw fields.error("the key 'kind' is missing; it is one of \(AnnotationKinds.names)")
    }
    guard let kind = AnnotationKinds.named(name) else {
      throw fields.error("there is no '\(name)' here; use one of \(AnnotationKinds.names)", at: "kind")
    }
    try fields.allow(["kind"] + kind.keys + others, in: "an annotation of kind \(name)")
    self.init(try kind.init(from: decoder))
  }
}
