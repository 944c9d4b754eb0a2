import Foundation
import Postil
import PostilTestSupport
import Testing

@testable import PostilSignatures
@testable import PostilSnippets

/// The code on the page about signatures compiles, and does what the page says.
@Suite struct SignatureDocumentationTests {
  private struct Remote: SignatureSnippets.Card, SignatureSnippets.Service {
    let key: SigningIdentity

    func sign(_ data: Data) async throws -> Data { try await key.sign(data) }

    func message(for digest: Data) async throws -> Data {
      Data(try await SignatureMessage(identity: key, timeStamp: nil).message(for: [UInt8](digest)))
    }
  }

  @Test func codeOnThePageIsCodeThatCompiles() throws {
    let blocks = try DocumentedCode.blocks(
      on: "Documentation/Postil.docc/Signatures.md",
      in: ["Tests/Snippets/SignatureSnippets.swift"])
    #expect(blocks.count == 5)
    for block in blocks { #expect(block.isCompiled, "\(block.code)") }
  }

  @Test func theCodeDoesWhatThePageSays() async throws {
    let folder = try TemporaryFolder()
    let (first, second) = (folder.url.appending(path: "a.pdf"), folder.url.appending(path: "b.pdf"))
    let document = try PDFDocument(data: SignableDocument.data())
    try await SignatureSnippets.sign(document, with: TestKeys.data("rsa.p12"), "postil", to: first)
    let signed = try await PDFDocument.open(first)
    try await SignatureSnippets.check(signed, trusting: TestKeys.data("root.pem"))
    let remote = Remote(key: try TestKeys.identity("ec"))
    let identity = try SignatureSnippets.identity(remote.key.certificate.der, remote)
    #expect(identity.certificate.name == "Emil Curve")
    let options = SigningOptions(.invisible(on: try signed.page(at: 0).id))
    try await SignatureSnippets.signElsewhere(signed, options, remote, to: second)
    let reports = try await PDFDocument.open(second).verifySignatures(trusting: TestKeys.root())
    #expect(reports.map(\.isValid) == [true, true] && reports.map(\.trust) == [.trusted, .trusted])
  }
}
