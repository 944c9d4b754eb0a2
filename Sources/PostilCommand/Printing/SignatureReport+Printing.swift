import Postil
import PostilSignatures

extension SignatureReport {
  /// What it comes to.
  enum Verdict {
    /// It holds, and its signer, if that was asked for, is trusted.
    case valid
    /// It holds, but its signer is not trusted.
    case untrusted
    /// It cannot be verified.
    case unknown
    /// It does not hold.
    case invalid
  }

  var verdict: Verdict {
    if case .invalid = coverage { return .invalid }
    guard areLaterChangesPermitted else { return .invalid }
    return switch integrity {
    case .intact: (trust ?? .trusted) == .trusted ? .valid : .untrusted
    case .unknown: .unknown
    case .altered, .wrongSignature: .invalid
    }
  }

  /// What `postil signatures` prints as JSON. The words are those of this format, whatever things are called in Swift.
  var values: JSONValue {
    .object([
      "field": JSONValue(info.fieldName), "name": JSONValue(info.name), "reason": JSONValue(info.reason),
      "location": JSONValue(info.location), "signer": JSONValue(signer?.name),
      "subject": JSONValue(signer?.subject),
      "issuer": JSONValue(signer?.issuer), "claimedDate": JSONValue(claimedDate),
      "timeStamp": timeStamp?.values ?? .null, "timeStamps": .list(timeStamps.map(\.values)),
      "certification": .bool(info.isCertification),
      "permittedChanges": JSONValue(info.permittedChanges?.jsonWord),
      "locks": .list(info.locks.map(\.values)),
      "coverage": .text(coverageWord), "coveredLength": info.coveredLength.map(JSONValue.integer) ?? .null,
      "integrity": .text(integrityWord), "detail": JSONValue(detail), "digest": JSONValue(digestName),
      "weakDigest": .bool(isDigestWeak), "weaknesses": .list(weaknesses.map(\.values)),
      "trust": JSONValue(trust?.jsonWord), "purpose": JSONValue(purpose?.jsonWord),
      "purposeDetail": JSONValue(purpose?.reason),
      "laterChanges": .list(laterChanges.kinds.map(\.jsonWord).sorted().map(JSONValue.text)),
      "changedFields": .list(laterChanges.fields.map(JSONValue.text)),
      "remarks": .list(laterChanges.remarks.map(JSONValue.text)),
      "changes": .list(
        laterChanges.changes.map { change in change.values(refusal: refusal(of: change)) }),
      "allChangesListed": .bool(laterChanges.isComplete),
      "laterChangesPermitted": .bool(areLaterChangesPermitted), "valid": .bool(isValid),
      "verdict": .text(verdictWord),
    ])
  }

  private func refusal(of change: LaterChanges.Change) -> String? {
    refusals.first { $0.change == change }?.reason
  }

  private var verdictWord: String {
    switch verdict {
    case .valid: "valid"
    case .untrusted: "untrusted"
    case .unknown: "unknown"
    case .invalid: "invalid"
    }
  }

  private var coverageWord: String {
    switch coverage {
    case .wholeFile: "wholeFile"
    case .revision: "revision"
    case .invalid: "invalid"
    }
  }

  private var integrityWord: String {
    switch integrity {
    case .intact: "intact"
    case .altered: "altered"
    case .wrongSignature: "wrongSignature"
    case .unknown: "unknown"
    }
  }

  /// Why coverage or integrity are not what they should be.
  private var detail: String? {
    if case .invalid(let reason) = coverage { return reason }
    if case .unknown(let reason) = integrity { return reason }
    return nil
  }

  /// What `postil signatures` prints for people.
  var text: String {
    var table = Table()
    let rows: [(String, String?)] = [
      ("Signature", info.fieldName ?? "(in no field)"), ("Verdict", verdictWords),
      ("Signer", signer.map { "\($0.name) (\($0.subject))" } ?? info.name), ("Issuer", signer?.issuer),
      ("Trust", trust?.words), ("Purpose", purpose?.reason.map { "not that of this signature: \($0)" }),
      ("Reason", info.reason), ("Place", info.location),
      ("Time", claimedDate.map { "\($0.text), by the signer's clock" }),
      ("Covers", coverageWords), ("Bytes", integrityWords), ("Digest", digestName),
      ("Weak", weaknesses.isEmpty ? nil : weaknesses.map(\.words).joined(separator: "; ")),
      ("Certifies", info.permittedChanges.map { "later changes permitted: \($0.words)" }),
      ("Locks", info.locks.isEmpty ? nil : info.locks.map(\.words).joined(separator: "; ")),
    ]
    for (name, value) in rows { if let value, !value.isEmpty { table.add(["\(name):", value]) } }
    for stamp in timeStamps { table.add(["Time stamp:", stamp.words]) }
    for change in laterChanges.changes {
      let refusal = refusal(of: change)
      table.add([
        "Changed later:", change.words + (refusal.map { "; NOT PERMITTED: \($0)" } ?? "; permitted"),
      ])
    }
    if !laterChanges.isComplete { table.add(["Changed later:", "and more of the same"]) }
    return table.text
  }

  private var verdictWords: String {
    switch verdict {
    case .valid: trust == nil ? "valid" : "valid, and the signer is trusted"
    case .untrusted: "valid, but the signer is NOT TRUSTED"
    case .unknown: "UNKNOWN: it cannot be verified"
    case .invalid: "INVALID"
    }
  }

  private var coverageWords: String {
    switch coverage {
    case .wholeFile: "the whole file"
    case .revision(let length): "the first \(length.grouped) bytes, not what was appended later"
    case .invalid(let reason): "unclear: \(reason)"
    }
  }

  private var integrityWords: String {
    switch integrity {
    case .intact: "intact"
    case .altered: "CHANGED since they were signed"
    case .wrongSignature: "not signed by that certificate's key"
    case .unknown(let reason): "cannot be verified: \(reason)"
    }
  }
}

extension CertificateTrust {
  fileprivate var words: String {
    switch self {
    case .trusted: "trusted"
    case .unknownIssuer: "not trusted: no trusted certificate issued it"
    case .brokenChain: "not trusted: a certificate between it and a trusted one is not right"
    case .wrongPurpose: "not trusted: its key is not for this"
    case .expired: "not trusted: no longer valid"
    case .notYetValid: "not trusted: not yet valid"
    }
  }
}

extension FieldLock {
  fileprivate var values: JSONValue {
    let word =
      switch scope {
      case .all: "All"
      case .include: "Include"
      case .exclude: "Exclude"
      }
    return .object([
      "scope": .text(word), "names": .list(names.map(JSONValue.text)),
      "permittedChanges": JSONValue(permittedChanges?.jsonWord),
    ])
  }

  fileprivate var words: String {
    let list = names.joined(separator: ", ")
    let fields =
      switch scope {
      case .all: "all fields"
      case .include: list
      case .exclude: "all fields but \(list)"
      }
    return fields + (permittedChanges.map { ", later changes permitted: \($0.words)" } ?? "")
  }
}

extension SignatureReport.TimeStamp {
  fileprivate var values: JSONValue {
    .object([
      "date": JSONValue(date), "authority": .text(authority.name), "intact": .bool(isIntact),
      "purpose": .text(purpose.jsonWord), "purposeDetail": JSONValue(purpose.reason),
      "trust": JSONValue(trust?.jsonWord),
    ])
  }

  fileprivate var words: String {
    let doubt: String? =
      !isIntact
      ? "which is NOT one of this signature" : purpose.reason ?? (trust == .trusted ? nil : trust?.words)
    return "\(date.text), \(authority.name)" + (doubt.map { "; \($0)" } ?? "")
  }
}

extension CertificateTrust {
  fileprivate var jsonWord: String {
    switch self {
    case .trusted: "trusted"
    case .unknownIssuer: "unknownIssuer"
    case .brokenChain: "brokenChain"
    case .wrongPurpose: "wrongPurpose"
    case .expired: "expired"
    case .notYetValid: "notYetValid"
    }
  }
}

extension KeyPurpose {
  fileprivate var jsonWord: String {
    switch self {
    case .suitable: "suitable"
    case .unsuitable: "unsuitable"
    }
  }

  fileprivate var reason: String? {
    if case .unsuitable(let reason) = self { return reason }
    return nil
  }
}

extension SignatureWeakness {
  fileprivate var values: JSONValue {
    .object(["of": .text(jsonWord), "detail": .text(detail)])
  }

  private var jsonWord: String {
    switch kind {
    case .digest: "digest"
    case .signature: "signature"
    case .key: "key"
    case .certificate: "certificate"
    case .timeStamp: "timeStamp"
    }
  }

  fileprivate var words: String {
    switch kind {
    case .digest: "the digest of the bytes, \(detail), can be forged"
    case .signature: "the digest that was signed, \(detail), can be forged"
    case .key: "the signer's key is short: \(detail)"
    case .certificate: "a certificate of the signer or an issuer: \(detail)"
    case .timeStamp: "the time stamp's digest, \(detail), can be forged"
    }
  }
}

extension LaterChanges.Kind {
  fileprivate var jsonWord: String {
    switch self {
    case .information: "information"
    case .validationData: "validationData"
    case .signatures: "signatures"
    case .formValues: "formValues"
    case .formFields: "formFields"
    case .annotations: "annotations"
    case .pages: "pages"
    case .other: "other"
    }
  }
}

extension LaterChanges.Change {
  fileprivate func values(refusal: String?) -> JSONValue {
    .object([
      "kind": .text(kind.jsonWord), "page": pageIndex.map { .integer($0 + 1) } ?? .null,
      "field": JSONValue(field),
      "remark": JSONValue(remark), "revision": .integer(revision), "permitted": .bool(refusal == nil),
      "refusal": JSONValue(refusal),
    ])
  }

  /// `a form value, of 'amount', on page 1, in revision 3`.
  fileprivate var words: String {
    [
      remark.map { "\(kind.words): \($0)" } ?? kind.words, field.map { "field '\($0)'" },
      pageIndex.map { "page \($0 + 1)" }, revision > 0 ? "revision \(revision)" : nil,
    ].compactMap(\.self).joined(separator: ", ")
  }
}
