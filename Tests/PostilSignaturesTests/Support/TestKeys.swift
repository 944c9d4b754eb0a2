import Foundation
import Postil

@testable import PostilSignatures

/// The keys that `Scripts/make-signing-keys` made: RSA through an authority in between, ECDSA and Ed25519 by the root itself,
/// one that expired, one that issued itself, one that is not for signing, one for RSASSA-PSS with SHA-384 alone, and a file
/// without a key.
enum TestKeys {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Keys")

  static func data(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }

  static func identity(_ name: String) throws -> SigningIdentity {
    try SigningIdentity(pkcs12: data("\(name).p12"), password: "postil")
  }

  static func root() throws -> [SigningCertificate] {
    try SigningCertificate.certificates(pem: data("root.pem"))
  }
}
