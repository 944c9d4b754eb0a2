import Testing

@testable import PostilFile

@Suite struct CipherTests {
  private static func bytes(_ digits: String) -> [UInt8] {
    stride(from: 0, to: digits.count, by: 2).compactMap { place in
      let start = digits.index(digits.startIndex, offsetBy: place)
      return UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16)
    }
  }

  /// Two of the vectors that are widely published for RC4.
  @Test(arguments: [("Key", "Plaintext", "bbf316e8d940af0ad3"), ("Wiki", "pedia", "1021bf0420")])
  func rc4(key: String, text: String, result: String) {
    let (key, text) = (Array(key.utf8), Array(text.utf8))
    #expect(Cipher.rc4.encrypted(text, key: key) == Self.bytes(result))
    #expect(Cipher.rc4.decrypted(Self.bytes(result), key: key) == text)
  }

  /// RFC 1321, appendix A.5.

  /// The first block of NIST SP 800-38A, F.2.1 and F.2.5.
  @Test(arguments: [
    ("2b7e151628aed2a6abf7158809cf4f3c", "7649abac8119b246cee98e9b12e9197d"),
    (
      "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
      "f58c4c04d6e5f1ba779eabfb5f7bfbd6"
    ),
  ])
  func aes(key: String, result: String) {
    let (key, result) = (Self.bytes(key), Self.bytes(result))
    let text = Self.bytes("6bc1bee22e409f96e93d7e117393172a")
    let first = Self.bytes("000102030405060708090a0b0c0d0e0f")
    #expect(Cipher.aes(encrypts: true, text, key, first) == result)
    #expect(Cipher.aes(encrypts: false, result, key, first) == text)
  }

  @Test(arguments: [Cipher.identity, .rc4, .aes128, .aes256], [0, 1, 15, 16, 17, 1000])
  func whatIsEncryptedIsDecrypted(cipher: Cipher, count: Int) {
    let key = (0..<(cipher == .aes256 ? 32 : 16)).map { UInt8($0 * 7) }
    let text = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31) }
    let encrypted = cipher.encrypted(text, key: key)
    #expect(cipher.decrypted(encrypted, key: key) == text)
    guard cipher == .aes128 || cipher == .aes256 else { return }
    #expect(encrypted.count == 16 + (count / 16 + 1) * 16)
    // Never the same twice.
    #expect(cipher.encrypted(text, key: key) != encrypted)
    #expect(cipher.decrypted(Array(encrypted.dropLast()), key: key) == nil)
    #expect(cipher.decrypted([], key: key) == nil)
    #expect(cipher.decrypted(encrypted, key: [1, 2, 3]) == nil)
  }
}
