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
    let signatureAlgorithm: String
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
    let digest = try algorithm(&reader)
    let signed = try reader.nextIf(DERTag.context(0))
    let signatureAlgorithm = try algorithm(&reader)
    let signature = try reader.next().octets()
    let unsigned = try reader.nextIf(DERTag.context(1))
    return Signer(
      identifier: identifier, digestAlgorithm: digest, signatureAlgorithm: signatureAlgorithm,
      // They are signed as a set (RFC 5652, 5.4).
      signedAttributes: signed.map { DER.element(DERTag.set, Array($0.content)) }, signature: signature,
      attributes: try signed.map(attributes) ?? [:], unsignedAttributes: try unsigned.map(attributes) ?? [:])
  }

  private static func algorithm(_ reader: inout DERReader) throws -> String {
    var parts = try reader.enter(DERTag.sequence)
    return try parts.next().objectIdentifier()
  }

  /// - Throws: ``DERReader/Malformed``, also if an attribute comes twice: readers would take different ones.
  private static func attributes(_ element: DERReader.Element) throws -> [String: [[UInt8]]] {
    var result: [String: [[UInt8]]] = [:]
    var reader = DERReader(element.content)
    while !reader.isAtEnd {
      var attribute = try reader.enter(DERTag.sequence)
      let type = try attribute.next().objectIdentifier()
      var values = try attribute.enter(DERTag.set)
      guard result[type] == nil else { throw DERReader.Malformed() }
      var list: [[UInt8]] = []
      while !values.isAtEnd { list.append(Array(try values.next().whole)) }
      result[type] = list
    }
    return result
  }

  /// The certificate of the signer, if it is in the message.
  var signerCertificate: [UInt8]? {
    certificates.first { certificate in
      guard let names = try? CertificateNames(certificate) else { return false }
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

/// What a certificate is found by (RFC 5280, 4.1).
struct CertificateNames {
  /// The name of who issued it, as DER.
  let issuer: [UInt8]
  /// The number that the issuer gave it.
  let serial: [UInt8]
  let keyIdentifier: [UInt8]?

  /// - Throws: ``DERReader/Malformed``.
  init(_ certificate: [UInt8]) throws {
    var outer = DERReader(certificate)
    var whole = try outer.enter(DERTag.sequence)
    var reader = try whole.enter(DERTag.sequence)
    _ = try reader.nextIf(DERTag.context(0))
    serial = Array(try reader.next(DERTag.integer).content)
    _ = try reader.next(DERTag.sequence)
    issuer = Array(try reader.next(DERTag.sequence).whole)
    // Period, subject and key.
    for _ in 0..<3 { _ = try reader.next() }
    var identifier: [UInt8]?
    while !reader.isAtEnd {
      let element = try reader.next()
      guard element.tag == DERTag.context(3) else { continue }
      var wrapper = DERReader(element.content)
      var extensions = try wrapper.enter(DERTag.sequence)
      while !extensions.isAtEnd {
        var one = try extensions.enter(DERTag.sequence)
        guard try one.next().objectIdentifier() == OID.subjectKeyIdentifier else { continue }
        var value = try one.next()
        if value.tag == 0x01 { value = try one.next() }
        var inner = DERReader(try value.octets())
        identifier = try inner.next(DERTag.octetString).octets()
      }
    }
    keyIdentifier = identifier
  }
}

/// Times as certificates and messages have them (RFC 5280, 4.1.2.5).
enum DERTime {
  /// - Throws: ``DERReader/Malformed``.
  static func decode(_ bytes: [UInt8]) throws -> Date {
    var reader = DERReader(bytes)
    let element = try reader.next()
    return try decode(element)
  }

  static func decode(_ element: DERReader.Element) throws -> Date {
    guard element.tag == DERTag.utcTime || element.tag == DERTag.generalizedTime, element.content.last == 0x5A
    else { throw DERReader.Malformed() }
    let digits = element.content.dropLast().prefix { $0 != 0x2E }
    let yearLength = element.tag == DERTag.utcTime ? 2 : 4
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }), digits.count == yearLength + 10 else {
      throw DERReader.Malformed()
    }
    let numbers = digits.map { Int($0 - 0x30) }
    var year = numbers.prefix(yearLength).reduce(0) { 10 * $0 + $1 }
    if yearLength == 2 { year += year < 50 ? 2000 : 1900 }
    let parts = stride(from: yearLength, to: numbers.count, by: 2).map { 10 * numbers[$0] + numbers[$0 + 1] }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
    let components = DateComponents(
      year: year, month: parts[0], day: parts[1], hour: parts[2], minute: parts[3], second: parts[4])
    guard let date = calendar.date(from: components) else { throw DERReader.Malformed() }
    return date
  }
}
