import Postil

/// The options that say how a file is encrypted that is written anew.
struct EncryptionOptions: Sendable {
  /// The words for what is allowed.
  private enum Allowed: String, CaseIterable {
    case print
    case printDraft = "print-draft"
    case modify, copy, annotate, fill, accessibility, assemble, all, none

    var permissions: PDFPermissions {
      switch self {
      case .print: [.printing, .highQualityPrinting]
      case .printDraft: .printing
      case .modify: .changing
      case .copy: .copying
      case .annotate: .annotating
      case .fill: .fillingForms
      case .accessibility: .accessibility
      case .assemble: .assembling
      case .all: .all
      case .none: []
      }
    }

    static let words = allCases.map(\.rawValue)
  }

  static let decrypt = Option(flag: "--decrypt", help: "Rewrites without encryption.")
  static let user = Secret.Options(
    "--encrypt-user", "PW", help: "Rewrites with AES-256: the password to open, empty for none.")
  static let owner = Secret.Options(
    "--encrypt-owner", "PW", help: "Rewrites with AES-256: the password of the owner.")
  static let allow = Option(
    "--encrypt-allow", "WHAT", completion: .choices(Allowed.words), repeats: true,
    help: "With --encrypt-owner: what who does not have that password may do, "
      + "\(Allowed.words.joined(separator: ", ")), several with commas between them; accessibility is "
      + "always allowed. Without it what FILE allows, and all if it is not encrypted.",
    parse: permissions)
  static let descriptions =
    [decrypt.description] + user.descriptions + owner.descriptions + [allow.description]

  /// For commands that make a document of others.
  static let ofNewFile = OptionSection(title: "Encryption of the result", options: descriptions)

  private let isRemoved: Bool
  private let user: Secret?
  private let owner: Secret?
  private let allowed: PDFPermissions?

  /// - Parameter standardInputUse: What of the command comes from standard input besides; `nil` if nothing does.
  init(_ arguments: ParsedArguments, standardInputUse: String?) throws {
    isRemoved = arguments.has(Self.decrypt)
    user = try Secret(arguments, Self.user)
    owner = try Secret(arguments, Self.owner)
    allowed =
      arguments.has(Self.allow) ? arguments.all(Self.allow).reduce(into: []) { $0.formUnion($1) } : nil
    if owner?.isEmptyText == true { throw UsageError("--encrypt-owner: the password is empty") }
    guard user == nil || owner != nil else { throw UsageError("--encrypt-user needs --encrypt-owner PW") }
    guard allowed == nil || owner != nil else { throw UsageError("--encrypt-allow needs --encrypt-owner PW") }
    guard !isRemoved || owner == nil else {
      throw UsageError("--decrypt and --encrypt-owner do not go together")
    }
    let uses = [user, owner].compactMap(\.self).count(where: \.isFromStandardInput)
    guard uses + (standardInputUse == nil ? 0 : 1) < 2 else {
      throw UsageError("one thing alone can come from standard input")
    }
  }

  /// Whether the file stays as it is in this.
  var isKept: Bool { !isRemoved && owner == nil }

  /// - Parameter document: The document whose permissions are kept where no others are given; `nil` for one that is new.
  func encryption(of document: PDFDocument?, _ context: CommandContext) throws -> RewriteOptions.Encryption {
    guard let owner else { return isRemoved ? .remove : .keep }
    let password = try owner.read(context)
    guard !password.isEmpty else { throw UsageError("--encrypt-owner: the password is empty") }
    return .aes256(
      userPassword: try user?.read(context) ?? "", ownerPassword: password,
      permissions: allowed ?? document?.permissions ?? .all)
  }

  /// How a new file is written that was made of pages of a document: encrypted as that, unless the options say otherwise.
  ///
  /// - Throws: ``PDFError`` with code `.notPermitted` if they say so, and only the owner of the document may.
  func saveOptions(forPagesOf document: PDFDocument?, _ context: CommandContext) throws -> SaveOptions {
    var encryption = try encryption(of: document, context)
    if isKept {
      guard let kept = document?.encryption else { return .automatic }
      encryption = .same(as: kept)
    } else {
      try document?.requirePermission(.changingEncryption)
    }
    return .rewrite(RewriteOptions(encryption: encryption, objectStreams: true))
  }

  @Sendable private static func permissions(_ text: String) throws -> PDFPermissions {
    try text.split(separator: ",", omittingEmptySubsequences: false).reduce(into: []) { permissions, word in
      guard let allowed = Allowed(rawValue: String(word)) else {
        throw UsageError("'\(word)' is not one of \(Allowed.words.joined(separator: ", "))")
      }
      permissions.formUnion(allowed.permissions)
    }
  }
}
