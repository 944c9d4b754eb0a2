import Postil

/// The options that say how a file is encrypted that is written anew.
struct EncryptionOptions: Sendable {
  static let decrypt = Option(flag: "--decrypt", help: "Rewrites without encryption.")
  static let user = Secret.Options(
    "--encrypt-user", "PW", help: "Rewrites with AES-256: the password to open, empty for none.")
  static let owner = Secret.Options(
    "--encrypt-owner", "PW", help: "Rewrites with AES-256: the password of the owner.")
  static let descriptions = [decrypt.description] + user.descriptions + owner.descriptions

  private let isRemoved: Bool
  private let user: Secret?
  private let owner: Secret?

  /// - Parameter file: The document, which may come from standard input, too.
  init(_ arguments: ParsedArguments, file: InputFile) throws {
    isRemoved = arguments.has(Self.decrypt)
    user = try Secret(arguments, Self.user)
    owner = try Secret(arguments, Self.owner)
    if owner?.isEmptyText == true { throw UsageError("--encrypt-owner: the password is empty") }
    guard user == nil || owner != nil else { throw UsageError("--encrypt-user needs --encrypt-owner PW") }
    guard !isRemoved || owner == nil else {
      throw UsageError("--decrypt and --encrypt-owner do not go together")
    }
    let uses = [user, owner].compactMap(\.self).count(where: \.isFromStandardInput)
    guard uses + (file.standardInputUse == nil ? 0 : 1) < 2 else {
      throw UsageError("one thing alone can come from standard input")
    }
  }

  /// Whether the file stays as it is in this.
  var isKept: Bool { !isRemoved && owner == nil }

  func encryption(_ context: CommandContext) throws -> RewriteOptions.Encryption {
    guard let owner else { return isRemoved ? .remove : .keep }
    let password = try owner.read(context)
    guard !password.isEmpty else { throw UsageError("--encrypt-owner: the password is empty") }
    return .aes256(userPassword: try user?.read(context) ?? "", ownerPassword: password)
  }
}
