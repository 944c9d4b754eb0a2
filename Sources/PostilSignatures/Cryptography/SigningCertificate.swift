public import Foundation
import PostilGnuTLSBridge
public import PostilModel

/// A certificate (X.509): whose key it is, who says so, and for how long.
public struct SigningCertificate: Sendable, Hashable {
  /// The certificate as DER.
  public let der: Data
  /// The common name of its owner, or the whole name if there is none.
  public let name: String
  /// The whole name of its owner (RFC 4514).
  public let subject: String
  /// The whole name of who issued it.
  public let issuer: String
  /// From when to when it is valid.
  public let validity: ClosedRange<Date>
  /// Whether it was issued by its owner.
  public let isSelfSigned: Bool

  /// Whether its key is for signing documents, as it says.
  public let purpose: KeyPurpose
  /// What its key signs with; `nil` for a kind of key that is not known.
  let algorithm: SignatureAlgorithm?

  /// Reads a certificate.
  ///
  /// - Throws: `PDFError` with code `.invalidArgument` if it is none.
  public init(der: Data) throws(PDFError) {
    guard let certificate = SigningCertificate(reading: Array(der)) else {
      throw PDFError(.invalidArgument, "That is no certificate: give an X.509 certificate as DER.")
    }
    self = certificate
  }

  init?(reading der: [UInt8]) {
    var read = postil_tls_certificate()
    let result = der.withView { postil_tls_read_certificate($0, &read) }
    let texts = [read.name, read.subject, read.issuer].map { $0.takenText() ?? "" }
    guard result == postil_tls_ok, let contents = try? X509Certificate(der) else { return nil }
    self.der = Data(der)
    (name, subject, issuer) = (texts[0], texts[1], texts[2])
    let start = Date(timeIntervalSince1970: TimeInterval(read.not_before))
    validity = start...max(start, Date(timeIntervalSince1970: TimeInterval(read.not_after)))
    isSelfSigned = read.is_self_signed
    purpose = contents.purposeForDocuments
    algorithm = SignatureAlgorithm(
      digest: Self.text(read.digest_oid), signature: Self.text(read.signature_oid),
      saltLength: Int(read.salt_length))
  }

  private static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// The certificates of a PEM file, 4,096 at most.
  ///
  /// - Throws: `PDFError` with code `.invalidArgument` if there are none in it.
  public static func certificates(pem: Data) throws(PDFError) -> [SigningCertificate] {
    var list = [postil_tls_bytes](repeating: postil_tls_bytes(), count: 4096)
    var count = 0
    let result = Array(pem).withView { postil_tls_read_pem($0, &list, list.count, &count) }
    let certificates = list.prefix(count).map { $0.taken() }.compactMap(SigningCertificate.init(reading:))
    guard result == postil_tls_ok, !certificates.isEmpty else {
      throw PDFError(
        .invalidArgument,
        "There are no certificates in it: give a PEM file, which begins with '-----BEGIN CERTIFICATE-----'.")
    }
    return certificates
  }
}

/// What a key signs with.
struct SignatureAlgorithm: Sendable, Hashable {
  /// The object identifier of the digest.
  let digest: String
  let signature: AlgorithmIdentifier

  /// `nil` if one is missing.
  init?(digest: String, signature: String, saltLength: Int) {
    guard !digest.isEmpty, !signature.isEmpty else { return nil }
    self.digest = digest
    self.signature =
      switch signature {
      case OID.rsaPSS:
        AlgorithmIdentifier(signature, PSSParameters(digest: digest, saltLength: saltLength).der)
      case OID.rsaWithSHA256, OID.rsaWithSHA384, OID.rsaWithSHA512: AlgorithmIdentifier(signature, DER.null)
      default: AlgorithmIdentifier(signature)
      }
  }
}
