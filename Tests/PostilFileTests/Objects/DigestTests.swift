import Testing

@testable import PostilFile

@Suite struct DigestTests {
  /// The examples of RFC 1321, and lengths around a block's.
  static let digests: [(String, String)] = [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
    (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
    (String(repeating: "x", count: 55), "04364420e25c512fd958a70738aa8f72"),
    (String(repeating: "x", count: 56), "668a72d5ba17f08e62dabcafad6db14b"),
    (String(repeating: "x", count: 64), "c1bb4f81d892b2d57947682aeb252456"),
  ]

  @Test(arguments: digests) func md5IsThatOfTheStandard(text: String, digest: String) {
    #expect(Self.hexadecimal(Digest.md5(Array(text.utf8))) == digest)
  }

  /// The examples of FIPS 180-4.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  ]) func sha256IsThatOfTheStandard(text: String, digest: String) {
    #expect(Self.hexadecimal(Digest.sha256(Array(text.utf8))) == digest)
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
