import Foundation
import Postil
import PostilSignatures

/// `postil signatures`: who signed, and whether the signatures hold.
struct SignaturesCommand: PostilCommand {
  private static let trust = Option(
    "--trust", "CERTS.pem", completion: .files,
    help: "The certificates that are trusted, and with them all that they issued: a PEM file.",
    parse: { try FileArgument($0) })

  static let description = CommandDescription(
    name: "signatures", abstract: "Verifies the signatures of a document.",
    discussion:
      "Says of each signature who signed, when, what it covers, whether those bytes are intact, what was changed "
      + "later, and whether the document's certification permits that. The status is 1 if a signature does not hold, or "
      + "if --trust is given and a signer is not trusted.",
    synopsis: "FILE [--trust CERTS.pem] [--json]", arguments: [InputFile.argument],
    sections: [
      OptionSection(title: "Options", options: [trust.description, PageOption.json.description]),
      InputFile.options,
    ], example: "postil signatures report.pdf")

  private let file: InputFile
  private let trust: FileArgument?
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    trust = arguments[Self.trust]
    printsJSON = arguments.has(PageOption.json)
    if trust?.isStandardStream == true, let use = file.standardInputUse {
      throw UsageError("\(use) and the certificates cannot both come from standard input")
    }
  }

  var files: [NamedFile] { file.files + (trust.map { [.input($0)] } ?? []) }

  func run(_ context: CommandContext) async throws {
    let document = try file.open(context)
    let reports = try await document.verifySignatures(
      trusting: try trust.map { try certificates($0, context) })
    if printsJSON {
      context.print(.object(["signatures": .list(reports.map(\.values))]))
    } else {
      context.output.write(
        reports.isEmpty ? "There are no signatures.\n" : reports.map(\.text).joined(separator: "\n"))
    }
    let failed = reports.count { !$0.holds }
    guard failed == 0 else {
      throw PDFError(
        .wouldBreakSignature, "\(failed.counted("signature")) of \(reports.count) cannot be relied on.")
    }
  }

  private func certificates(_ file: FileArgument, _ context: CommandContext) throws -> [SigningCertificate] {
    let data = try context.contents(of: file, upTo: 64 << 20)
    do {
      return try SigningCertificate.certificates(pem: data)
    } catch {
      var error = error
      error.url = file.url
      throw error
    }
  }
}

extension SignatureReport {
  /// Whether it holds and its signer, if that was asked for, is trusted.
  fileprivate var holds: Bool { isValid && (trust ?? .trusted) == .trusted }

  /// What `postil signatures` prints as JSON.
  fileprivate var values: JSONValue {
    .object([
      "field": JSONValue(info.fieldName), "name": JSONValue(info.name), "reason": JSONValue(info.reason),
      "location": JSONValue(info.location), "signer": JSONValue(signer?.name),
      "subject": JSONValue(signer?.subject),
      "issuer": JSONValue(signer?.issuer), "claimedDate": JSONValue(claimedDate),
      "timeStamp": timeStamp.map {
        .object([
          "date": JSONValue($0.date), "authority": .text($0.authority.name), "intact": .bool($0.isIntact),
          "trust": JSONValue($0.trust?.rawValue),
        ])
      } ?? .null,
      "certification": .bool(info.isCertification),
      "permittedChanges": JSONValue(info.permittedChanges.map { "\($0)" }),
      "locks": .list(
        info.locks.map {
          .object(["scope": .text($0.scope.rawValue), "names": .list($0.names.map(JSONValue.text))])
        }),
      "coverage": .text(coverageName), "coveredLength": info.coveredLength.map(JSONValue.integer) ?? .null,
      "integrity": .text(integrityName), "detail": JSONValue(detail), "digest": JSONValue(digestName),
      "weakDigest": .bool(isDigestWeak), "trust": JSONValue(trust?.rawValue),
      "laterChanges": .list(laterChanges.kinds.map(\.rawValue).sorted().map(JSONValue.text)),
      "changedFields": .list(laterChanges.fields.map(JSONValue.text)),
      "remarks": .list(laterChanges.remarks.map(JSONValue.text)),
      "laterChangesPermitted": .bool(areLaterChangesPermitted), "valid": .bool(isValid),
    ])
  }

  private var coverageName: String {
    switch coverage {
    case .wholeFile: "wholeFile"
    case .revision: "revision"
    case .invalid: "invalid"
    }
  }

  private var integrityName: String {
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
  fileprivate var text: String {
    var table = Table()
    let rows: [(String, String?)] = [
      ("Signature", info.fieldName ?? "(in no field)"), ("Verdict", verdict),
      ("Signer", signer.map { "\($0.name) (\($0.subject))" } ?? info.name), ("Issuer", signer?.issuer),
      ("Trust", trust?.words), ("Reason", info.reason), ("Place", info.location),
      ("Time", claimedDate.map { "\($0.text), by the signer's clock" }),
      (
        "Time stamp",
        timeStamp.map {
          "\($0.date.text), \($0.authority.name)"
            + ($0.isIntact ? "" : ", which is not one of this signature")
        }
      ),
      ("Covers", coverageWords), ("Bytes", integrityWords),
      ("Digest", digestName.map { $0 + (isDigestWeak ? ", which can be forged" : "") }),
      ("Certifies", info.permittedChanges.map { "later changes permitted: \($0.words)" }),
      ("Locks", info.locks.isEmpty ? nil : info.locks.map(\.words).joined(separator: "; ")),
      ("Changed later", laterChanges.detailedWords),
    ]
    for (name, value) in rows { if let value, !value.isEmpty { table.add(["\(name):", value]) } }
    return table.text
  }

  private var verdict: String {
    guard isValid else { return "INVALID" }
    return switch trust {
    case nil: "valid"
    case .trusted?: "valid, and the signer is trusted"
    default: "valid, but the signer is NOT TRUSTED"
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
    case .expired: "not trusted: no longer valid"
    case .notYetValid: "not trusted: not yet valid"
    }
  }
}

extension FieldLock {
  fileprivate var words: String {
    let list = names.joined(separator: ", ")
    return switch scope {
    case .all: "all fields"
    case .include: list
    case .exclude: "all fields but \(list)"
    }
  }
}
