import Foundation
import Postil
import Testing

@testable import PostilSignatures

@Suite struct SigningIdentityTests {
  @Test func readsKeysWithTheirCertificates() throws {
    let identity = try TestKeys.identity("rsa")
    #expect(identity.certificate.name == "Rosa Signer")
    #expect(identity.certificate.subject.contains("O=Postil"))
    #expect(identity.issuers.map(\.name) == ["Postil test authority"])
    #expect(!identity.certificate.isSelfSigned)
    #expect(try TestKeys.identity("self").certificate.isSelfSigned)
  }

  @Test func refusesAWrongPassword() throws {
    let data = try TestKeys.data("rsa.p12")
    let error = #expect(throws: PDFError.self) { try SigningIdentity(pkcs12: data, password: "wrong") }
    #expect(error?.code == .wrongPassword)
  }

  @Test(arguments: [Data(), Data("no key".utf8), Data([0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF])])
  func refusesWhatIsNoKey(data: Data) {
    let error = #expect(throws: PDFError.self) { try SigningIdentity(pkcs12: data, password: "") }
    #expect(error?.code == .invalidArgument)
  }

  @Test func refusesAFileWithoutAKey() throws {
    let data = try TestKeys.data("keyless.p12")
    let error = #expect(throws: PDFError.self) { try SigningIdentity(pkcs12: data, password: "postil") }
    #expect(error?.code == .invalidArgument && error?.message.contains("no key") == true)
  }

  @Test(arguments: [("expired", "expired on 2021-01-01"), ("cipher", "not for signing")])
  func refusesCertificatesThatMayNotSign(name: String, reason: String) throws {
    let identity = try TestKeys.identity(name)
    let error = #expect(throws: PDFError.self) { try identity.requireUsable() }
    #expect(error?.code == .invalidArgument && error?.message.contains(reason) == true)
  }

  @Test func readsNoCertificatesOfOtherFiles() {
    let error = #expect(throws: PDFError.self) {
      try SigningCertificate.certificates(pem: Data("hello".utf8))
    }
    #expect(error?.code == .invalidArgument)
    #expect(throws: PDFError.self) { try SigningCertificate(der: Data([0x30, 0])) }
  }
}
