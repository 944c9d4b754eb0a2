/// Verifies signatures with RSASSA-PSS (RFC 8017, 8.1.2) as their parameters say: GnuTLS knows three digests, each with one
/// length of the salt.
struct PSSVerifier {
  let parameters: PSSParameters

  /// Whether a signature is that of a digest.
  ///
  /// - Returns: `nil` if the key or a digest is of a kind that is not known.
  func isSignature(_ signature: [UInt8], of digest: [UInt8], key: PublicKeyInfo) -> Bool? {
    guard let (bytes, exponent) = key.rsa, !exponent.isEmpty, key.isOfUsualSize,
      let modulus = OddModulus(bytes)
    else { return nil }
    guard signature.count == bytes.count, let number = modulus.kept(signature) else { return false }
    let encoded = modulus.bytes(modulus.power(number, exponent)).suffix(bytes.count)
    let bitCount = modulus.bitCount - 1
    // Where the modulus has one bit more than whole bytes, its first byte is none of the encoded message.
    guard encoded.dropLast((bitCount + 7) / 8).allSatisfy({ $0 == 0 }) else { return false }
    return isEncoding(Array(encoded.suffix((bitCount + 7) / 8)), bitCount, of: digest)
  }

  /// RFC 8017, 9.1.2.
  private func isEncoding(_ message: [UInt8], _ bitCount: Int, of digest: [UInt8]) -> Bool? {
    guard message.count >= digest.count + parameters.saltLength + 2, message.last == 0xBC else {
      return false
    }
    let end = message.count - digest.count - 1
    let hash = Array(message[end..<message.count - 1])
    guard let mask = mask(of: hash, count: end) else { return nil }
    let free = UInt8(truncatingIfNeeded: 0xFF >> (8 * message.count - bitCount))
    guard message[0] & ~free == 0 else { return false }
    var block = zip(message, mask).map { $0 ^ $1 }
    block[0] &= free
    let start = end - parameters.saltLength
    guard block[..<(start - 1)].allSatisfy({ $0 == 0 }), block[start - 1] == 1 else { return false }
    let padded = [UInt8](repeating: 0, count: 8) + digest + Array(block[start...])
    let own = RunningDigest.of(padded, parameters.digest)
    return own.map { $0 == hash }
  }

  /// RFC 8017, B.2.1.
  private func mask(of seed: [UInt8], count: Int) -> [UInt8]? {
    var result: [UInt8] = []
    var counter: UInt32 = 0
    while result.count < count {
      let number = (0..<4).reversed().map { UInt8(truncatingIfNeeded: counter >> (8 * $0)) }
      guard let part = RunningDigest.of(seed + number, parameters.maskDigest) else { return nil }
      result += part
      counter += 1
    }
    return Array(result.prefix(count))
  }
}
