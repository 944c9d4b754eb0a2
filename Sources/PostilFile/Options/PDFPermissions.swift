/// What the author of an encrypted document allows who opens it with the user password
/// (ISO 32000-2, table 22). All for documents that are not encrypted.
///
/// Edits, extracting and signing keep to them, unless a document is opened with ``OpenOptions/ignoresPermissions``. What a program
/// does with pictures and texts of pages is its own affair: it looks at `PDFDocument.effectivePermissions` before it prints or copies.
public struct PDFPermissions: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: Int
  /// Makes permissions from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Printing, at least at low quality.
  public static let printing = PDFPermissions(rawValue: 1 << 0)
  /// Printing at full quality.
  public static let highQualityPrinting = PDFPermissions(rawValue: 1 << 1)
  /// Changing everything that the other permissions are not about, such as contents, boxes, information and attachments; with it
  /// pages may be assembled too.
  public static let changing = PDFPermissions(rawValue: 1 << 2)
  /// Copying text and pictures.
  public static let copying = PDFPermissions(rawValue: 1 << 3)
  /// Adding and changing annotations, and filling in forms; together with ``changing`` also adding form fields.
  public static let annotating = PDFPermissions(rawValue: 1 << 4)
  /// Filling in and signing form fields that are there.
  public static let fillingForms = PDFPermissions(rawValue: 1 << 5)
  /// Reading out to people who cannot see: files that are encrypted with AES-256 always allow it, as ISO 32000-2 wants.
  public static let accessibility = PDFPermissions(rawValue: 1 << 6)
  /// Inserting, deleting, turning and moving pages, and changing the outline.
  public static let assembling = PDFPermissions(rawValue: 1 << 7)

  /// Everything.
  public static let all = PDFPermissions(rawValue: (1 << 8) - 1)
}

extension PDFPermissions: CustomStringConvertible {
  /// What is allowed: `printing, copying`; `everything` or `nothing`.
  public var description: String {
    if isSuperset(of: .all) { return "everything" }
    let names: [(PDFPermissions, String)] = [
      (.printing, "printing"), (.highQualityPrinting, "high quality printing"), (.changing, "changing"),
      (.copying, "copying"), (.annotating, "annotating"), (.fillingForms, "filling forms"),
      (.accessibility, "accessibility"), (.assembling, "assembling"),
    ]
    let allowed = names.filter { contains($0.0) }.map(\.1)
    return allowed.isEmpty ? "nothing" : allowed.joined(separator: ", ")
  }
}
