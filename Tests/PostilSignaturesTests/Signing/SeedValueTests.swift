import Foundation
import Postil
import PostilTestSupport
import Testing

@testable import PostilSignatures

/// What a form asks of the signature of a field (seed values): followed, or refused with nothing written.
@Suite struct SeedValueTests {
  /// The document whose field `sign` has seed values.
  private func document(_ seed: String) throws -> PDFDocument {
    try PDFDocument(
      data: SignableDocument.appending(
        [7: "<</Type/Annot/Subtype/Widget/FT/Sig/T(sign)/Rect[10 40 90 60]/F 4/P 3 0 R/SV<<\(seed)>>>>"],
        to: SignableDocument.data()))
  }

  private func sign(
    _ seed: String, key: String = "rsa", _ change: (inout SigningOptions) -> Void = { _ in }
  ) async throws -> SignatureReport? {
    var options = SigningOptions(.field("sign"))
    change(&options)
    let data = try await document(seed).signedData(with: TestKeys.identity(key), options)
    return try await PDFDocument(data: data).verifySignatures(trusting: TestKeys.root()).first
  }

  private func refuse(
    _ seed: String, _ words: String, _ code: PDFError.Code = .invalidArgument,
    _ change: (inout SigningOptions) -> Void = { _ in }
  ) async {
    let error = await #expect(throws: PDFError.self, "\(seed)") { try await sign(seed, change) }
    #expect(error?.code == code && error?.message.contains(words) == true, "\(seed): \(error as Any)")
  }

  @Test func aReasonIsOneOfThoseThatTheFormGives() async throws {
    let seed = "/Ff 8/Reasons[(I agree)(I wrote it)]"
    await refuse(seed, "'I agree', 'I wrote it'")
    await refuse(seed, "'I agree'") { $0.reason = "Because" }
    #expect(try await sign(seed) { $0.reason = "I wrote it" }?.isValid == true)
    #expect(try await sign("/Reasons[(I agree)]")?.isValid == true)
    await refuse("/Ff 8/Reasons[(.)]", "no reason") { $0.reason = "Because" }
    #expect(try await sign("/Ff 8/Reasons[(.)]")?.isValid == true)
  }

  @Test func theFormatIsOneThatTheFormNames() async throws {
    let older = try #require(try await sign("/Ff 2/SubFilter[/adbe.pkcs7.detached/adbe.pkcs7.sha1]"))
    #expect(older.isValid && older.info.subFilter == "adbe.pkcs7.detached")
    let newer = try #require(try await sign("/Ff 2/SubFilter[/adbe.pkcs7.detached/ETSI.CAdES.detached]"))
    #expect(newer.isValid && newer.info.subFilter == "ETSI.CAdES.detached")
    await refuse("/Ff 2/SubFilter[/adbe.x509.rsa_sha1]", "adbe.x509.rsa_sha1", .unsupported)
    #expect(try await sign("/SubFilter[/adbe.x509.rsa_sha1]")?.isValid == true)
    await refuse("/Ff 1/Filter/Other.Handler", "Other.Handler", .unsupported)
  }

  @Test func theDigestIsOneThatTheFormNames() async throws {
    await refuse("/Ff 64/DigestMethod[(SHA512)(RIPEMD160)]", "SHA512 or RIPEMD160, not SHA256")
    #expect(try await sign("/Ff 64/DigestMethod[(SHA384)(SHA256)]")?.isValid == true)
    #expect(try await sign("/DigestMethod[(SHA512)]")?.isValid == true)
  }

  @Test func theLevelIsThatOfTheForm() async throws {
    await refuse("/MDP<</P 2>>", "level 2")
    await refuse("/MDP<</P 2>>", "level 2") { $0.certifies = .annotations }
    let certified = try #require(try await sign("/MDP<</P 2>>") { $0.certifies = .formFilling })
    #expect(certified.isValid && certified.info.permittedChanges == .formFilling)
    await refuse("/MDP<</P 0>>", "approval") { $0.certifies = .formFilling }
    #expect(try await sign("/MDP<</P 0>>")?.isValid == true)
  }

  @Test func aTimeStampIsAskedFor() async throws {
    let seed = "/TimeStamp<</Ff 1/URL(https://stamps.example)>>"
    await refuse(seed, "https://stamps.example")
    let authority = TimeStampAuthority(
      identity: try await TestCertificates.timeStamping(by: TestCertificates.authority()))
    #expect(try await sign(seed) { $0.timeStamp = authority.answer }?.isValid == true)
    #expect(try await sign("/TimeStamp<</Ff 0/URL(x)>>")?.isValid == true)
  }

  @Test func theCertificateIsOneOfTheForm() async throws {
    func hex(_ certificate: SigningCertificate) -> String {
      "<" + certificate.der.map { String(format: "%02x", $0) }.joined() + ">"
    }
    let (rsa, ec) = (try TestKeys.identity("rsa"), try TestKeys.identity("ec"))
    await refuse("/Cert<</Ff 1/Subject[\(hex(ec.certificate))]>>", "the key has another")
    let both = "[\(hex(ec.certificate))\(hex(rsa.certificate))]"
    #expect(try await sign("/Cert<</Ff 1/Subject\(both)>>")?.isValid == true)
    #expect(try await sign("/Cert<</Subject[\(hex(ec.certificate))]>>")?.isValid == true)
    let issuer = try #require(rsa.issuers.first)
    #expect(try await sign("/Cert<</Ff 2/Issuer[\(hex(issuer))]>>")?.isValid == true)
    await refuse("/Cert<</Ff 2/Issuer[\(hex(ec.certificate))]>>", "issuers")
    await refuse("/Cert<</Ff 4/OID[(1.2.3)]>>", "policy", .unsupported)
    await refuse("/Cert<</Ff 32/KeyUsage[(1)]>>", "permitted use", .unsupported)
  }

  @Test(arguments: [
    "/Ff 4/V 9", "/Ff 16/LegalAttestation[(x)]", "/Ff 32/AddRevInfo true", "/Ff 128/LockDocument/true",
    "/Ff 256/AppearanceFilter(seal)",
  ])
  func whatPostilDoesNotDoIsRefused(seed: String) async throws {
    await refuse(seed, "Postil does not do", .unsupported)
    // Where it is a wish alone it is passed over.
    let wish = seed.replacing(/\/Ff \d+/, with: "/Ff 0")
    #expect(try await sign(wish)?.isValid == true)
  }

  @Test(arguments: [
    "/Ff(x)/Reasons 5/MDP[1]", "/Ff 511/Cert 3/TimeStamp 4/SubFilter 5", "/Ff -1/Reasons[]/DigestMethod[1 2]",
    "/MDP<</P 99>>/Cert<</Ff 255/Subject 1/Issuer(x)>>",
  ])
  func whatIsNoSeedAsksForNothing(seed: String) async throws {
    #expect(try await sign(seed)?.isValid == true)
  }

  @Test func aSignatureThatSomebodyElseMakesIsHeldToIt() async throws {
    let key = try TestKeys.identity("rsa")
    let message = SignatureMessage(identity: key, timeStamp: nil)
    for (seed, words) in [
      ("/TimeStamp<</Ff 1>>", "a time stamp"), ("/Ff 64/DigestMethod[(SHA512)]", "SHA512"),
    ] {
      let prepared = try await document(seed).prepareSignature(SigningOptions(.field("sign")))
      let made = Data(try await message.message(for: [UInt8](prepared.digest())))
      let error = await #expect(throws: PDFError.self) { try await prepared.data(completedWith: made) }
      #expect(error?.code == .invalidArgument && error?.message.contains(words) == true)
    }
    let prepared = try await document("/Ff 64/DigestMethod[(SHA256)]").prepareSignature(
      SigningOptions(.field("sign")))
    let made = Data(try await message.message(for: [UInt8](prepared.digest())))
    #expect(try await PDFDocument(data: prepared.data(completedWith: made)).isSigned)
  }
}
