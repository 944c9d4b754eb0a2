import Foundation
import PostilModel

/// Makes the message of a signature: signed data with what PAdES asks for at its lowest level (RFC 5652; ETSI EN 319 142-1,
/// B-B and B-T).
struct SignatureMessage {
  let identity: SigningIdentity
  /// Asks an authority for a time stamp: a request and its answer (RFC 3161); `nil` for none.
  let timeStamp: (@Sendable (Data) async throws -> Data)?

  /// - Parameter digest: The digest of what is signed.
  /// - Throws: `PDFError`, or what signing or the authority throw.
  func message(for digest: [UInt8]) async throws -> [UInt8] {
    try await message(for: digest) { signature in
      guard let timeStamp else { return [] }
      return [try await Self.token(for: signature, timeStamp)]
    }
  }

  /// - Parameter tokens: Makes time stamps of a signature.
  func message(for digest: [UInt8], stampedBy tokens: ([UInt8]) async throws -> [[UInt8]]) async throws
    -> [UInt8]
  {
    let attributes = try signedAttributes(digest)
    let signature = [UInt8](try await identity.sign(Data(attributes)))
    return try assembled(attributes, signature, try await tokens(signature))
  }

  // MARK: - Parts

  private static func attribute(_ type: String, _ values: [UInt8]...) -> [UInt8] { attribute(type, values) }

  private static func attribute(_ type: String, _ values: [[UInt8]]) -> [UInt8] {
    DER.sequence(DER.objectIdentifier(type), DER.set(values))
  }

  /// The time is not among them: PAdES has it in the dictionary (EN 319 142-1, 6.3).
  private func signedAttributes(_ digest: [UInt8]) throws -> [UInt8] {
    guard let fingerprint = RunningDigest.of(Array(identity.certificate.der), OID.sha256) else {
      throw PDFError(.unsupported, "SHA-256 is not available.")
    }
    // SHA-256 is the default and left out (RFC 5035, 4).
    let named = DER.sequence(DER.sequence(DER.sequence(DER.octetString(fingerprint))))
    return DER.set([
      Self.attribute(OID.contentType, DER.objectIdentifier(OID.data)),
      Self.attribute(OID.messageDigest, DER.octetString(digest)),
      Self.attribute(OID.signingCertificateV2, named),
    ])
  }

  private func assembled(_ attributes: [UInt8], _ signature: [UInt8], _ tokens: [[UInt8]]) throws -> [UInt8] {
    let names: X509Certificate
    do {
      names = try X509Certificate(Array(identity.certificate.der))
    } catch {
      throw PDFError(.invalidArgument, "The certificate cannot be read: give another key.")
    }
    let digest = AlgorithmIdentifier(identity.algorithm.digest).der
    var signer = DER.integer(1)
    signer += DER.sequence(names.issuer, DER.element(DERTag.integer, names.serial))
    signer += digest
    signer += DER.element(DERTag.context(0), Self.content(of: attributes))
    signer += identity.algorithm.signature.der
    signer += DER.octetString(signature)
    if !tokens.isEmpty {
      signer += DER.element(DERTag.context(1), Self.attribute(OID.timeStampToken, tokens))
    }
    let certificates = ([identity.certificate] + identity.issuers).flatMap { Array($0.der) }
    let data = DER.sequence(
      DER.integer(1), DER.set([digest]), DER.sequence(DER.objectIdentifier(OID.data)),
      DER.element(DERTag.context(0), certificates), DER.set([DER.sequence(signer)]))
    return DER.sequence(DER.objectIdentifier(OID.signedData), DER.element(DERTag.context(0), data))
  }

  /// What is in an element.
  private static func content(of element: [UInt8]) -> [UInt8] {
    var reader = DERReader(element)
    return (try? reader.next()).map { Array($0.content) } ?? []
  }

  // MARK: - Time stamps

  private static func token(
    for signature: [UInt8], _ ask: @Sendable (Data) async throws -> Data
  ) async throws -> [UInt8] {
    guard let digest = RunningDigest.of(signature, OID.sha256) else {
      throw PDFError(.unsupported, "SHA-256 is not available.")
    }
    let imprint = DER.sequence(AlgorithmIdentifier(OID.sha256, DER.null).der, DER.octetString(digest))
    let nonce = (0..<8).map { _ in UInt8.random(in: 0...255) }
    let isCertificateWanted: [UInt8] = [0x01, 0x01, 0xFF]
    let request = DER.sequence(DER.integer(1), imprint, DER.integer(nonce), isCertificateWanted)
    let answer = [UInt8](try await ask(Data(request)))
    do {
      var outer = DERReader(answer)
      var reader = try outer.enter(DERTag.sequence)
      var status = try reader.enter(DERTag.sequence)
      guard try status.next(DERTag.integer).content.allSatisfy({ $0 <= 1 }) else {
        throw PDFError(.invalidArgument, "The authority did not grant the time stamp: ask another one.")
      }
      let token = Array(try reader.next(DERTag.sequence).whole)
      try MessageVerifier.requireToken(token, of: signature, nonce: nonce)
      return token
    } catch let error as PDFError {
      throw error
    } catch {
      throw PDFError(
        .invalidArgument, "What the authority answered is no time stamp of the signature: ask another one.",
        underlying: (error as? MessageVerifier.Unverifiable)?.reason)
    }
  }
}
