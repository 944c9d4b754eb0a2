/// How a signature with RSASSA-PSS is made (RFC 4055, 3.1).
struct PSSParameters: Sendable, Hashable {
  /// The digest of what is signed.
  let digest: String
  /// The digest of the function that makes masks (MGF1).
  let maskDigest: String
  let saltLength: Int

  /// What is not read, in words.
  struct Unsupported: Error { let reason: String }

  /// The parameters of a new signature: one digest, and a salt of its length, as all readers know.
  init(digest: String, saltLength: Int) {
    (self.digest, maskDigest, self.saltLength) = (digest, digest, saltLength)
  }

  /// - Throws: ``Unsupported``, or ``DERReader/Malformed``.
  init(_ parameters: [UInt8]) throws {
    guard parameters.first == DERTag.sequence else {
      throw Unsupported(reason: "the parameters of RSASSA-PSS are missing")
    }
    var outer = DERReader(parameters)
    var reader = try outer.enter(DERTag.sequence)
    func value(_ number: UInt8) throws -> DERReader? {
      try reader.nextIf(DERTag.context(number)).map { DERReader($0.content) }
    }
    var digest = OID.sha1
    var maskDigest = OID.sha1
    var saltLength = 20
    if var part = try value(0) { digest = try AlgorithmIdentifier(&part).name }
    if var part = try value(1) {
      let mask = try AlgorithmIdentifier(&part)
      guard mask.name == OID.mgf1 else { throw Unsupported(reason: "its mask function is not known") }
      var inner = DERReader(mask.parameters)
      maskDigest = try AlgorithmIdentifier(&inner).name
    }
    if var part = try value(2) { saltLength = try Self.number(&part) }
    if var part = try value(3), try Self.number(&part) != 1 {
      throw Unsupported(reason: "its trailer is not known")
    }
    guard reader.isAtEnd else { throw DERReader.Malformed() }
    (self.digest, self.maskDigest, self.saltLength) = (digest, maskDigest, saltLength)
  }

  private static func number(_ reader: inout DERReader) throws -> Int {
    let content = try reader.next(DERTag.integer).content
    guard content.count <= 3, let first = content.first, first < 0x80 else { throw DERReader.Malformed() }
    return content.reduce(0) { $0 << 8 | Int($1) }
  }

  var der: [UInt8] {
    // Both with and without NULL are right (RFC 4055, 2.1); NULL is what others write.
    let digest = AlgorithmIdentifier(digest, DER.null)
    let mask = AlgorithmIdentifier(OID.mgf1, AlgorithmIdentifier(maskDigest, DER.null).der)
    let salt = DER.integer([UInt8(saltLength >> 8 & 0xFF), UInt8(saltLength & 0xFF)])
    return DER.sequence(
      DER.element(DERTag.context(0), digest.der), DER.element(DERTag.context(1), mask.der),
      DER.element(DERTag.context(2), salt))
  }
}
