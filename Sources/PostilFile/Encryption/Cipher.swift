import CPostilNettle

/// How strings and streams are encrypted (ISO 32000-2, 7.6.3). The ciphers are nettle's.
enum Cipher: Hashable {
  /// Not at all.
  case identity
  case rc4
  /// AES-128 in CBC mode: 16 random bytes, then whole blocks, padded as RFC 8018 says.
  case aes128
  /// The same with AES-256.
  case aes256

  private static let blockSize = 16

  /// - Parameter key: Of 16 bytes for AES-128, 32 for AES-256, up to 16 for RC4.
  func encrypted(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    switch self {
    case .identity: return bytes
    case .rc4: return Self.rc4(bytes, key)
    case .aes128, .aes256:
      let first = (0..<Self.blockSize).map { _ in UInt8.random(in: .min ... .max) }
      let padding = Self.blockSize - bytes.count % Self.blockSize
      let padded = bytes + [UInt8](repeating: UInt8(padding), count: padding)
      return first + (Self.aes(encrypts: true, padded, key, first) ?? [])
    }
  }

  /// The bytes that were encrypted; `nil` if these are not the result of that.
  func decrypted(_ bytes: [UInt8], key: [UInt8]) -> [UInt8]? {
    switch self {
    case .identity: return bytes
    case .rc4: return Self.rc4(bytes, key)
    case .aes128, .aes256:
      guard bytes.count >= 2 * Self.blockSize, bytes.count % Self.blockSize == 0 else { return nil }
      let first = Array(bytes[..<Self.blockSize])
      guard let padded = Self.aes(encrypts: false, Array(bytes[Self.blockSize...]), key, first),
        let padding = padded.last.map(Int.init), (1...Self.blockSize).contains(padding)
      else { return nil }
      return Array(padded.dropLast(padding))
    }
  }

  private static func rc4(_ bytes: [UInt8], _ key: [UInt8]) -> [UInt8] {
    guard !key.isEmpty else { return bytes }
    return [UInt8](unsafeUninitializedCapacity: bytes.count) { result, count in
      if let start = result.baseAddress { postil_rc4(key.count, key, bytes.count, bytes, start) }
      count = bytes.count
    }
  }

  /// Whole blocks in CBC mode, without padding; `nil` for a key of a length that AES does not have.
  ///
  /// - Parameter first: The block before the first one.
  static func aes(encrypts: Bool, _ bytes: [UInt8], _ key: [UInt8], _ first: [UInt8]) -> [UInt8]? {
    var isDone = false
    let result = [UInt8](unsafeUninitializedCapacity: bytes.count) { result, count in
      guard let start = result.baseAddress else { return }
      isDone = postil_aes_cbc(encrypts, key.count, key, first, bytes.count, bytes, start)
      count = isDone ? bytes.count : 0
    }
    return isDone ? result : nil
  }
}
