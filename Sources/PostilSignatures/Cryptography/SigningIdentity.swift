public import Foundation
import PostilGnuTLSBridge
public import PostilModel

/// What signs: a certificate, and a way to use its key.
public struct SigningIdentity: Sendable {
  /// The certificate of the key.
  public let certificate: SigningCertificate
  /// Certificates of those who issued it, which are put beside it.
  public let issuers: [SigningCertificate]

  let algorithm: SignatureAlgorithm
  let sign: @Sendable (Data) async throws -> Data

  /// Reads key and certificates of a PKCS#12 file (`.p12`, `.pfx`).
  ///
  /// - Parameters:
  ///   - pkcs12: The file.
  ///   - password: Its password.
  /// - Throws: `PDFError` with code `.wrongPassword`, or `.invalidArgument` if that is no such file, it has no key with a
  ///   certificate, or the key is of a kind that cannot sign documents.
  public init(pkcs12: Data, password: String) throws(PDFError) {
    var key: OpaquePointer?
    var list = [postil_tls_bytes](repeating: postil_tls_bytes(), count: 64)
    var count = 0
    let result = Array(pkcs12).withView {
      postil_tls_read_pkcs12($0, password, &key, &list, list.count, &count)
    }
    let certificates = list.prefix(count).map { $0.taken() }.compactMap(SigningCertificate.init(reading:))
    switch result {
    case postil_tls_ok: break
    case postil_tls_wrong_password:
      throw PDFError(.wrongPassword, "The password is not that of the key.")
    case postil_tls_no_key:
      throw PDFError(
        .invalidArgument, "There is no key with a certificate in it: give a PKCS#12 file that has both.")
    default: throw PDFError(.invalidArgument, "That is no PKCS#12 file: give a key as .p12 or .pfx.")
    }
    guard let key else { throw PDFError(.invalidArgument, "The key cannot be used.") }
    let held = HeldKey(key)
    guard let certificate = certificates.first else {
      throw PDFError(
        .invalidArgument, "There is no certificate of the key in it: give a PKCS#12 file that has both.")
    }
    try self.init(certificate: certificate, issuers: Array(certificates.dropFirst())) { digest, data in
      try await signatureQueue.result { try held.sign(data, digest) }
    }
  }

  /// Makes an identity whose key is somewhere else: on a card, with a service.
  ///
  /// - Parameters:
  ///   - certificate: The certificate of the key.
  ///   - issuers: Certificates of those who issued it.
  ///   - sign: Signs data with the key, and returns the signature: of an RSA key PKCS #1 1.5 with SHA-256; of one whose certificate
  ///     says RSASSA-PSS that, with the digest that the certificate names, else SHA-256, and a salt as long as the digest, or longer
  ///     where the certificate asks for that; of an ECDSA key as DER, with SHA-256, SHA-384 for keys of more than 256 bits,
  ///     SHA-512 for more than 384; of an Ed25519 key 64 bytes, of the data as they are.
  /// - Throws: `PDFError` with code `.invalidArgument` if the certificate's key is of a kind that cannot sign documents.
  public init(
    certificate: SigningCertificate, issuers: [SigningCertificate] = [],
    sign: @escaping @Sendable (Data) async throws -> Data
  ) throws(PDFError) {
    try self.init(certificate: certificate, issuers: issuers) { _, data in try await sign(data) }
  }

  private init(
    certificate: SigningCertificate, issuers: [SigningCertificate],
    signing: @escaping @Sendable (String, Data) async throws -> Data
  ) throws(PDFError) {
    guard let algorithm = certificate.algorithm else {
      throw PDFError(
        .invalidArgument, "The key is of a kind that cannot sign: give an RSA, ECDSA or Ed25519 key.")
    }
    self.certificate = certificate
    self.issuers = issuers
    self.algorithm = algorithm
    sign = { try await signing(algorithm.digest, $0) }
  }

  /// Checks that the certificate is for signing, and valid.
  ///
  /// - Throws: `PDFError` with code `.invalidArgument` if it is not.
  public func requireUsable(at time: Date = Date()) throws(PDFError) {
    if case .unsuitable(let reason) = certificate.purpose {
      throw PDFError(
        .invalidArgument, "The certificate of '\(certificate.name)' is not for signing: give another key.",
        underlying: reason)
    }
    guard time <= certificate.validity.upperBound else {
      throw PDFError(
        .invalidArgument,
        "The certificate of '\(certificate.name)' expired on \(certificate.validity.upperBound.day): give another key."
      )
    }
    guard time >= certificate.validity.lowerBound else {
      throw PDFError(
        .invalidArgument,
        "The certificate of '\(certificate.name)' is not valid before \(certificate.validity.lowerBound.day): give another key."
      )
    }
  }
}

extension Date {
  /// The day in UTC, as ISO 8601 has it.
  fileprivate var day: String { formatted(.iso8601.year().month().day()) }
}

/// A key of GnuTLS, which is only used to sign.
private final class HeldKey: @unchecked Sendable {
  private let key: OpaquePointer

  init(_ key: OpaquePointer) { self.key = key }

  deinit { postil_tls_close_key(key) }

  func sign(_ data: Data, _ digest: String) throws(PDFError) -> Data {
    var signature = postil_tls_bytes()
    let result = Array(data).withView { postil_tls_sign(key, digest, $0, &signature) }
    guard result == postil_tls_ok else {
      throw PDFError(.invalidArgument, "The key could not sign: give another one.")
    }
    return Data(signature.taken())
  }
}
