package import PostilModel

/// What the author of a form asks of the signature of a field (seed values, `/SV`; ISO 32000-2, tables 237 and 238).
package struct SignatureSeed {
  /// What is asked for and is not in the signature's dictionary, but in the message.
  package struct MessageRequirements: Sendable, Hashable {
    /// The digests one of which it has to be made with, as PDF calls them (`SHA256`); `nil` if any will do.
    package fileprivate(set) var digests: [String]?
    /// Whether it needs a time stamp, and the authority that the form names.
    package fileprivate(set) var timeStamp: TimeStamp?
    /// The certificates one of which has to sign, as DER; `nil` if any may.
    package fileprivate(set) var signers: [[UInt8]]?
    /// The certificates one of which has to be an issuer of the signer's, as DER; `nil` if any may.
    package fileprivate(set) var issuers: [[UInt8]]?

    /// A time stamp that is asked for.
    package struct TimeStamp: Sendable, Hashable {
      package let authority: String?
    }

    package init() {}
  }

  /// The bits of `/Ff`: which entries have to be followed.
  private struct Required: OptionSet {
    let rawValue: Int
    static let filter = Required(rawValue: 1)
    static let format = Required(rawValue: 2)
    static let version = Required(rawValue: 4)
    static let reasons = Required(rawValue: 8)
    static let attestation = Required(rawValue: 16)
    static let revocation = Required(rawValue: 32)
    static let digest = Required(rawValue: 64)
    static let lock = Required(rawValue: 128)
    static let appearance = Required(rawValue: 256)
  }

  /// The bits of the certificate's `/Ff`.
  private struct RequiredOfCertificate: OptionSet {
    let rawValue: Int
    static let subject = RequiredOfCertificate(rawValue: 1)
    static let issuer = RequiredOfCertificate(rawValue: 2)
    static let policies = RequiredOfCertificate(rawValue: 4)
    static let subjectName = RequiredOfCertificate(rawValue: 8)
    static let keyUsage = RequiredOfCertificate(rawValue: 32)
  }

  /// The newest version of seed values that is understood: that of PDF 2.0.
  private static let newestVersion = 3
  /// The format that is written where the form asks for it: the same message under its older name.
  private static let olderFormat = "adbe.pkcs7.detached"
  private static let most = 1000

  private let field: String
  private let entries: PDFDictionary
  private let objects: any ObjectSource
  private let required: Required

  /// - Parameter field: The full name of the field, for messages.
  init(_ entries: PDFDictionary, of field: String, _ objects: any ObjectSource) {
    (self.entries, self.field, self.objects) = (entries, field, objects)
    required = Required(rawValue: objects.resolve(entries["Ff"]).integer ?? 0)
  }

  /// Follows what is asked for, or refuses.
  ///
  /// - Parameter format: The format of the signature (`/SubFilter`), which becomes another that is asked for.
  /// - Returns: What the message has to be like.
  /// - Throws: ``PDFError`` with code `.invalidArgument` if the request is not what is asked for, and another one could be;
  ///   `.unsupported` for what Postil does not do.
  func follow(_ request: SignatureRequest, format: inout String) throws -> MessageRequirements {
    try requireKnownEntries()
    try chooseFormat(&format)
    try requireReason(request.reason)
    try requireLevel(request.certifies)
    return try messageRequirements()
  }

  private func refused(_ text: String, _ code: PDFError.Code = .invalidArgument) -> PDFError {
    PDFError(code, "The form asks that the signature of the field '\(field)' \(text).")
  }

  // MARK: - The dictionary

  private func requireKnownEntries() throws {
    func other(_ text: String) -> PDFError {
      refused("\(text), which Postil does not do: sign another field, or with another program", .unsupported)
    }
    if required.contains(.version), let version = objects.resolve(entries["V"]).number,
      version > Double(Self.newestVersion)
    {
      throw other("follows a later version of seed values")
    }
    if required.contains(.filter), let filter = objects.resolve(entries["Filter"]).name,
      filter != "Adobe.PPKLite"
    {
      throw other("is made by the handler '\(filter)'")
    }
    if required.contains(.attestation), !(objects.resolve(entries["LegalAttestation"]).array ?? []).isEmpty {
      throw other("comes with a legal attestation")
    }
    if required.contains(.revocation), objects.resolve(entries["AddRevInfo"]).boolean == true {
      throw other("has proofs that its certificates were not revoked")
    }
    if required.contains(.lock), let lock = objects.resolve(entries["LockDocument"]).name, lock == "true" {
      throw other("locks the document")
    }
    if required.contains(.appearance), let name = text("AppearanceFilter") {
      throw other("has the appearance '\(name)'")
    }
  }

  private func text(_ key: PDFName) -> String? { objects.text(entries[key]) }

  private func chooseFormat(_ format: inout String) throws {
    let wanted = list("SubFilter").compactMap { objects.resolve($0).name?.description }
    guard !wanted.isEmpty, !wanted.contains(format) else { return }
    if wanted.contains(Self.olderFormat) {
      format = Self.olderFormat
    } else if required.contains(.format) {
      throw refused(
        "has the format \(Self.words(wanted)), which Postil does not write: sign another field, or with another program",
        .unsupported)
    }
  }

  private func requireReason(_ reason: String?) throws {
    guard required.contains(.reasons), entries["Reasons"] != nil else { return }
    let reasons = list("Reasons").compactMap { objects.text($0) }
    // An empty list, or a full stop alone, is none at all.
    if reasons.isEmpty || reasons == ["."] {
      if reason?.isEmpty == false { throw refused("gives no reason: leave it out") }
    } else if !reasons.contains(reason ?? "") {
      throw refused("gives one of its reasons: \(Self.words(reasons))")
    }
  }

  private func requireLevel(_ level: PermittedChanges?) throws {
    guard let wanted = objects.resolve(objects.resolve(entries["MDP"]).dictionary?["P"]).integer else {
      return
    }
    if wanted == 0, level != nil { throw refused("is an approval: do not certify with it") }
    guard let certification = PermittedChanges(rawValue: wanted), certification != level else { return }
    throw refused("certifies the document at level \(wanted): certify with that level, or sign another field")
  }

  // MARK: - The message

  private func messageRequirements() throws -> MessageRequirements {
    var result = MessageRequirements()
    let digests = list("DigestMethod").compactMap { objects.text($0) }
    if required.contains(.digest), !digests.isEmpty { result.digests = digests }
    if let stamp = objects.resolve(entries["TimeStamp"]).dictionary,
      (objects.resolve(stamp["Ff"]).integer ?? 0) & 1 != 0
    {
      result.timeStamp = MessageRequirements.TimeStamp(authority: objects.text(stamp["URL"]))
    }
    guard let certificate = objects.resolve(entries["Cert"]).dictionary else { return result }
    let required = RequiredOfCertificate(rawValue: objects.resolve(certificate["Ff"]).integer ?? 0)
    func asked(_ key: PDFName) -> [PDFObject] {
      Array((objects.resolve(certificate[key]).array ?? []).prefix(Self.most))
    }
    let others: [(RequiredOfCertificate, PDFName, String)] = [
      (.policies, "OID", "policy"), (.subjectName, "SubjectDN", "owner's name"),
      (.keyUsage, "KeyUsage", "permitted use"),
    ]
    for (bit, key, words) in others where required.contains(bit) && !asked(key).isEmpty {
      throw refused(
        "is made with a certificate that is chosen by its \(words), which Postil does not check: sign another field, or with "
          + "another program", .unsupported)
    }
    func certificates(_ key: PDFName) -> [[UInt8]] { asked(key).compactMap { objects.resolve($0).string } }
    if required.contains(.subject), !asked("Subject").isEmpty { result.signers = certificates("Subject") }
    if required.contains(.issuer), !asked("Issuer").isEmpty { result.issuers = certificates("Issuer") }
    return result
  }

  // MARK: - Reading

  private func list(_ key: PDFName) -> [PDFObject] {
    Array((objects.resolve(entries[key]).array ?? []).prefix(Self.most))
  }

  private static func words(_ values: [String]) -> String {
    let shown = values.prefix(12).map { "'\($0)'" }.joined(separator: ", ")
    return values.count > 12 ? "\(shown) and \(values.count - 12) more" : shown
  }
}

extension SignatureSeed.MessageRequirements {
  /// Refuses a message that is not what the form asks for.
  ///
  /// - Parameters:
  ///   - digest: The digest that it is made with, as PDF calls it; `nil` for another one.
  ///   - signer: The signer's certificate, as DER.
  ///   - certificates: Those that come with it, and that issued it.
  /// - Throws: ``PDFError`` with code `.invalidArgument`.
  package func check(
    digest: String?, signer: [UInt8], certificates: [[UInt8]], hasTimeStamp: Bool
  ) throws(PDFError) {
    func refused(_ text: String) -> PDFError {
      PDFError(.invalidArgument, "The form asks that the field's signature \(text).")
    }
    if let digests, !digests.contains(where: { $0 == digest }) {
      let wanted = digests.joined(separator: " or ")
      throw refused("is made with \(wanted), not \(digest ?? "another digest"): give another key")
    }
    if let timeStamp, !hasTimeStamp {
      throw refused(
        "has a time stamp: ask an authority for one" + (timeStamp.authority.map { ", such as \($0)" } ?? ""))
    }
    if let signers, !signers.contains(signer) {
      throw refused("is made with one of its certificates, and the key has another: give another key")
    }
    if let issuers, !certificates.contains(where: issuers.contains) {
      throw refused(
        "is made with a certificate of one of its issuers, and the key comes with none of theirs: give another key, with the certificates of its issuers"
      )
    }
  }
}
