/// Something that got another name where its own was taken.
public struct Renaming: Sendable, Hashable {
  /// What it is. More kinds may come.
  public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
    /// A form field on top, whose name is the beginning of the full names of those below it.
    case field
    /// A named place.
    case destination
    /// A file that the document holds.
    case attachment
  }

  /// What it is.
  public let kind: Kind
  /// Its name where it comes from.
  public let old: String
  /// Its name here.
  public let new: String

  package init(_ kind: Kind, from old: String, to new: String) {
    (self.kind, self.old, self.new) = (kind, old, new)
  }
}

extension Renaming: CustomStringConvertible {
  /// What, and both names: `field 'name' to 'name_2'`.
  public var description: String { "\(kind.rawValue) '\(old)' to '\(new)'" }
}
