import Foundation
import Postil
import PostilSignatures

/// The code on the page about signatures.
enum SignatureSnippets {
  protocol Card: Sendable {
    func sign(_ data: Data) async throws -> Data
  }

  protocol Service: Sendable {
    func message(for digest: Data) async throws -> Data
  }

  static func check(_ document: PDFDocument, trusting pem: Data) async throws {
    let trusted = try SigningCertificate.certificates(pem: pem)
    for report in try await document.verifySignatures(trusting: trusted) {
      print(report.signer?.name ?? "unknown", report.isValid, report.trust == .trusted)
      if !report.laterChanges.kinds.isEmpty { print("changed later:", report.laterChanges.kinds) }
    }
  }

  static func sign(_ document: PDFDocument, with key: Data, _ password: String, to url: URL) async throws {
    let identity = try SigningIdentity(pkcs12: key, password: password)
    let page = try document.page(at: 0).id
    let place = SigningOptions.Place.visible(on: page, PageRect(x: 72, y: 72, width: 200, height: 60))
    let options = SigningOptions(place, reason: "I agree")
    try await document.sign(with: identity, options, to: url)
  }

  static func identity(_ certificate: Data, _ card: some Card) throws -> SigningIdentity {
    try SigningIdentity(certificate: SigningCertificate(der: certificate)) { try await card.sign($0) }
  }

  static func signElsewhere(
    _ document: PDFDocument, _ options: SigningOptions, _ service: some Service, to url: URL
  ) async throws {
    let prepared = try await document.prepareSignature(options, to: url)
    let message = try await service.message(for: prepared.digest())
    try await prepared.complete(with: message)
  }
}
