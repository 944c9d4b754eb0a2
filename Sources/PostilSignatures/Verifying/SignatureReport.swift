public import Foundation
public import PostilFile

/// What verifying one signature of a document found out.
public struct SignatureReport: Sendable, Hashable {
  /// Which bytes a signature covers.
  public enum Coverage: Sendable, Hashable {
    /// All of the file, but for the signature itself.
    case wholeFile
    /// The file as it was when it was signed: so many bytes from the beginning, but for the signature itself.
    case revision(length: Int)
    /// The byte range is not what it has to be; why, in words.
    case invalid(String)
  }

  /// Whether the bytes that a signature covers are those that were signed.
  public enum Integrity: Sendable, Hashable {
    /// They are, and the signer's key signed them.
    case intact
    /// They were changed.
    case altered
    /// The signature is not one by the key of the certificate.
    case wrongSignature
    /// It cannot be told, in words: the signature is malformed, or of a kind that is not known.
    case unknown(String)
  }

  /// A time stamp (RFC 3161): somebody else's word for when something was there.
  public struct TimeStamp: Sendable, Hashable {
    /// When.
    public let date: Date
    /// Who says so.
    public let authority: SigningCertificate
    /// Whether it is one of this signature, by that authority's key.
    public let isIntact: Bool
    /// Whether its certificate is trusted; `nil` if no trusted certificates were given.
    public let trust: CertificateTrust?
  }

  /// What the signature says of itself: its field, the name, reason and place, the time by the signer's clock, and what it
  /// permits.
  public let info: SignatureInfo
  /// Which bytes it covers.
  public let coverage: Coverage
  /// Whether they are those that were signed.
  public let integrity: Integrity
  /// Whose key signed; `nil` if the signature cannot be read.
  public let signer: SigningCertificate?
  /// Whether that certificate is trusted; `nil` if no trusted certificates were given.
  public let trust: CertificateTrust?
  /// When it was signed by the signer's clock: as the signature itself says it, else as its dictionary does.
  public let claimedDate: Date?
  /// The time stamp, if it has one.
  public let timeStamp: TimeStamp?
  /// The digest, such as `SHA-256`.
  public let digestName: String?
  /// Whether the digest is one of which forgeries are known: SHA-1 and MD5.
  public let isDigestWeak: Bool
  /// What was changed after it, as far as ``coverage`` tells.
  public let laterChanges: LaterChanges
  /// Those of ``laterChanges`` that are not permitted, each with the reason: by the document's certification and the locks of
  /// signatures, as far as they were in force when the change was made.
  public let refusals: [Refusal]

  /// A change that is not permitted.
  public struct Refusal: Sendable, Hashable {
    /// What was changed.
    public let change: LaterChanges.Change
    /// Why it is not permitted, in words.
    public let reason: String
  }

  /// Whether all later changes are permitted.
  public var areLaterChangesPermitted: Bool { refusals.isEmpty }

  /// Whether the signature holds: it covers what it has to, those bytes are intact, and all later changes are permitted.
  /// Whether its signer is trusted is another question: see ``trust``.
  public var isValid: Bool {
    if case .invalid = coverage { return false }
    return integrity == .intact && areLaterChangesPermitted
  }
}
