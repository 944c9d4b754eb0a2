import GnuTLSBridge

/// The digest of bytes that come in pieces.
struct Digest: ~Copyable {
  private let handle: OpaquePointer
  private let length: Int
  private var isRight = true

  /// - Parameter algorithm: The object identifier.
  /// - Returns: `nil` if the algorithm is not known.
  init?(_ algorithm: String) {
    guard let handle = postil_tls_digest_begin(algorithm) else { return nil }
    self.handle = handle
    length = postil_tls_digest_length(algorithm)
  }

  deinit { postil_tls_digest_end(handle, nil) }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    isRight = postil_tls_digest_add(handle, start, bytes.count) && isRight
  }

  /// The digest; `nil` if it could not be made.
  consuming func finish() -> [UInt8]? {
    var result = [UInt8](repeating: 0, count: length)
    postil_tls_digest_end(handle, &result)
    let isRight = isRight
    discard self
    return isRight ? result : nil
  }

  static func of(_ bytes: [UInt8], _ algorithm: String) -> [UInt8]? {
    guard var digest = Digest(algorithm) else { return nil }
    bytes.withUnsafeBytes { digest.add($0) }
    return digest.finish()
  }

  /// What an algorithm is called.
  static func name(of algorithm: String) -> String {
    switch algorithm {
    case "1.2.840.113549.2.5": "MD5"
    case OID.sha1: "SHA-1"
    case "2.16.840.1.101.3.4.2.4": "SHA-224"
    case OID.sha256: "SHA-256"
    case OID.sha384: "SHA-384"
    case OID.sha512: "SHA-512"
    default: algorithm
    }
  }

  /// Whether others than the signer can make two documents of one digest.
  static func isWeak(_ algorithm: String) -> Bool {
    algorithm == OID.sha1 || algorithm == "1.2.840.113549.2.5"
  }
}
