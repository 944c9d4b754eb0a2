import Foundation
import Testing

@testable import PostilSignatures

@Suite struct TrustedCertificatesTests {
  private let now = TestCertificates.date("20260101")

  private func trust(
    _ key: SigningIdentity, _ others: [SigningIdentity], _ root: SigningIdentity
  ) -> CertificateTrust {
    TrustedCertificates([[UInt8](root.certificate.der)]).trust(
      in: [UInt8](key.certificate.der), others: others.map { [UInt8]($0.certificate.der) }, at: now)
  }

  // MARK: - Chains

  @Test func anAuthorityMayHaveSeveralCertificates() async throws {
    let root = try await TestCertificates.authority()
    let past = TestCertificates.date("20200101")...TestCertificates.date("20210101")
    let old = try await TestCertificates.authority("ec", named: "Between", by: root, in: past)
    let new = try await TestCertificates.authority("ec", named: "Between", by: root)
    let impostor = try await TestCertificates.authority("self", named: "Between", by: root)
    let key = try await TestCertificates.issued("edwards", by: new)
    #expect(trust(key, [old], root) == .expired && trust(key, [new], root) == .trusted)
    #expect(trust(key, [old, new], root) == .trusted && trust(key, [new, old], root) == .trusted)
    #expect(trust(key, [impostor], root) != .trusted && trust(key, [impostor, old, new], root) == .trusted)
    #expect(trust(key, [], root) == .unknownIssuer)
    // What says most of several is told.
    #expect(trust(key, [impostor, old], root) == .expired)
  }

  /// Their number grows with the factorial of that of certificates.
  @Test func notAllChainsAreFollowed() async throws {
    let root = try await TestCertificates.authority()
    var others: [SigningIdentity] = []
    for _ in 0..<40 { others.append(try await TestCertificates.authority("ec", by: root)) }
    let key = try await TestCertificates.issued("edwards", by: root)
    let stranger = try await TestCertificates.authority("self", named: "Stranger")
    #expect(trust(key, others, stranger) == .unknownIssuer)
    #expect(trust(key, others, root) == .trusted)
  }

  // MARK: - Constraints on names

  /// The extension that permits or excludes a name.
  private func constraint(_ place: UInt8, _ name: [UInt8]) -> [UInt8] {
    TestCertificates.ext(
      OID.nameConstraints, DER.sequence(DER.element(DERTag.context(place), DER.sequence(name))))
  }

  private func directory(_ text: String, tag: UInt8 = 0x0C) -> [UInt8] {
    DER.element(DERTag.context(4), TestCertificates.name(text, tag: tag))
  }

  private func uri(_ text: String) -> [UInt8] { DER.element(DERTag.primitive(6), Array(text.utf8)) }

  private func trust(_ constraint: [UInt8], _ names: [UInt8]? = nil) async throws -> CertificateTrust {
    let root = try await TestCertificates.authority()
    let authority = try await TestCertificates.authority("ec", named: "Between", by: root, [constraint])
    let more = names.map { [TestCertificates.ext("2.5.29.17", DER.sequence($0), isCritical: false)] } ?? []
    let key = try await TestCertificates.issued("edwards", by: authority, more)
    return trust(key, [authority], root)
  }

  @Test func namesOfDirectoriesAreThoseThatAnAuthorityMayIssueFor() async throws {
    #expect(try await trust(constraint(0, directory("Somebody else"))) == .brokenChain)
    #expect(try await trust(constraint(0, directory("Key of a test"))) == .trusted)
    // Neither case nor spaces nor kinds of texts count.
    #expect(try await trust(constraint(0, directory("KEY  of a test", tag: 0x13))) == .trusted)
    #expect(try await trust(constraint(1, directory("key of A test", tag: 0x13))) == .brokenChain)
    // A tree of which not all is meant.
    let deep = directory("Key of a test") + DER.element(DERTag.primitive(0), [1])
    #expect(try await trust(constraint(0, deep)) == .brokenChain)
  }

  @Test func urisAreThoseThatAnAuthorityMayIssueFor() async throws {
    let names = uri("https://user@Pages.example.org:8080/a?b")
    #expect(try await trust(constraint(0, uri("pages.example.org")), names) == .trusted)
    #expect(try await trust(constraint(0, uri(".example.org")), names) == .trusted)
    #expect(try await trust(constraint(0, uri("example.org")), names) == .brokenChain)
    #expect(try await trust(constraint(1, uri(".EXAMPLE.org")), names) == .brokenChain)
    // GnuTLS has none of them, whatever they name.
    #expect(try await trust(constraint(1, uri("other.org")), names) == .brokenChain)
    #expect(try await trust(constraint(0, uri("other.org"))) == .trusted)
    #expect(try await trust(constraint(1, uri("other.org")), uri("urn:nothing")) == .brokenChain)
  }

  /// So no chain with one holds.
  @Test func constraintsOfOtherKindsCannotBeChecked() async throws {
    let number = DER.element(DERTag.primitive(8), [0x2A, 0x03])
    #expect(try await trust(constraint(1, number)) == .brokenChain)
    #expect(try await trust(constraint(1, number), number) == .brokenChain)
  }
}
