/// A standard that a document says it keeps, in its metadata packet (XMP): `PDF/A-2b`, `PDF/UA-1`.
public struct ConformityClaim: Sendable, Hashable {
  /// A family of standards.
  public enum Standard: String, Sendable, Hashable, CaseIterable {
    /// Documents that are kept for long (ISO 19005).
    case archive = "PDF/A"
    /// Documents that everybody can read, by whatever means (ISO 14289).
    case universalAccess = "PDF/UA"
  }

  /// The family.
  public let standard: Standard
  /// The part of the standard, from 1.
  public let part: Int
  /// The level of the part, as a capital letter: `B`; `nil` where there is none.
  public let level: String?

  /// Makes a claim.
  ///
  /// - Parameters:
  ///   - standard: The family.
  ///   - part: The part of the standard, from 1.
  ///   - level: The level of the part, as a capital letter.
  public init(_ standard: Standard, part: Int, level: String? = nil) {
    self.standard = standard
    self.part = part
    self.level = level
  }
}

extension ConformityClaim: CustomStringConvertible {
  /// What people call it: `PDF/A-2b`.
  public var description: String { "\(standard.rawValue)-\(part)\(level?.lowercased() ?? "")" }
}
