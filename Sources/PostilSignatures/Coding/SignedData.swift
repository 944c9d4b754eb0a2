import Foundation

/// Signed data of the cryptographic message syntax (CMS, RFC 5652), as far as signatures in PDF files go: one signer.
struct SignedData {
  /// The certificates in it, as DER.
  let certificates: [[UInt8]]
  /// The type of what is signed.
  let contentType: String
  /// What is signed, if it is in the message.
  let content: [UInt8]?
  let signer: Signer

  /// What one signer says (RFC 5652, 5.3).
  struct Signer {
    /// How the certificate is named.
    let identifier: Identifier
    let digestAlgorithm: String
    let signatureAlgorithm: AlgorithmIdentifier
    /// The signed attributes as they were signed; `nil` if there are none.
    let signedAttributes: [UInt8]?
    let signature: [UInt8]
    /// The values of the attributes by their types, the elements of each set.
    let attributes: [String: [[UInt8]]]
    let unsignedAttributes: [String: [[UInt8]]]
  }

  enum Identifier {
    case issuer([UInt8], serial: [UInt8])
    case key([UInt8])
  }

  /// Larger messages are refused: revocation lists make some of megabytes.
  static let largest = 64 << 20
  private static let mostCertificates = 64

  /// Reads a message. What follows it, such as the padding of `/Contents`, is left alone.
  ///
  /// - Throws: ``DERReader/Malformed``.
  init(_ bytes: [UInt8]) throws {
    guard bytes.count <= Self.largest else { throw DERReader.Malformed() }
    var outer = DERReader(bytes)
    var info = try outer.enter(DERTag.sequence)
    guard try info.next().objectIdentifier() == OID.signedData else { throw DERReader.Malformed() }
    var wrapper = try info.enter(DERTag.context(0))
    var data = try wrapper.enter(DERTag.sequence)
    _ = try data.next(DERTag.integer)
    _ = try data.next(DERTag.set)
    var encapsulated = try data.enter(DERTag.sequence)
    contentType = try encapsulated.next().objectIdentifier()
    if var explicit = try encapsulated.nextIf(DERTag.context(0)).map({ DERReader($0.content) }) {
      content = try explicit.next().octets()
    } else {
      content = nil
    }
    var certificates: [[UInt8]] = []
    if let list = try data.nextIf(DERTag.context(0)) {
      var reader = DERReader(list.content)
      while !reader.isAtEnd {
        let element = try reader.next()
        // Other kinds are obsolete.
        if element.tag == DERTag.sequence { certificates.append(Array(element.whole)) }
        guard certificates.count <= Self.mostCertificates else { throw DERReader.Malformed() }
      }
    }
    self.certificates = certificates
    _ = try data.nextIf(DERTag.context(1))
    var signers = try data.enter(DERTag.set)
    signer = try Self.signer(signers.next(DERTag.sequence))
    guard signers.isAtEnd else { throw DERReader.Malformed() }
  }

  private static func signer(_ element: DERReader.Element) throws -> Signer {
    var reader = DERReader(element.content)
    _ = try reader.next(DERTag.integer)
    let name = try reader.next()
    let identifier: Identifier
    switch name.tag {
    case DERTag.sequence:
      var parts = DERReader(name.content)
      identifier = .issuer(
        Array(try parts.next(DERTag.sequence).whole), serial: Array(try parts.next(DERTag.integer).content))
    case DERTag.primitive(0): identifier = .key(Array(name.content))
    default: throw DERReader.Malformed()
    }
    let digest = try AlgorithmIdentifier(&reader).name
    let signed = try reader.nextIf(DERTag.context(0))
    let signatureAlgorithm = try AlgorithmIdentifier(&reader)
    let signature = try reader.next().octets()
    let unsigned = try reader.nextIf(DERTag.context(1))
    return Signer(
      identifier: identifier, digestAlgorithm: digest, signatureAlgorithm: signatureAlgorithm,
      // They are signed as a set (RFC 5652, 5.4).
      signedAttributes: signed.map { DER.element(DERTag.set, Array($0.content)) }, signature: signature,
      attributes: try signed.map { try attributes($0, mayRepeat: false) } ?? [:],
      unsignedAttributes: try unsigned.map { try attributes($0, mayRepeat: true) } ?? [:])
  }

  /// - Parameter mayRepeat: Whether an attribute may come more than once, as time stamps may (ETSI EN 319 122-1, 5.3). Of
  ///   signed ones that is forbidden, and readers would take different ones.
  /// - Throws: ``DERReader/Malformed``.
  private static func attributes(_ element: DERReader.Element, mayRepeat: Bool) throws -> [String: [[UInt8]]]
  {
    var result: [String: [[UInt8]]] = [:]
    var reader = DERReader(element.content)
    while !reader.isAtEnd {
      var attribute = try reader.enter(DERTag.sequence)
      let type = try attribute.next().objectIdentifier()
      var values = try attribute.enter(DERTag.set)
      guard result[type] == nil || mayRepeat else { throw DERReader.Malformed() }
      while !values.isAtEnd { result[type, default: []].append(Array(try values.next().whole)) }
    }
    return result
  }

  /// The certificate of the signer, if it is in the message.
  var signerCertificate: [UInt8]? {
    certificates.first { certificate in
      guard let names = try? X509Certificate(certificate) else { return false }
      return switch signer.identifier {
      case .issuer(let issuer, let serial): names.issuer == issuer && names.serial == serial
      case .key(let identifier): names.keyIdentifier == identifier
      }
    }
  }
}

extension SignedData.Signer {
  /// The only value of a signed attribute.
  func attribute(_ type: String) -> [UInt8]? {
    guard let values = attributes[type], values.count == 1 else { return nil }
    return values[0]
  }

  /// The digest of what is signed, as the signed attributes have it.
  var messageDigest: [UInt8]? {
    attribute(OID.messageDigest).flatMap { value in
      var reader = DERReader(value)
      return try? reader.next(DERTag.octetString).octets()
    }
  }

  /// When, by the signer's clock.
  var signingTime: Date? { attribute(OID.signingTime).flatMap { try? DERTime.decode($0) } }

  /// The digests of certificates that the attributes name as the signer's (RFC 5035), the first one of each attribute.
  func namedCertificate() throws -> (digestAlgorithm: String, digest: [UInt8])? {
    if let value = attribute(OID.signingCertificateV2) {
      var outer = DERReader(value)
      var attribute = try outer.enter(DERTag.sequence)
      var list = try attribute.enter(DERTag.sequence)
      var first = try list.enter(DERTag.sequence)
      var algorithm = OID.sha256
      if var parts = try first.nextIf(DERTag.sequence).map({ DERReader($0.content) }) {
        algorithm = try parts.next().objectIdentifier()
      }
      return (algorithm, try first.next(DERTag.octetString).octets())
    }
    guard let value = attribute(OID.signingCertificate) else { return nil }
    var outer = DERReader(value)
    var attribute = try outer.enter(DERTag.sequence)
    var list = try attribute.enter(DERTag.sequence)
    var first = try list.enter(DERTag.sequence)
    return (OID.sha1, try first.next(DERTag.octetString).octets())
  }
}
