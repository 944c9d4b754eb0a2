/// Encrypts what a program stores beside an encrypted document, such as its journal, with AES-256 and a key that only who
/// can open the document has.
package struct RecordEncryption: Sendable {
  private let key: [UInt8]

  /// - Parameter fileKey: The key of the file.
  init?(fileKey: [UInt8]) {
    guard !fileKey.isEmpty else { return nil }
    key = Digest.sha256(Array("Postil journal".utf8) + fileKey)
  }

  package func encrypted(_ bytes: [UInt8]) -> [UInt8] { Cipher.aes256.encrypted(bytes, key: key) }

  /// `nil` if they were not encrypted with this key.
  package func decrypted(_ bytes: [UInt8]) -> [UInt8]? { Cipher.aes256.decrypted(bytes, key: key) }
}
