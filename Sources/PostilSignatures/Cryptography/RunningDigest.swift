import PostilGnuTLSBridge

/// The digest of bytes that come in pieces.
final class RunningDigest {
  private var handle: OpaquePointer?
  private let length: Int
  private var isRight = true

  /// - Parameter algorithm: The object identifier.
  /// - Returns: `nil` if the algorithm is not known, or has no length of its own.
  convenience init?(_ algorithm: String) {
    let length = postil_tls_digest_length(algorithm)
    guard length > 0, let handle = postil_tls_digest_begin(algorithm) else { return nil }
    self.init(handle, length)
  }

  private init(_ handle: OpaquePointer, _ length: Int) {
    self.handle = handle
    self.length = length
  }

  deinit { if let handle { postil_tls_digest_end(handle, nil) } }

  func add(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, let handle else { return }
    isRight = postil_tls_digest_add(handle, start, bytes.count) && isRight
  }

  /// One that goes on from what this one was given until now; `nil` if that cannot be had.
  func copy() -> RunningDigest? {
    guard isRight, let handle, let copy = postil_tls_digest_copy(handle) else { return nil }
    return RunningDigest(copy, length)
  }

  /// The digest, once; `nil` if it could not be made.
  func finish() -> [UInt8]? {
    guard let handle else { return nil }
    self.handle = nil
    var result = [UInt8](repeating: 0, count: length)
    postil_tls_digest_end(handle, &result)
    return isRight ? result : nil
  }

  static func of(_ bytes: [UInt8], _ algorithm: String) -> [UInt8]? {
    guard let digest = RunningDigest(algorithm) else { return nil }
    bytes.withUnsafeBytes { digest.add($0) }
    return digest.finish()
  }

  /// The digest that an algorithm of signatures is for; `nil` if it is not for one alone.
  static func ofSignature(_ algorithm: String) -> String? {
    if let digest = OID.plainECDSA[algorithm] { return digest }
    return postil_tls_signature_digest(algorithm).map { String(cString: $0) }
  }

  /// What an algorithm is called.
  static func name(of algorithm: String) -> String {
    switch algorithm {
    case OID.md2: "MD2"
    case OID.md4: "MD4"
    case OID.md5: "MD5"
    case OID.sha1: "SHA-1"
    case "2.16.840.1.101.3.4.2.4": "SHA-224"
    case OID.sha256: "SHA-256"
    case OID.sha384: "SHA-384"
    case OID.sha512: "SHA-512"
    case "2.16.840.1.101.3.4.2.7": "SHA3-224"
    case "2.16.840.1.101.3.4.2.8": "SHA3-256"
    case "2.16.840.1.101.3.4.2.9": "SHA3-384"
    case "2.16.840.1.101.3.4.2.10": "SHA3-512"
    case "2.16.840.1.101.3.4.2.12": "SHAKE256"
    default: algorithm
    }
  }

  /// Whether others than the signer can make two documents of one digest.
  static func isWeak(_ algorithm: String) -> Bool {
    [OID.md2, OID.md4, OID.md5, OID.sha1].contains(algorithm)
  }
}
