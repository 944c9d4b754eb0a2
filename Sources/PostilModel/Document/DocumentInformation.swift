public import Foundation

/// What a document says of itself (the information dictionary, ISO 32000-2, 14.3.3).
public struct DocumentInformation: Sendable, Hashable, Codable {
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
  /// When it was last changed.
  public var modificationDate: Date?

  /// Makes information that says nothing.
  public init() {}
}
