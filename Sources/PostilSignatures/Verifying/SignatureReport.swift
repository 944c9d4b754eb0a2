public import Foundation
public import PostilFile

/// What verifying one signature of a document found out.
public struct SignatureReport: Sendable, Hashable {
  /// Which bytes a signature covers.
  public enum Coverage: Sendable, Hashable {
    /// All of the file, but for the signature itself, and white space at the end.
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
    /// Whether that authority's key is for time stamps and nothing else (RFC 3161, 2.3), and not the signer's own.
    public let purpose: KeyPurpose
    /// Whether its certificate is trusted; `nil` if no trusted certificates were given. It has to be valid still, or to have
    /// been when a later time stamp of the document, which is trusted, proves that this one was there.
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
  /// Whether that certificate is trusted; of a time stamp of the document, that of the authority. `nil` if no trusted certificates were
  /// given, or the signature cannot be read.
  public let trust: CertificateTrust?
  /// Whether the signer's key is for signing documents, as its certificate says; of a time stamp of the document, whether it is
  /// for time stamps. `nil` if the signature cannot be read.
  public let purpose: KeyPurpose?
  /// When it was signed by the signer's clock: as the signature itself says it, else as its dictionary does.
  public let claimedDate: Date?
  /// The time stamps, in the order of the message, 16 at most, those that can be read; of a time stamp of the document, itself.
  public let timeStamps: [TimeStamp]
  /// The digest that binds the bytes, such as `SHA-256`, or its object identifier if it has no name here; `nil` if the signature cannot
  /// be read.
  public let digestName: String?
  /// What the signature rests on that others may be able to make: MD2, MD4, MD5 and SHA-1, and RSA keys of less than 2,048 bits.
  public let weaknesses: [SignatureWeakness]
  /// What was changed after it, as far as ``coverage`` tells: 1,000 changes at most, see `LaterChanges.isComplete`.
  public let laterChanges: LaterChanges
  /// Those of ``laterChanges`` that are not permitted, each with the reason: by the document's certification and the locks of
  /// signatures, as far as they were in force when the change was made. 1,000 at most.
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

  /// The time stamp that counts, if there is one: the earliest that is intact and trusted, else the first that is intact, else the
  /// first.
  public var timeStamp: TimeStamp? {
    let intact = timeStamps.filter(\.isIntact)
    return intact.filter { $0.trust == .trusted }.min { $0.date < $1.date } ?? intact.first
      ?? timeStamps.first
  }

  /// Whether the bytes are bound by a digest of which forgeries are known, or the key signed such a one: MD2, MD4, MD5, SHA-1.
  public var isDigestWeak: Bool { weaknesses.contains { $0.kind == .digest || $0.kind == .signature } }

  /// Whether the signature holds: it covers what it has to, those bytes are intact, and all later changes are permitted.
  /// Whether its signer is trusted is another question: see ``trust``.
  public var isValid: Bool {
    if case .invalid = coverage { return false }
    return integrity == .intact && areLaterChangesPermitted
  }
}
