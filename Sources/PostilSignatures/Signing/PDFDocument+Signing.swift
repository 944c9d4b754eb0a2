import Dispatch
public import Foundation
public import Postil
import PostilFile

extension PDFDocument {
  /// Signs the document (PAdES, ISO 32000-2, 12.8): appends an update with the signature, so that what was signed before stays
  /// valid.
  ///
  /// The document is signed as it is now: edits that are not saved yet are written and signed with it. What is written is
  /// another file than the one that is open, even under the same name: the document stays as it was, with its unsaved
  /// changes, and does not save over the signed file any more. Open that to go on.
  ///
  /// ```swift
  /// let key = try SigningIdentity(pkcs12: Data(contentsOf: keyURL), password: password)
  /// var options = SigningOptions(.invisible(on: document.pages[0].id), reason: "I agree")
  /// try await document.sign(with: key, options, to: url)
  /// ```
  ///
  /// - Parameters:
  ///   - identity: What signs.
  ///   - options: What the signature says, and where it is.
  ///   - url: The file to write; `nil` for the document's own.
  ///   - saving: Whether a certification may be broken, and how the file is replaced; it is always appended to.
  /// - Throws: `PDFError` with code `.invalidArgument` if the key may not be used, the field is not there or signed, its form asks
  ///   for a signature of another kind (seed values, `/SV`), the document is signed already and the signature is to certify it, or
  ///   more bytes are needed than were reserved; `.unsupported` if the form asks for one that Postil does not make;
  ///   `.invalidGeometry` if a visible signature has no extent, `.pageOutOfRange` if there is no such page, `.notPermitted` if the
  ///   author does not allow it; `.wouldBreakSignature` if the document's certification forbids it; `.cannotAppend` if the file is
  ///   damaged and has to be rewritten first; what a save throws, and what the identity or the authority of time stamps throw.
  ///   Nothing is written then.
  /// - Complexity: O(bytes of the file).
  @discardableResult
  public func sign(
    with identity: SigningIdentity, _ options: SigningOptions, to url: URL? = nil,
    _ saving: SaveOptions = SaveOptions()
  ) async throws -> SaveReport {
    let (prepared, message) = try await signed(with: identity, options, to: url, saving)
    return try await prepared.complete(with: message)
  }

  /// Signs the document, and returns the signed file. The document itself stays as it is.
  ///
  /// - Throws: As ``sign(with:_:to:_:)``.
  public func signedData(
    with identity: SigningIdentity, _ options: SigningOptions, _ saving: SaveOptions = SaveOptions()
  ) async throws -> Data {
    let (prepared, message) = try await signed(with: identity, options, to: nil, saving)
    return try await prepared.data(completedWith: message)
  }

  private func signed(
    with identity: SigningIdentity, _ options: SigningOptions, to url: URL?, _ saving: SaveOptions
  ) async throws -> (PreparedSignature, Data) {
    try identity.requireUsable()
    let certificates = [identity.certificate] + identity.issuers
    let room =
      options.reservedBytes
      ?? certificates.reduce(4096) { $0 + $1.der.count } + (options.timeStamp == nil ? 0 : 16384)
    let prepared = try await prepared(options, signer: identity.certificate.name, room: room, to: url, saving)
    try prepared.planned.requirements.check(
      digest: OID.digestNames[identity.algorithm.digest], signer: [UInt8](identity.certificate.der),
      certificates: certificates.map { [UInt8]($0.der) }, hasTimeStamp: options.timeStamp != nil)
    let digest = try await prepared.digest(algorithm: identity.algorithm.digest)
    let message = SignatureMessage(identity: identity, timeStamp: options.timeStamp)
    return (prepared, Data(try await message.message(for: digest)))
  }

  /// Prepares a signature that somebody else makes: a card, a service, another program.
  ///
  /// ```swift
  /// let prepared = try await document.prepareSignature(options, to: url)
  /// let digest = try await prepared.digest()
  /// try await prepared.complete(with: service.sign(digest))
  /// ```
  ///
  /// - Parameters:
  ///   - options: What the signature says, and where it is. `SigningOptions.timeStamp` plays no part.
  ///   - url: The file that is to be written; `nil` for the document's own.
  ///   - saving: As for ``sign(with:_:to:_:)``.
  /// - Throws: As ``sign(with:_:to:_:)``, but for what is about the key and the message.
  public func prepareSignature(
    _ options: SigningOptions, to url: URL? = nil, _ saving: SaveOptions = SaveOptions()
  ) async throws -> PreparedSignature {
    try await prepared(options, signer: nil, room: options.reservedBytes ?? 16384, to: url, saving)
  }

  private func prepared(
    _ options: SigningOptions, signer: String?, room: Int, to url: URL?, _ saving: SaveOptions
  ) async throws -> PreparedSignature {
    let request = try options.request(signer: signer, room: room)
    let planned = try await signatureQueue.result { try self.planSignature(request, to: url, saving) }
    return PreparedSignature(document: self, planned: planned)
  }
}

/// A document with a place for a signature that is still to be made.
public struct PreparedSignature: Sendable {
  let document: PDFDocument
  let planned: PlannedSignature

  /// How many bytes the signature may have.
  public var reservedBytes: Int { planned.room }

  /// The SHA-256 digest of the bytes that are to be signed: the message digest of the signature's signed attributes.
  ///
  /// - Throws: `PDFError` if the file cannot be read any more.
  /// - Complexity: O(bytes of the file).
  public func digest() async throws -> Data { Data(try await digest(algorithm: OID.sha256)) }

  func digest(algorithm: String) async throws -> [UInt8] {
    let planned = planned
    return try await signatureQueue.result { try Self.digest(planned, algorithm) }
  }

  private static func digest(_ planned: PlannedSignature, _ algorithm: String) throws -> [UInt8] {
    guard let digest = RunningDigest(algorithm) else {
      throw PDFError(.unsupported, "The digest algorithm \(algorithm) is not known.")
    }
    try planned.forEachSignedPiece { digest.add($0) }
    guard let result = digest.finish() else { throw PDFError(.unsupported, "The digest could not be made.") }
    return result
  }

  /// Puts the signature in and writes the file.
  ///
  /// - Parameter message: Signed data (CMS, RFC 5652) as DER, detached, of one signer, with the certificate of who signed.
  /// - Throws: `PDFError` with code `.invalidArgument` if that is no signature of these bytes, is not what the field's form asks for, or
  ///   has more bytes than were reserved, and what a save throws. Nothing is written then.
  @discardableResult
  public func complete(with message: Data) async throws -> SaveReport {
    try await document.write(try await completed(with: message))
  }

  /// Puts the signature in, and returns the signed file.
  ///
  /// - Throws: As ``complete(with:)``.
  public func data(completedWith message: Data) async throws -> Data {
    let save = try await completed(with: message)
    return try await signatureQueue.result { try save.data() }
  }

  private func completed(with message: Data) async throws -> PlannedSave {
    let planned = planned
    return try await signatureQueue.result {
      let bytes = [UInt8](message)
      let integrity = MessageVerifier.integrity(of: bytes) { try? Self.digest(planned, $0) }
      guard integrity == .intact else {
        throw PDFError(
          .invalidArgument, "What was given is no signature of the document: nothing was written.",
          underlying: integrity.remark)
      }
      let data = try SignedData(bytes)
      try planned.requirements.check(
        digest: OID.digestNames[data.signer.digestAlgorithm], signer: data.signerCertificate ?? [],
        certificates: data.certificates,
        hasTimeStamp: data.signer.unsignedAttributes[OID.timeStampToken] != nil)
      return try planned.completed(with: bytes)
    }
  }
}

extension SignatureReport.Integrity {
  /// What is wrong, in words.
  fileprivate var remark: String? {
    switch self {
    case .intact: nil
    case .altered: "it is one of other bytes"
    case .wrongSignature: "it is not by the key of its certificate"
    case .unknown(let reason): reason
    }
  }
}
