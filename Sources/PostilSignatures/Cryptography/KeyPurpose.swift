/// Whether a key is for what it was used for, as its certificate says.
public enum KeyPurpose: Sendable, Hashable {
  /// It is, or the certificate does not say what it is for.
  case suitable
  /// It is not; why, in words.
  case unsuitable(String)

  var isSuitable: Bool { self == .suitable }
}

extension X509Certificate {
  /// What keys of those who sign documents may be for: anything, mail, documents, and the two companies' own names of that.
  private static let documentPurposes: Set = [
    OID.anyPurpose, OID.emailProtection, OID.documentSigning, OID.adobeDocuments, OID.microsoftDocuments,
  ]

  private var isForSignatures: Bool {
    keyUsage.map { !$0.isDisjoint(with: [.digitalSignature, .nonRepudiation]) } ?? true
  }

  /// Whether its key is for signing documents (RFC 5280, 4.2.1.3 and 4.2.1.12; RFC 9336).
  var purposeForDocuments: KeyPurpose {
    guard isForSignatures else { return .unsuitable("its key usage is not that of a key that signs") }
    guard let purposes = extendedKeyUsage?.purposes, Self.documentPurposes.isDisjoint(with: purposes) else {
      return .suitable
    }
    return .unsuitable(
      "its extended key usage (\(purposes.joined(separator: ", "))) is not that of a key for documents")
  }

  /// Whether its key is for time stamps: its certificate has to say so, that it is for nothing else, and that readers must
  /// heed it (RFC 3161, 2.3).
  var purposeForTimeStamps: KeyPurpose {
    guard isForSignatures else { return .unsuitable("its key usage is not that of a key that signs") }
    guard let usage = extendedKeyUsage, usage.purposes == [OID.timeStamping], usage.isCritical else {
      return .unsuitable("its extended key usage is not that of a key for time stamps alone")
    }
    return .suitable
  }
}
