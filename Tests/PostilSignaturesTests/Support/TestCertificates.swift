import Foundation

@testable import PostilSignatures

/// Certificates that a test makes for keys of ``TestKeys``, with the purposes and the period that it needs.
enum TestCertificates {
  static let years = date("20200101")...date("21000101")

  /// A day, as `20200131`, in UTC.
  static func date(_ day: String) -> Date {
    (try? DERTime.decode(DER.element(DERTag.generalizedTime, Array("\(day)000000Z".utf8)))) ?? .distantPast
  }

  /// An authority that issues certificates, with a key.
  ///
  /// - Parameters:
  ///   - issuer: The authority that issued its certificate; `nil` is itself.
  ///   - more: Other extensions of its certificate.
  static func authority(
    _ key: String = "rsa", named text: String = "Authority of a test", by issuer: SigningIdentity? = nil,
    _ more: [[UInt8]] = [], in period: ClosedRange<Date> = years
  ) async throws -> SigningIdentity {
    let limits = ext("2.5.29.19", DER.sequence([0x01, 0x01, 0xFF]))
    return try await certificate(
      text, of: TestKeys.identity(key), issuer: issuer,
      extensions: [limits, ext(OID.keyUsage, [0x03, 0x02, 0x02, 0x04])] + more, in: period)
  }

  /// A key with a certificate by an authority.
  ///
  /// - Parameters:
  ///   - usage: The bits of the key usage; `nil` for none.
  ///   - purposes: The extended key usage; empty for none.
  static func issued(
    _ key: String, by authority: SigningIdentity, usage: UInt8? = 0x80, purposes: [String] = [],
    isCritical: Bool = false, _ more: [[UInt8]] = [], in period: ClosedRange<Date> = years
  ) async throws -> SigningIdentity {
    var extensions = more
    if let usage { extensions.append(ext(OID.keyUsage, DER.element(DERTag.bitString, [0, usage]))) }
    if !purposes.isEmpty {
      let list = DER.element(DERTag.sequence, purposes.flatMap(DER.objectIdentifier))
      extensions.append(ext(OID.extendedKeyUsage, list, isCritical: isCritical))
    }
    return try await certificate(
      "Key of a test", of: TestKeys.identity(key), issuer: authority, extensions: extensions, in: period)
  }

  /// A key for time stamps alone.
  static func timeStamping(
    by authority: SigningIdentity, in period: ClosedRange<Date> = years
  ) async throws -> SigningIdentity {
    try await issued("self", by: authority, purposes: [OID.timeStamping], isCritical: true, in: period)
  }

  static func ext(_ type: String, _ value: [UInt8], isCritical: Bool = true) -> [UInt8] {
    DER.sequence(DER.objectIdentifier(type), isCritical ? [0x01, 0x01, 0xFF] : [], DER.octetString(value))
  }

  /// A name of one part, a common name.
  static func name(_ text: String, tag: UInt8 = 0x0C) -> [UInt8] {
    let part = DER.sequence(DER.objectIdentifier("2.5.4.3"), DER.element(tag, Array(text.utf8)))
    return DER.sequence(DER.set([part]))
  }

  private static func time(_ date: Date) -> [UInt8] {
    let day = date.formatted(.iso8601.year().month().day().dateSeparator(.omitted))
    return DER.element(DERTag.generalizedTime, Array("\(day)000000Z".utf8))
  }

  private static func certificate(
    _ text: String, of key: SigningIdentity, issuer: SigningIdentity?, extensions: [[UInt8]],
    in period: ClosedRange<Date>
  ) async throws -> SigningIdentity {
    let publicKey = try X509Certificate([UInt8](key.certificate.der)).publicKey
    let signer = issuer ?? key
    let issuerName = try issuer.map { try X509Certificate([UInt8]($0.certificate.der)).subject } ?? name(text)
    let serial = (0..<8).map { _ in UInt8.random(in: 1...127) }
    let contents = DER.sequence(
      DER.element(DERTag.context(0), DER.integer(2)), DER.integer(serial), signer.algorithm.signature.der,
      issuerName,
      DER.sequence(time(period.lowerBound), time(period.upperBound)), name(text),
      DER.sequence(publicKey.algorithm.der, DER.element(DERTag.bitString, [0] + publicKey.key)),
      DER.element(DERTag.context(3), DER.element(DERTag.sequence, extensions.flatMap(\.self))))
    let signature = [UInt8](try await signer.sign(Data(contents)))
    let der = DER.sequence(
      contents, signer.algorithm.signature.der, DER.element(DERTag.bitString, [0] + signature))
    return try SigningIdentity(
      certificate: SigningCertificate(der: Data(der)), issuers: issuer.map { [$0.certificate] } ?? [],
      sign: key.sign)
  }
}
