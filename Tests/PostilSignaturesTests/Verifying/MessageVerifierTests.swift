import Foundation
import PostilTestSupport
import Testing

@testable import PostilSignatures

/// Messages of every kind of algorithm, which `Scripts/make-signing-messages.py` made: they sign the text "Postil".
@Suite struct MessageVerifierTests {
  private static let folder = TestKeys.folder.deletingLastPathComponent().appending(path: "Messages")

  private func message(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Self.folder.appending(path: "\(name).der")))
  }

  private func finding(_ bytes: [UInt8], _ subFilter: String? = nil, text: String = "Postil")
    -> MessageFinding
  {
    MessageVerifier.finding(in: bytes, subFilter: subFilter) { RunningDigest.of(Array(text.utf8), $0) }
  }

  @Test(arguments: [
    "rsa-sha1", "rsa-md5", "rsa-sha384", "rsa-1024", "rsa-chain-sha1", "pss-sha256", "pss-sha384",
    "pss-sha512",
    "pss-sha256-salt20", "pss-sha256-salt0", "pss-sha512-mask-sha256", "pss-2049-bits", "pss-defaults",
    "ecdsa-p521", "ecdsa-brainpool256", "ecdsa-brainpool384", "ecdsa-brainpool512",
    "ecdsa-brainpool256-sha512",
    "plain-p256", "plain-brainpool384",
  ])
  func signaturesOfEachAlgorithmHold(name: String) throws {
    let bytes = try message(name)
    #expect(finding(bytes).integrity == .intact)
    #expect(finding(bytes, text: "Postal").integrity == .altered)
    // The signature is the last thing in it.
    for offset in [1, 5, 20] {
      var changed = bytes
      changed[changed.count - offset] ^= 0x10
      #expect(finding(changed).integrity == .wrongSignature, "byte \(offset) from the end")
    }
  }

  /// None of these is called forged: what is not known is not known.
  @Test(arguments: [
    ("rsa-sha1-beside-sha256", "made with SHA-1"), ("pss-sha512-beside-sha256", "made with SHA-512"),
    ("pss-without-parameters", "missing"), ("pss-trailer", "trailer"),
    ("ecdsa-secp256k1", "curve 1.3.132.0.10"),
    ("ed448-shake256", "SHAKE256"), ("rsa-with-data", "detached"), ("rsa-with-no-data", "detached"),
  ])
  func whatCannotBeToldIsUnknown(name: String, reason: String) throws {
    guard case .unknown(let words) = finding(try message(name)).integrity else {
      Issue.record("\(finding(try message(name)).integrity)")
      return
    }
    #expect(words.contains(reason), "\(words)")
  }

  @Test func formatsThatAreNotKnownAreUnknown() throws {
    let bytes = try message("rsa-sha384")
    #expect(finding(bytes, "ETSI.CAdES.detached").integrity == .intact)
    for format in ["adbe.x509.rsa_sha1", "ETSI.RFC3161", "own.format"] {
      guard case .unknown = finding(bytes, format).integrity else {
        Issue.record("\(format)")
        continue
      }
    }
  }

  /// Those of the digests of the bytes and of the signature, of the key, and of the certificates.
  @Test(arguments: [
    ("rsa-sha384", []), ("rsa-sha1", ["digest SHA-1", "signature SHA-1"]),
    ("rsa-md5", ["digest MD5", "signature MD5"]),
    ("rsa-sha1-beside-sha256", ["signature SHA-1"]), ("pss-defaults", ["digest SHA-1", "signature SHA-1"]),
    ("rsa-1024", ["key RSA, 1024 bits"]), ("rsa-chain-sha1", ["certificate SHA-1"]),
  ])
  func whatIsWeakIsTold(name: String, expected: [String]) throws {
    let found = finding(try message(name))
    #expect(found.weaknesses.map { "\($0.kind.rawValue) \($0.detail)" } == expected)
  }

  /// The message of this format signs the SHA-1 of the bytes with SHA-256.
  @Test func theDigestThatBindsTheBytesCounts() throws {
    let bytes = try message("rsa-pkcs7-sha1")
    let found = finding(bytes, "adbe.pkcs7.sha1")
    #expect(found.integrity == .intact && found.digestAlgorithm == OID.sha1)
    #expect(found.weaknesses.map(\.kind) == [.digest])
    #expect(finding(bytes, "adbe.pkcs7.sha1", text: "Postal").integrity == .altered)
    #expect(
      finding(try message("rsa-sha384"), "adbe.pkcs7.sha1").integrity
        == .unknown("there is no digest in its message"))
  }

  /// Whatever is in a message, it is judged, and never intact.
  @Test func damagedMessagesAreJudged() throws {
    var generator = SeededGenerator(seed: 11)
    for url in try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil) {
      let bytes = [UInt8](try Data(contentsOf: url))
      for _ in 0..<12 {
        var changed = bytes
        let position = Int.random(in: 0..<bytes.count, using: &generator)
        changed[position] ^= UInt8.random(in: 1...255, using: &generator)
        if Bool.random(using: &generator) { changed.removeLast(Int.random(in: 1...40, using: &generator)) }
        let found = finding(changed, text: "Postal")
        #expect(found.integrity != .intact, "\(url.lastPathComponent), byte \(position)")
      }
    }
  }
}
