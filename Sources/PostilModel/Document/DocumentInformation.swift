public import Foundation

/// What a document says of itself (the information dictionary, ISO 32000-2, 14.3.3). Where the file has a metadata packet (XMP) as well, a
/// save keeps both in step.
public struct DocumentInformation: Sendable, Hashable {
  /// The title.
  public var title: String?
  /// Who wrote it.
  public var author: String?
  /// What it is about.
  public var subject: String?
  /// Words to find it by.
  public var keywords: String?
  /// The program that it was written with.
  public var creator: String?
  /// The program that made the PDF.
  public var producer: String?
  /// When it was made.
  public var creationDate: Date?
  /// When it was last changed, as the program said: a save does not set it.
  public var modificationDate: Date?
  /// Texts under other keys of the dictionary, such as `Department`.
  public var custom: [String: String] = [:]

  /// Makes information that says nothing.
  public init() {}

  /// What holds for other files with the same pages too: without the program that made the file, and when it was changed.
  package var ofContent: DocumentInformation {
    var result = self
    (result.producer, result.modificationDate) = (nil, nil)
    return result
  }

  /// Says of others what this says nothing of.
  package mutating func addMissing(_ other: DocumentInformation) {
    title = title ?? other.title
    author = author ?? other.author
    subject = subject ?? other.subject
    keywords = keywords ?? other.keywords
    creator = creator ?? other.creator
    producer = producer ?? other.producer
    creationDate = creationDate ?? other.creationDate
    modificationDate = modificationDate ?? other.modificationDate
    custom.merge(other.custom) { own, _ in own }
  }
}

extension DocumentInformation: Codable {
  private static let keys = [
    "title", "author", "subject", "keywords", "creator", "producer", "creationDate", "modificationDate",
    "custom",
  ]

  /// Reads `{"title": "…", "author": "…", "subject": "…", "keywords": "…", "creator": "…", "producer": "…",
  /// "creationDate": "2026-05-04T12:30:00Z", "modificationDate": "…", "custom": {"Department": "…"}}`, where any key may be
  /// left out.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    try fields.allow(Self.keys, in: "information")
    title = try fields.optional("title")
    author = try fields.optional("author")
    subject = try fields.optional("subject")
    keywords = try fields.optional("keywords")
    creator = try fields.optional("creator")
    producer = try fields.optional("producer")
    creationDate = try fields.date("creationDate")
    modificationDate = try fields.date("modificationDate")
    custom = try fields.optional("custom") ?? [:]
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encodeIfPresent(title, forKey: "title")
    try fields.encodeIfPresent(author, forKey: "author")
    try fields.encodeIfPresent(subject, forKey: "subject")
    try fields.encodeIfPresent(keywords, forKey: "keywords")
    try fields.encodeIfPresent(creator, forKey: "creator")
    try fields.encodeIfPresent(producer, forKey: "producer")
    try fields.encodeDate(creationDate, forKey: "creationDate")
    try fields.encodeDate(modificationDate, forKey: "modificationDate")
    if !custom.isEmpty { try fields.encode(custom, forKey: "custom") }
  }
}
