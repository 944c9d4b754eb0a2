/// The object identifiers of what signatures in PDF files are made of.
enum OID {
  /// Signed data (RFC 5652, 5.1).
  static let signedData = "1.2.840.113549.1.7.2"
  static let data = "1.2.840.113549.1.7.1"
  /// What a time stamp says (RFC 3161, 2.4.2).
  static let timeStampInfo = "1.2.840.113549.1.9.16.1.4"

  // Attributes (RFC 5652, 11; RFC 5035; RFC 3161, appendix A).
  static let contentType = "1.2.840.113549.1.9.3"
  static let messageDigest = "1.2.840.113549.1.9.4"
  static let signingTime = "1.2.840.113549.1.9.5"
  static let signingCertificate = "1.2.840.113549.1.9.16.2.12"
  static let signingCertificateV2 = "1.2.840.113549.1.9.16.2.47"
  static let timeStampToken = "1.2.840.113549.1.9.16.2.14"

  // Extensions of certificates (RFC 5280, 4.2.1).
  static let subjectKeyIdentifier = "2.5.29.14"
  static let alternativeNames = "2.5.29.17"
  static let nameConstraints = "2.5.29.30"
  static let keyUsage = "2.5.29.15"
  static let extendedKeyUsage = "2.5.29.37"

  // Purposes of keys.
  static let anyPurpose = "2.5.29.37.0"
  static let emailProtection = "1.3.6.1.5.5.7.3.4"
  static let timeStamping = "1.3.6.1.5.5.7.3.8"
  /// RFC 9336.
  static let documentSigning = "1.3.6.1.5.5.7.3.36"
  static let adobeDocuments = "1.2.840.113583.1.1.5"
  static let microsoftDocuments = "1.3.6.1.4.1.311.10.3.12"

  // Digests.
  static let md2 = "1.2.840.113549.2.2"
  static let md4 = "1.2.840.113549.2.4"
  static let md5 = "1.2.840.113549.2.5"
  static let sha1 = "1.3.14.3.2.26"
  static let sha256 = "2.16.840.1.101.3.4.2.1"
  static let sha384 = "2.16.840.1.101.3.4.2.2"
  static let sha512 = "2.16.840.1.101.3.4.2.3"
  /// Digests as PDF calls them (ISO 32000-2, table 237).
  static let digestNames = [sha1: "SHA1", sha256: "SHA256", sha384: "SHA384", sha512: "SHA512"]

  // Signatures.
  static let rsaEncryption = "1.2.840.113549.1.1.1"
  static let rsaPSS = "1.2.840.113549.1.1.10"
  static let mgf1 = "1.2.840.113549.1.1.8"
  static let rsaWithSHA256 = "1.2.840.113549.1.1.11"
  static let rsaWithSHA384 = "1.2.840.113549.1.1.12"
  static let rsaWithSHA512 = "1.2.840.113549.1.1.13"
  static let ecdsaWithSHA256 = "1.2.840.10045.4.3.2"
  static let ecdsaWithSHA384 = "1.2.840.10045.4.3.3"
  static let ecdsaWithSHA512 = "1.2.840.10045.4.3.4"
  static let ed25519 = "1.3.101.112"
  static let ecPublicKey = "1.2.840.10045.2.1"
  /// Signatures with ECDSA as two numbers of one length (BSI TR-03111, 5.2.1.1), and the digests that they are of.
  static let plainECDSA = [
    "0.4.0.127.0.7.1.1.4.1.1": sha1, "0.4.0.127.0.7.1.1.4.1.2": "2.16.840.1.101.3.4.2.4",
    "0.4.0.127.0.7.1.1.4.1.3": sha256, "0.4.0.127.0.7.1.1.4.1.4": sha384, "0.4.0.127.0.7.1.1.4.1.5": sha512,
  ]
}
