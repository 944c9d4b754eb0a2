import PostilTestSupport
import Testing

@testable import PostilSignatures

@Suite struct DERReaderTests {
  @Test func readsElementsOfKnownLength() throws {
    var reader = DERReader([0x30, 0x05, 0x02, 0x01, 0x07, 0x05, 0x00, 0x01])
    var inner = try reader.enter(DERTag.sequence)
    #expect(try Array(inner.next(DERTag.integer).content) == [7])
    #expect(try inner.next().whole.elementsEqual([5, 0]))
    #expect(inner.isAtEnd)
    #expect(throws: DERReader.Malformed.self) { _ = try reader.next() }
  }

  @Test func readsElementsThatEndWithAMark() throws {
    // An octet string in two parts, inside a sequence, both of them with marks.
    let bytes: [UInt8] = [0x30, 0x80, 0x24, 0x80, 4, 1, 0xAA, 4, 2, 0xBB, 0xCC, 0, 0, 0, 0, 0x05, 0]
    var reader = DERReader(bytes)
    var inner = try reader.enter(DERTag.sequence)
    #expect(try inner.next().octets() == [0xAA, 0xBB, 0xCC])
    #expect(inner.isAtEnd)
    #expect(try reader.next().tag == DERTag.null)
  }

  @Test(
    arguments: [
      [0x30], [0x30, 0x81], [0x30, 0x05, 0], [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF, 0],
      [0x30, 0x85, 1, 1, 1, 1, 1],
      [0x1F, 0x01, 0], [0x04, 0x80, 0, 0], [0x30, 0x80, 0x02, 0x01, 0x01], [],
    ] as [[UInt8]])
  func refusesWhatEndsTooSoon(bytes: [UInt8]) {
    var reader = DERReader(bytes)
    #expect(throws: DERReader.Malformed.self) { _ = try reader.next() }
  }

  @Test func goesNoDeeperThanItsLimit() throws {
    var reader = DERReader((0..<200_000).flatMap { _ in [0x30, 0x80] as [UInt8] })
    #expect(throws: DERReader.Malformed.self) { _ = try reader.next() }
    var nested: [UInt8] = [4, 0]
    for _ in 0..<40 { nested = DER.element(0x24, nested) }
    var outer = DERReader(nested)
    let element = try outer.next()
    #expect(throws: DERReader.Malformed.self) { _ = try element.octets() }
  }

  @Test(arguments: [OID.signedData, OID.sha256, OID.ed25519, OID.signingCertificateV2, "2.999.1"])
  func writesAndReadsObjectIdentifiers(text: String) throws {
    var reader = DERReader(DER.objectIdentifier(text))
    #expect(try reader.next().objectIdentifier() == text)
  }

  @Test func readsTimes() throws {
    let utc = DER.element(DERTag.utcTime, Array("260102030405Z".utf8))
    let generalized = DER.element(DERTag.generalizedTime, Array("20260102030405.25Z".utf8))
    #expect(try DERTime.decode(utc) == DERTime.decode(generalized))
    #expect(try DERTime.decode(utc).timeIntervalSince1970 == 1_767_323_045)
    #expect(throws: DERReader.Malformed.self) {
      try DERTime.decode(DER.element(DERTag.utcTime, Array("2601020304Z".utf8)))
    }
  }

  @Test func readsNoMessageOfRandomBytes() {
    var generator = SeededGenerator(seed: 14)
    for count in 0..<2000 {
      let bytes = (0..<count % 300).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(throws: DERReader.Malformed.self) { _ = try SignedData([0x30, 0x80] + bytes) }
    }
  }
}
