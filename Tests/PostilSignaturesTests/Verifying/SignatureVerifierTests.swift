import Foundation
import Postil
import PostilTestSupport
import Testing

@testable import PostilSignatures

@Suite struct SignatureVerifierTests {
  private func signed(
    _ xref: PDFBuilder.Xref = .table, key: String = "ec", certifies level: PermittedChanges? = nil
  ) async throws -> Data {
    let document = try PDFDocument(data: SignableDocument.data(xref))
    var options = SigningOptions(.invisible(on: try document.page(at: 0).id))
    options.certifies = level
    return try await document.signedData(with: TestKeys.identity(key), options)
  }

  private func report(_ data: Data) async throws -> SignatureReport {
    try #require(await PDFDocument(data: data).verifySignatures(trusting: try TestKeys.root()).first)
  }

  // MARK: - Bytes

  @Test func everyChangedByteIsNoticed() async throws {
    let data = try await signed()
    let range = try #require(await report(data).info.coveredLength)
    #expect(range == data.count)
    let gap = try #require(data.range(of: Data("/Contents <".utf8))).upperBound - 1
    let end = try #require(data[gap...].firstIndex(of: UInt8(ascii: ">")))
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<100 {
      var position = Int.random(in: 0..<data.count, using: &generator)
      while (gap...end).contains(position) { position = Int.random(in: 0..<data.count, using: &generator) }
      var changed = data
      changed[position] ^= UInt8.random(in: 1...255, using: &generator)
      // The file may be beyond repair now, or the signature not be found any more.
      guard let document = try? PDFDocument(data: changed) else { continue }
      let reports = (try? await document.verifySignatures()) ?? []
      #expect(!reports.contains { $0.isValid }, "byte \(position)")
    }
  }

  @Test func aChangedSignatureIsNoticed() async throws {
    let data = try await signed(key: "rsa")
    let start = try #require(data.range(of: Data("/Contents <".utf8))).upperBound
    for offset in stride(from: 0, to: 4000, by: 97) {
      var changed = data
      changed[start + offset] =
        changed[start + offset] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
      let report = try await report(changed)
      // Certificates other than the signer's are not signed, and may be others.
      if report.integrity == .intact {
        #expect(report.trust != .trusted || report.signer?.name == "Rosa Signer")
      }
    }
    var cut = data
    cut.replaceSubrange(start..<start + 64, with: Data(repeating: UInt8(ascii: "0"), count: 64))
    #expect(try await report(cut).integrity == .unknown("its message is malformed"))
  }

  @Test(arguments: [
    ("[0 10 20]", "four numbers"), ("[5 10 20 30]", "beginning"), ("[0 10 20 99999999]", "within"),
    ("[0 10 9007199254740991 9007199254740991]", "within"),
    ("[0 10 9223372036854775807 9223372036854775807]", "four numbers"), ("[0 -10 20 30]", "within"),
    ("[0 30 20 10]", "within"), ("[0 10 20 30]", "more between"), ("(no)", "four numbers"),
  ])
  func byteRangesThatLieAreInvalid(range: String, reason: String) async throws {
    let signature = "<</Type/Sig/SubFilter/ETSI.CAdES.detached/ByteRange \(range)/Contents<3000>>>"
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[5 0 R]>>>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>", as: 3)
    builder.add(signature, as: 4)
    builder.add("<</T(s)/FT/Sig/V 4 0 R>>", as: 5)
    let report = try await report(builder.data())
    guard case .invalid(let words) = report.coverage else {
      Issue.record("\(report.coverage)")
      return
    }
    #expect(words.contains(reason) && !report.isValid)
  }

  @Test func aSignatureOfAnotherPlaceIsInvalid() async throws {
    // The range of the first signature, whose gap has the first signature's value, under another value.
    let data = try await signed()
    let text = String(decoding: data, as: Unicode.ASCII.self)
    let start = try #require(text.range(of: "<</Type /Sig/Filter"))
    let end = try #require(text.range(of: "\nendobj", range: start.upperBound..<text.endIndex))
    let body = String(text[start.lowerBound..<end.lowerBound])
    let number = try #require(
      text[..<start.lowerBound].split(whereSeparator: \.isWhitespace).dropLast(2).last.flatMap { Int($0) })
    let forged = body.replacingOccurrences(of: "/Contents <30", with: "/Contents <31")
    let report = try await report(SignableDocument.appending([number: forged], to: data))
    #expect(report.coverage == .invalid("what is between the bytes that it covers is not this signature"))
  }

  /// A value that covers more has another digest, even if what it has in the gap is the same.
  @Test func aSignatureThatClaimsMoreBytesIsNotIntact() async throws {
    let data = try await signed()
    let text = String(decoding: data, as: Unicode.ASCII.self)
    let start = try #require(text.range(of: "<</Type /Sig/Filter"))
    let end = try #require(text.range(of: "\nendobj", range: start.upperBound..<text.endIndex))
    let value = String(text[start.lowerBound..<end.lowerBound])
    let range = try #require(value.range(of: "/ByteRange ["))
    let close = try #require(value.range(of: "]", range: range.upperBound..<value.endIndex))
    let numbers = value[range.upperBound..<close.lowerBound].split(separator: " ").compactMap { Int($0) }
    func claiming(_ length: Int) throws -> Data {
      let longer = "/ByteRange [0 \(numbers[1]) \(numbers[2]) \(length)]"
      let forged = value.replacingCharacters(in: range.lowerBound..<close.upperBound, with: longer)
      return try SignableDocument.appending(
        [
          1: "<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[6 0 R 7 0 R 50 0 R 52 0 R]>>>>",
          50: "<</FT/Sig/T(honest)/V 51 0 R>>", 51: value, 52: "<</FT/Sig/T(forged)/V 53 0 R>>", 53: forged,
        ], to: data)
    }
    let length = try claiming(1_000_000).count - numbers[2]
    let forged = try claiming(length).count == numbers[2] + length ? claiming(length) : claiming(length - 1)
    let reports = try await PDFDocument(data: forged).verifySignatures()
    #expect(reports.contains { $0.info.fieldName == "forged" })
    #expect(!reports.contains { $0.info.fieldName == "forged" && $0.integrity == .intact })
    #expect(!reports.contains { $0.isValid })
  }

  // MARK: - Trust

  @Test func trustDependsOnTheGivenCertificates() async throws {
    let data = try await signed(key: "rsa")
    let document = try PDFDocument(data: data)
    func trust(_ certificates: [SigningCertificate]?, at time: Date = Date()) async throws
      -> CertificateTrust?
    {
      try await document.verifySignatures(trusting: certificates, at: time).first?.trust
    }
    let identity = try TestKeys.identity("rsa")
    #expect(try await trust(nil) == nil)
    #expect(try await trust([]) == .unknownIssuer)
    #expect(try await trust([TestKeys.identity("self").certificate]) == .unknownIssuer)
    #expect(try await trust(TestKeys.root()) == .trusted)
    #expect(try await trust(identity.issuers) == .trusted)
    #expect(try await trust([identity.certificate]) == .trusted)
    #expect(try await trust(TestKeys.root(), at: .distantPast) == .notYetValid)
    #expect(
      try await trust(TestKeys.root(), at: identity.certificate.validity.upperBound + 86400 * 400) == .expired
    )
  }

  @Test func aSignerThatIssuedItselfIsTrustedByNameOnly() async throws {
    let data = try await signed(key: "self")
    let report = try await report(data)
    #expect(report.isValid && report.trust == .unknownIssuer)
    let own = try TestKeys.identity("self").certificate
    let again = try await PDFDocument(data: data).verifySignatures(trusting: [own])
    #expect(again.first?.trust == .trusted)
  }

  @Test func aDocumentThatSigningAppendedToIsVerifiedWithoutOpeningItAgain() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a.pdf")
    try await signed().write(to: url)
    let document = try await PDFDocument.open(url)
    try document.add(
      Annotation(.rectangle(PageRect(x: 20, y: 20, width: 50, height: 50))), to: document.page(at: 0).id)
    try await document.save()
    let report = try #require(await document.verifySignatures().first)
    #expect(report.laterChanges.kinds == [.annotations] && report.isValid)
  }
}
