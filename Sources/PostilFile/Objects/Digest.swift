import CPostilNettle

/// Digests of bytes, made by nettle. O(bytes).
enum Digest {
  /// That of encryption and of embedded files (RFC 1321; ISO 32000-2, table 45), 16 bytes. It protects from nothing but
  /// accidents.
  static func md5(_ bytes: UnsafeRawBufferPointer) -> [UInt8] { digest(bytes, count: 16, postil_md5) }

  /// SHA-256 (FIPS 180-4), 32 bytes.
  static func sha256(_ bytes: UnsafeRawBufferPointer) -> [UInt8] { digest(bytes, count: 32, postil_sha256) }

  static func md5(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { md5($0) } }
  static func sha256(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { sha256($0) } }

  private static func digest(
    _ bytes: UnsafeRawBufferPointer, count: Int,
    _ make: (Int, UnsafePointer<UInt8>?, UnsafeMutablePointer<UInt8>?) -> Void
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { digest, filled in
      make(bytes.count, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, digest.baseAddress)
      filled = count
    }
  }
}
