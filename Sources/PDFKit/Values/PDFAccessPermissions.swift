internal import Postil

/// What the author allows who opens a document.
public struct PDFAccessPermissions: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt

  /// Makes a set of its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Printing, in low quality.
  public static let allowsLowQualityPrinting = PDFAccessPermissions(rawValue: 1 << 0)
  /// Printing, in any quality.
  public static let allowsHighQualityPrinting = PDFAccessPermissions(rawValue: 1 << 1)
  /// Changing the content.
  public static let allowsDocumentChanges = PDFAccessPermissions(rawValue: 1 << 2)
  /// Inserting, removing and turning pages.
  public static let allowsDocumentAssembly = PDFAccessPermissions(rawValue: 1 << 3)
  /// Copying text and pictures.
  public static let allowsContentCopying = PDFAccessPermissions(rawValue: 1 << 4)
  /// Reading the text out.
  public static let allowsContentAccessibility = PDFAccessPermissions(rawValue: 1 << 5)
  /// Adding annotations.
  public static let allowsCommenting = PDFAccessPermissions(rawValue: 1 << 6)
  /// Filling in forms.
  public static let allowsFormFieldEntry = PDFAccessPermissions(rawValue: 1 << 7)

  private static var engine: [(PDFAccessPermissions, PDFPermissions)] {
    [
      (.allowsLowQualityPrinting, .printing), (.allowsHighQualityPrinting, .highQualityPrinting),
      (.allowsDocumentChanges, .changing), (.allowsDocumentAssembly, .assembling),
      (.allowsContentCopying, .copying), (.allowsContentAccessibility, .accessibility),
      (.allowsCommenting, .annotating), (.allowsFormFieldEntry, .fillingForms),
    ]
  }

  init(_ permissions: PDFPermissions) {
    self = Self.engine.reduce(into: []) { if permissions.contains($1.1) { $0.insert($1.0) } }
  }

  var enginePermissions: PDFPermissions {
    Self.engine.reduce(into: PDFPermissions(rawValue: 0)) { if contains($1.0) { $0.insert($1.1) } }
  }
}

/// As whom a document was opened.
public enum PDFDocumentPermissions: Int, Sendable {
  /// It is locked.
  case none
  /// Somebody whom the author allows something.
  case user
  /// The owner.
  case owner
}
