/// A key of ``PDFDocument/documentAttributes``.
public struct PDFDocumentAttribute: RawRepresentable, Hashable, Sendable {
  /// The key in the file.
  public let rawValue: String

  /// Makes a key.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The title, a string.
  public static let titleAttribute = PDFDocumentAttribute(rawValue: "Title")
  /// The author, a string.
  public static let authorAttribute = PDFDocumentAttribute(rawValue: "Author")
  /// The subject, a string.
  public static let subjectAttribute = PDFDocumentAttribute(rawValue: "Subject")
  /// The program that the document was written with, a string.
  public static let creatorAttribute = PDFDocumentAttribute(rawValue: "Creator")
  /// The program that made the file, a string.
  public static let producerAttribute = PDFDocumentAttribute(rawValue: "Producer")
  /// When it was made, a date.
  public static let creationDateAttribute = PDFDocumentAttribute(rawValue: "CreationDate")
  /// When it was changed, a date.
  public static let modificationDateAttribute = PDFDocumentAttribute(rawValue: "ModDate")
  /// The keywords, an array of strings.
  public static let keywordsAttribute = PDFDocumentAttribute(rawValue: "Keywords")
}

/// How a document is written.
public struct PDFDocumentWriteOption: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Makes an option.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The owner's password, a string; without it the user's is the owner's too.
  public static let ownerPasswordOption = PDFDocumentWriteOption(rawValue: "PDFDocumentOwnerPassword")
  /// The user's password, a string; with the owner's alone everybody can open the file.
  public static let userPasswordOption = PDFDocumentWriteOption(rawValue: "PDFDocumentUserPassword")
  /// What the user may do, the raw value of ``PDFAccessPermissions``; plays no part without a password.
  public static let accessPermissionsOption = PDFDocumentWriteOption(rawValue: "PDFDocumentAccessPermissions")
  /// Whether annotations become a part of the pages' content. Links, form fields, windows and replies do not.
  public static let burnInAnnotationsOption = PDFDocumentWriteOption(rawValue: "PDFDocumentBurnInAnnotations")
}
