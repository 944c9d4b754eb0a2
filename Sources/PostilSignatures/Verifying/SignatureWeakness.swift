/// Something that a signature rests on, and that others than the signer may be able to make.
public struct SignatureWeakness: Sendable, Hashable {
  /// What is weak.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The digest of the bytes that it covers.
    case digest
    /// The digest that the key signed.
    case signature
    /// The signer's key, which is short.
    case key
    /// The certificate of the signer, or of somebody who issued it.
    case certificate
    /// The time stamp.
    case timeStamp
  }

  /// What is weak.
  public let kind: Kind
  /// What it is, in words: `SHA-1`, `RSA, 1024 bits`.
  public let detail: String
}

extension SignatureWeakness {
  /// RSA keys shorter than this can be found out, or will be (NIST SP 800-131A; ETSI TS 119 312).
  private static let leastBits = 2048

  /// What is weak of the certificates of a message, from a signer's up to where they end.
  static func of(_ certificate: X509Certificate, in message: SignedData) -> [SignatureWeakness] {
    var result: [SignatureWeakness] = []
    if let detail = ofKey(certificate.publicKey) {
      result.append(SignatureWeakness(kind: .key, detail: detail))
    }
    let others = message.certificates.compactMap { try? X509Certificate($0) }
    var one = certificate
    for _ in 0...others.count {
      // What somebody says of itself is not what it is trusted for.
      guard one.issuer != one.subject else { break }
      if let digest = digest(of: one.signatureAlgorithm), RunningDigest.isWeak(digest) {
        result.append(SignatureWeakness(kind: .certificate, detail: RunningDigest.name(of: digest)))
      }
      guard let issuer = others.first(where: { $0.subject == one.issuer }) else { break }
      if let detail = ofKey(issuer.publicKey) {
        result.append(SignatureWeakness(kind: .certificate, detail: detail))
      }
      one = issuer
    }
    return result
  }

  private static func ofKey(_ key: PublicKeyInfo) -> String? {
    guard let modulus = key.rsa?.modulus, let first = modulus.first else { return nil }
    let bits = 8 * modulus.count - first.leadingZeroBitCount
    return bits < leastBits ? "RSA, \(bits) bits" : nil
  }

  /// The digest that a signature is of, as far as its algorithm says it.
  static func digest(of algorithm: AlgorithmIdentifier) -> String? {
    algorithm.name == OID.rsaPSS
      ? (try? PSSParameters(algorithm.parameters))?.digest : RunningDigest.ofSignature(algorithm.name)
  }

  /// What is weak of digests.
  static func of(digests: [(Kind, String?)]) -> [SignatureWeakness] {
    digests.compactMap { kind, digest in
      digest.flatMap {
        RunningDigest.isWeak($0) ? SignatureWeakness(kind: kind, detail: RunningDigest.name(of: $0)) : nil
      }
    }
  }
}
