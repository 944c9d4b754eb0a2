import PostilGnuTLSBridge

/// Verifies signatures with the key of a certificate.
struct PublicKeyVerifier {
  /// The certificate as DER, and what it says.
  let der: [UInt8]
  let certificate: X509Certificate

  /// What came of it.
  enum Result: Equatable {
    case right
    case wrong
    /// It cannot be told; why, in words.
    case unknown(String)
  }

  /// Whether a signature is that of data.
  ///
  /// - Parameters:
  ///   - digestAlgorithm: What the data was digested with. An algorithm of a signature that has a digest of its own must have
  ///     the same (RFC 5652, 5.4, as RFC 8933 has it).
  ///   - isDigest: Whether the data is the digest.
  func verify(
    _ signature: [UInt8], _ algorithm: AlgorithmIdentifier, digestAlgorithm: String, data: [UInt8],
    isDigest: Bool
  ) throws -> Result {
    guard certificate.publicKey.isOfUsualSize else { return .unknown("the signer's key is too large") }
    let isPSS = algorithm.name == OID.rsaPSS
    var parameters: PSSParameters?
    do {
      parameters = isPSS ? try PSSParameters(algorithm.parameters) : nil
    } catch let error as PSSParameters.Unsupported {
      return .unknown(error.reason)
    }
    let ownDigest = parameters?.digest ?? RunningDigest.ofSignature(algorithm.name)
    guard ownDigest == nil || ownDigest == digestAlgorithm else {
      return .unknown(
        "it was made with \(RunningDigest.name(of: ownDigest ?? "")), what it signs with \(RunningDigest.name(of: digestAlgorithm))"
      )
    }
    let curve = certificate.publicKey.curve.flatMap(PrimeCurve.init(named:))
    guard parameters != nil || curve != nil else {
      return byGnuTLS(signature, algorithm, digestAlgorithm, data, isDigest)
    }
    guard let digest = isDigest ? data : RunningDigest.of(data, digestAlgorithm) else {
      return .unknown("its digest (\(digestAlgorithm)) is not known")
    }
    let isRight: Bool?
    if let parameters {
      guard try areOfKey(parameters) else {
        return .unknown("its parameters are not those that the key is for")
      }
      isRight = PSSVerifier(parameters: parameters).isSignature(
        signature, of: digest, key: certificate.publicKey)
    } else {
      let isECDSA =
        algorithm.name == OID.ecPublicKey || algorithm.name.hasPrefix("1.2.840.10045.4.3.")
        || OID.plainECDSA[algorithm.name] != nil
      guard isECDSA else { return .unknown("its algorithm \(algorithm.name) is not one of its key") }
      guard let (r, s) = Self.numbers(signature, algorithm) else { return .wrong }
      isRight = curve?.isSignature(r: r, s: s, of: digest, key: certificate.publicKey.key)
    }
    return isRight.map { $0 ? .right : .wrong } ?? .unknown("the signer's key is of a kind that is not known")
  }

  /// Whether the key may be used with parameters: it may be for one digest alone (RFC 4055, 3.3).
  private func areOfKey(_ parameters: PSSParameters) throws -> Bool {
    let key = certificate.publicKey.algorithm
    guard key.name == OID.rsaPSS, key.parameters.first == DERTag.sequence else { return true }
    guard let own = try? PSSParameters(key.parameters) else { return false }
    return own.digest == parameters.digest && own.maskDigest == parameters.maskDigest
      && parameters.saltLength >= own.saltLength
  }

  /// The two numbers of a signature with ECDSA.
  private static func numbers(_ signature: [UInt8], _ algorithm: AlgorithmIdentifier) -> ([UInt8], [UInt8])? {
    if OID.plainECDSA[algorithm.name] != nil {
      guard !signature.isEmpty, signature.count % 2 == 0 else { return nil }
      return (Array(signature.prefix(signature.count / 2)), Array(signature.suffix(signature.count / 2)))
    }
    var outer = DERReader(signature)
    guard var parts = try? outer.enter(DERTag.sequence), let r = try? parts.next(DERTag.integer).content,
      let s = try? parts.next(DERTag.integer).content, parts.isAtEnd, (r.first ?? 0x80) < 0x80,
      (s.first ?? 0x80) < 0x80
    else { return nil }
    return (Array(r), Array(s))
  }

  private func byGnuTLS(
    _ signature: [UInt8], _ algorithm: AlgorithmIdentifier, _ digestAlgorithm: String, _ data: [UInt8],
    _ isDigest: Bool
  ) -> Result {
    var signature = signature
    var name = algorithm.name
    if OID.plainECDSA[name] != nil {
      guard let (r, s) = Self.numbers(signature, algorithm) else { return .wrong }
      signature = DER.sequence(DER.integer(r), DER.integer(s))
      // With the digest beside it the kind of the key is enough.
      name = OID.ecPublicKey
    }
    let result = der.withView { certificate in
      data.withView { data in
        signature.withView { signature in
          postil_tls_verify(certificate, digestAlgorithm, name, data, isDigest, signature)
        }
      }
    }
    switch result {
    case postil_tls_ok: return .right
    case postil_tls_mismatch: return .wrong
    default:
      if let curve = certificate.publicKey.curve, !Self.knownCurves.contains(curve) {
        return .unknown("the curve \(curve) of the signer's key is not known")
      }
      return .unknown("its algorithm \(algorithm.name) is not known, or not one of the signer's key")
    }
  }

  /// P-256, P-384 and P-521.
  private static let knownCurves: Set = ["1.2.840.10045.3.1.7", "1.3.132.0.34", "1.3.132.0.35"]
}
