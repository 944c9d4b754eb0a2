import Foundation
import PostilGnuTLSBridge

/// Whether a certificate can be trusted.
public enum CertificateTrust: String, Sendable, Hashable, Codable {
  /// It is one of the trusted certificates, or was issued by one, perhaps through others that come with the signature.
  case trusted
  /// No trusted certificate issued it.
  case unknownIssuer
  /// The certificates between it and a trusted one are not what they should be: a signature in them is wrong or of a weak
  /// algorithm, or one of them may not issue certificates, or
  /// none for such names. Or they cannot be looked at, as keys of more than 16,384 bits.
  case brokenChain
  /// It leads to a trusted one, but its key is not for what it was used for: see ``SignatureReport/purpose``.
  case wrongPurpose
  /// It, or one between it and the trusted one, was no longer valid.
  case expired
  /// It, or one between it and the trusted one, was not yet valid; or it is one of a time stamp whose date has not come yet.
  case notYetValid

  /// Whether a chain of certificates holds, the last of which is trusted.
  static func of(chain: [[UInt8]], at time: Date) -> CertificateTrust {
    var trust = postil_tls_unknown_issuer
    let seconds = Int64(max(-1e11, min(time.timeIntervalSince1970, 1e11)))
    let result = chain.withViews { postil_tls_verify_chain($0.baseAddress, $0.count, seconds, &trust) }
    guard result == postil_tls_ok else { return .brokenChain }
    return switch trust {
    case postil_tls_trusted: .trusted
    case postil_tls_broken_chain: .brokenChain
    case postil_tls_expired: .expired
    case postil_tls_not_yet_valid: .notYetValid
    default: .unknownIssuer
    }
  }
}
