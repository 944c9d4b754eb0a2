public import Foundation
import PostilModel

/// What a digital signature in a file says of itself (ISO 32000-2, 12.8). It is read, not verified: whether the
/// bytes are the signed ones and the certificate is trusted is not looked at.
public struct SignatureInfo: Sendable, Hashable {
  /// The full name of the form field that holds the signature; `nil` if no field does.
  public let fieldName: String?
  /// Who signed, as the signature says (`/Name`).
  public let name: String?
  /// Why (`/Reason`).
  public let reason: String?
  /// Where (`/Location`).
  public let location: String?
  /// When, by the signer's clock (`/M`).
  public let date: Date?
  /// Whether it is the author's certification of the document, which limits later changes.
  public let isCertification: Bool
  /// What the certification permits afterwards, ``PermittedChanges/formFilling`` if it does not say; `nil` for signatures that certify
  /// nothing.
  public let permittedChanges: PermittedChanges?
  /// How many bytes at the start of the file it covers, as it says, the gap for the signature itself included (`/ByteRange`): the file
  /// may be shorter. `nil` if the range is not one that starts at 0.
  public let coveredLength: Int?
  /// How the signature is made (`/SubFilter`), such as `ETSI.CAdES.detached`.
  public let subFilter: String?
  /// What it locks: later changes of the values of these fields are not permitted (FieldMDP, and `/Lock` of its field).
  public let locks: [FieldLock]

  /// Whether it is a time stamp of the document alone (`/SubFilter` is `ETSI.RFC3161`), which nobody signed.
  public var isTimeStamp: Bool { subFilter == "ETSI.RFC3161" }
}

/// What a signature locks: form fields, and, as it may say, the document (ISO 32000-2, tables 236 and 259).
public struct FieldLock: Sendable, Hashable {
  /// Which fields are meant.
  public enum Scope: String, Sendable, Hashable, Codable {
    /// All fields.
    case all = "All"
    /// Those that are named.
    case include = "Include"
    /// All but those that are named.
    case exclude = "Exclude"
  }

  /// Which fields are meant.
  public let scope: Scope
  /// The full names of the fields; a name stands for the fields below it too.
  public let names: [String]
  /// What of the whole document may be changed afterwards (`/P`); `nil` if the lock is about fields alone.
  public let permittedChanges: PermittedChanges?

  /// Makes a lock.
  public init(_ scope: Scope, names: [String] = [], permittedChanges: PermittedChanges? = nil) {
    self.scope = scope
    self.names = names
    self.permittedChanges = permittedChanges
  }

  /// Whether there may be a field that is locked.
  var locksAny: Bool { scope != .include || !names.isEmpty }

  /// Whether the field of that full name is locked.
  public func locks(_ field: String) -> Bool {
    let isNamed = names.contains { field == $0 || field.hasPrefix($0 + ".") }
    return switch scope {
    case .all: true
    case .include: isNamed
    case .exclude: !isNamed
    }
  }
}

/// What the certification of a document permits after it was signed (DocMDP, ISO 32000-2, table 257).
public enum PermittedChanges: Int, Sendable, Hashable, Codable, Comparable {
  /// None.
  case none = 1
  /// Filling in forms and signing.
  case formFilling = 2
  /// Annotations as well: adding, changing and removing them.
  case annotations = 3

  /// Permits less.
  public static func < (a: PermittedChanges, b: PermittedChanges) -> Bool { a.rawValue < b.rawValue }
}

extension SignatureInfo: CustomStringConvertible {
  /// The field and who signed: `approval: Ada`.
  public var description: String { "\(fieldName ?? "no field"): \(name ?? "no name")" }
}
