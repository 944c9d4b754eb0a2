import Testing

@testable import PostilSignatures

@Suite struct OddModulusTests {
  private func bytes(_ number: UInt64) -> [UInt8] {
    (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }

  private func number(_ bytes: [UInt8]) -> UInt64 { bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) } }

  @Test(arguments: [3, 7, 65537, 4_294_967_291, 18_446_744_073_709_551_557, .max] as [UInt64])
  func countsAsTheProcessorDoes(modulus: UInt64) throws {
    let odd = try #require(OddModulus(bytes(modulus)))
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let a = UInt64.random(in: 0..<modulus, using: &generator)
      let b = UInt64.random(in: 0..<modulus, using: &generator)
      let (first, second) = (try #require(odd.kept(bytes(a))), try #require(odd.kept(bytes(b))))
      let (high, low) = a.multipliedFullWidth(by: b)
      #expect(
        number(odd.bytes(odd.product(first, second))) == modulus.dividingFullWidth((high, low)).remainder)
      let (sum, isOver) = a.addingReportingOverflow(b)
      #expect(
        number(odd.bytes(odd.sum(first, second)))
          == modulus.dividingFullWidth((isOver ? 1 : 0, sum)).remainder)
      #expect(number(odd.bytes(odd.difference(first, second))) == (a >= b ? a - b : a &+ (modulus &- b)))
    }
  }

  @Test func invertsModuloPrimeNumbers() throws {
    let prime: UInt64 = 18_446_744_073_709_551_557
    let odd = try #require(OddModulus(bytes(prime)))
    for number in [1, 2, 3, 12345, prime - 1] {
      let kept = try #require(odd.kept(bytes(number)))
      #expect(odd.product(kept, odd.inverse(of: kept)) == odd.one)
    }
  }

  @Test func refusesWhatItCannotCountWith() throws {
    #expect(OddModulus([]) == nil && OddModulus([0, 0]) == nil && OddModulus([1]) == nil)
    #expect(OddModulus([4]) == nil && OddModulus([255, 254]) == nil)
    #expect(OddModulus([1] + [UInt8](repeating: 0, count: 2048) + [1]) == nil)
    let odd = try #require(OddModulus([0, 0, 101]))
    #expect(odd.bitCount == 7 && odd.kept([101]) == nil && odd.kept([UInt8](repeating: 1, count: 9)) == nil)
    #expect(odd.kept([0, 0, 0, 0, 0, 0, 0, 0, 0, 100]) != nil)
    #expect(odd.reduced([102]) == odd.kept([1]) && odd.reduced([202]) == nil)
  }

  /// A file may have any number of signatures, so none may take long.
  @Test func keysThatTakeLongAreNotUsed() throws {
    func key(_ modulus: [UInt8], _ exponent: [UInt8]) throws -> PublicKeyInfo {
      let numbers = DER.sequence(DER.integer(modulus), DER.integer(exponent))
      let info = DER.sequence(
        AlgorithmIdentifier(OID.rsaEncryption, DER.null).der, DER.element(DERTag.bitString, [0] + numbers))
      var reader = DERReader(info)
      return try PublicKeyInfo(reader.next())
    }
    let usual = [0x80] + [UInt8](repeating: 1, count: 255)
    #expect(try key(usual, [1, 0, 1]).isOfUsualSize)
    #expect(try !key(usual, usual).isOfUsualSize)
    #expect(try !key([0x80] + [UInt8](repeating: 1, count: 2048), [1, 0, 1]).isOfUsualSize)
    let parameters = PSSParameters(digest: OID.sha256, saltLength: 32)
    #expect(
      try PSSVerifier(parameters: parameters).isSignature(usual, of: usual, key: key(usual, usual)) == nil)
  }
}
