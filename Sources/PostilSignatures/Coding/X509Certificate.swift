/// What verifying takes of a certificate (X.509, RFC 5280, 4.1), as the certificate itself has it.
struct X509Certificate: Sendable {
  /// The names of who issued it and of whose it is, as DER.
  let issuer: [UInt8]
  let subject: [UInt8]
  /// The number that the issuer gave it.
  let serial: [UInt8]
  let publicKey: PublicKeyInfo
  let keyIdentifier: [UInt8]?
  /// What its issuer signed it with.
  let signatureAlgorithm: AlgorithmIdentifier
  /// What its key may be used for; `nil` if it does not say.
  let keyUsage: KeyUsage?
  let extendedKeyUsage: ExtendedKeyUsage?
  /// For which names it may issue certificates, and the names that it has besides its subject's: the values of the extensions.
  let nameConstraints: [UInt8]?
  let alternativeNames: [UInt8]?

  /// What a key may be used for (RFC 5280, 4.2.1.3), as far as signatures of documents are concerned.
  struct KeyUsage: OptionSet, Sendable {
    let rawValue: UInt8
    static let digitalSignature = KeyUsage(rawValue: 0x80)
    static let nonRepudiation = KeyUsage(rawValue: 0x40)
  }

  /// The purposes of a key (RFC 5280, 4.2.1.12).
  struct ExtendedKeyUsage: Sendable {
    let purposes: [String]
    let isCritical: Bool
  }

  /// - Throws: ``DERReader/Malformed``, also if an extension comes twice: readers would take different ones.
  init(_ certificate: [UInt8]) throws {
    var outer = DERReader(certificate)
    var whole = try outer.enter(DERTag.sequence)
    var reader = try whole.enter(DERTag.sequence)
    _ = try reader.nextIf(DERTag.context(0))
    serial = Array(try reader.next(DERTag.integer).content)
    signatureAlgorithm = try AlgorithmIdentifier(&reader)
    issuer = Array(try reader.next(DERTag.sequence).whole)
    // The period.
    _ = try reader.next()
    subject = Array(try reader.next(DERTag.sequence).whole)
    publicKey = try PublicKeyInfo(reader.next(DERTag.sequence))
    let extensions = try Self.extensions(&reader)
    nameConstraints = extensions[OID.nameConstraints]?.content
    alternativeNames = extensions[OID.alternativeNames]?.content
    keyIdentifier = try extensions[OID.subjectKeyIdentifier].map { value in
      var inner = DERReader(value.content)
      return try inner.next(DERTag.octetString).octets()
    }
    keyUsage = try extensions[OID.keyUsage].map { value in
      var inner = DERReader(value.content)
      // The first byte says how many bits at the end are none.
      return KeyUsage(rawValue: try inner.next(DERTag.bitString).content.dropFirst().first ?? 0)
    }
    extendedKeyUsage = try extensions[OID.extendedKeyUsage].map { value in
      var inner = DERReader(value.content)
      var list = try inner.enter(DERTag.sequence)
      var purposes: [String] = []
      while !list.isAtEnd { purposes.append(try list.next().objectIdentifier()) }
      return ExtendedKeyUsage(purposes: purposes, isCritical: value.isCritical)
    }
  }

  private static func extensions(
    _ reader: inout DERReader
  ) throws -> [String: (content: [UInt8], isCritical: Bool)] {
    var result: [String: (content: [UInt8], isCritical: Bool)] = [:]
    while !reader.isAtEnd {
      let element = try reader.next()
      guard element.tag == DERTag.context(3) else { continue }
      var wrapper = DERReader(element.content)
      var list = try wrapper.enter(DERTag.sequence)
      while !list.isAtEnd {
        var one = try list.enter(DERTag.sequence)
        let type = try one.next().objectIdentifier()
        let critical = try one.nextIf(DERTag.boolean)
        let value = try one.next(DERTag.octetString).octets()
        guard result[type] == nil else { throw DERReader.Malformed() }
        result[type] = (value, critical.map { $0.content != [0] } ?? false)
      }
    }
    return result
  }
}

/// A public key as certificates have it (RFC 5280, 4.1.2.7).
struct PublicKeyInfo: Sendable, Hashable {
  let algorithm: AlgorithmIdentifier
  /// The key itself.
  let key: [UInt8]

  init(_ element: DERReader.Element) throws {
    var reader = DERReader(element.content)
    algorithm = try AlgorithmIdentifier(&reader)
    key = Array(try reader.next(DERTag.bitString).content.dropFirst())
  }

  /// Modulus and exponent of an RSA key (RFC 8017, A.1.1), the highest byte first; `nil` of other keys.
  var rsa: (modulus: [UInt8], exponent: [UInt8])? {
    guard [OID.rsaEncryption, OID.rsaPSS].contains(algorithm.name) else { return nil }
    var outer = DERReader(key)
    guard var parts = try? outer.enter(DERTag.sequence), let modulus = try? parts.next(DERTag.integer),
      let exponent = try? parts.next(DERTag.integer)
    else { return nil }
    return (Array(modulus.content.drop { $0 == 0 }), Array(exponent.content.drop { $0 == 0 }))
  }

  /// Keys have at most so many bits, and exponents of RSA keys so many bytes: larger ones are legal and used by nobody, and a file
  /// of some of them would take hours.
  static let mostBytes = 2048
  private static let mostExponentBytes = 8

  /// Whether verifying with it takes no longer than with keys that are in use.
  var isOfUsualSize: Bool {
    if let (modulus, exponent) = rsa {
      return modulus.count <= Self.mostBytes && exponent.count <= Self.mostExponentBytes
    }
    return key.count <= Self.mostBytes + 16 && algorithm.parameters.count <= 2 * Self.mostBytes
  }

  /// The curve of an elliptic key, if it has a name (RFC 5480, 2.1.1).
  var curve: String? {
    guard algorithm.name == OID.ecPublicKey else { return nil }
    var reader = DERReader(algorithm.parameters)
    return try? reader.next().objectIdentifier()
  }
}

/// An algorithm and what it takes (RFC 5280, 4.1.1.2).
struct AlgorithmIdentifier: Sendable, Hashable {
  /// The object identifier.
  let name: String
  /// The element with its parameters; empty if there is none.
  let parameters: [UInt8]

  init(_ name: String, _ parameters: [UInt8] = []) {
    self.name = name
    self.parameters = parameters
  }

  /// The next element of a reader.
  init(_ reader: inout DERReader) throws {
    var parts = try reader.enter(DERTag.sequence)
    name = try parts.next().objectIdentifier()
    parameters = parts.isAtEnd ? [] : Array(try parts.next().whole)
  }

  var der: [UInt8] { DER.sequence(DER.objectIdentifier(name), parameters) }
}
