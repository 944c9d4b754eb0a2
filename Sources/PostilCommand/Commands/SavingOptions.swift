import Foundation
import Postil

/// Where an edited document goes, and how it is written: the options that all editing commands share.
struct SavingOptions: Sendable {
  enum Safety: String, CaseIterable {
    case atomic
    case appendInPlace = "append-in-place"
  }
  enum Strategy: String, CaseIterable { case automatic, append, rewrite }

  static let output = Option(
    "--output", short: "-o", "OUT", completion: .files, help: "Writes the result to another file.",
    parse: Values.path)
  static let inPlace = Option(flag: "--in-place", help: "Replaces FILE by the result.")
  static let strategy = Option<Strategy>(
    "--strategy",
    help: "automatic appends the changes to the original and rewrites encrypted and damaged files; "
      + "append never rewrites; rewrite writes every object anew.")
  static let safety = Option<Safety>(
    "--safety",
    help: "atomic puts the finished result in the place of the file; append-in-place writes to the end of "
      + "FILE itself, which costs no copy.")
  static let linearize = Option(
    flag: "--linearize", help: "Rewrites so that the first page shows while the rest loads.")
  static let objectStreams = Option(
    flag: "--object-streams", help: "Rewrites with objects packed together: a smaller file.")
  static let decrypt = Option(flag: "--decrypt", help: "Rewrites without encryption.")
  static let encryptUser = Option(
    "--encrypt-user", "PW", help: "Rewrites with AES-256: the password to open, empty for none.",
    parse: Values.text)
  static let encryptOwner = Option(
    "--encrypt-owner", "PW", help: "Rewrites with AES-256: the password of the owner.", parse: Values.text)
  static let breakSignatures = Option(
    flag: "--break-signatures", help: "Lets a rewrite invalidate digital signatures.")

  static let sections = [
    OptionSection(
      title: "Result (one of the first two)",
      options: [output.description, inPlace.description, PageOption.json.description]),
    OptionSection(
      title: "Writing",
      options: [
        strategy.description, safety.description, linearize.description, objectStreams.description,
        decrypt.description, encryptUser.description, encryptOwner.description, breakSignatures.description,
      ]),
    InputFile.options,
  ]
  static let synopsis = "(-o OUT | --in-place)"

  /// The path to write to as the caller named it; `nil` to replace the opened file.
  let target: String?
  let options: SaveOptions

  init(_ arguments: ParsedArguments, file: InputFile) throws {
    let output = arguments[Self.output]
    guard (output != nil) != arguments.has(Self.inPlace) else {
      throw UsageError("give -o OUT to write another file, or --in-place to replace FILE: one of the two")
    }
    let isSame = output.map { URL(fileURLWithPath: $0).isSameFile(as: file.url) } ?? true
    target = isSame ? nil : output
    options = try Self.options(arguments)
    guard options.safety == .atomicCopy || isSame else {
      throw UsageError("--safety append-in-place needs --in-place")
    }
    guard options.safety == .atomicCopy || options.strategy != .rewrite else {
      throw UsageError("--safety append-in-place does not go with a rewrite")
    }
  }

  private static func options(_ arguments: ParsedArguments) throws -> SaveOptions {
    var options = SaveOptions()
    options.safety = arguments[safety] == .appendInPlace ? .inPlace : .atomicCopy
    options.encryption = try encryption(arguments)
    options.linearize = arguments.has(linearize)
    options.objectStreams = arguments[objectStreams]
    options.breaksSignatures = arguments.has(breakSignatures)
    let needsRewrite = options.encryption != .keep || options.linearize || options.objectStreams != nil
    switch arguments[strategy] ?? .automatic {
    case .automatic: options.strategy = needsRewrite ? .rewrite : .automatic
    case .append: options.strategy = .append
    case .rewrite: options.strategy = .rewrite
    }
    guard options.strategy != .append || !needsRewrite else {
      throw UsageError("--strategy append does not go with options that rewrite the file")
    }
    return options
  }

  private static func encryption(_ arguments: ParsedArguments) throws -> SaveOptions.Encryption {
    let user = arguments[encryptUser]
    guard let owner = arguments[encryptOwner] else {
      guard user == nil else { throw UsageError("--encrypt-user needs --encrypt-owner PW") }
      return arguments.has(decrypt) ? .remove : .keep
    }
    guard !arguments.has(decrypt) else {
      throw UsageError("--decrypt and --encrypt-owner do not go together")
    }
    guard !owner.isEmpty else { throw UsageError("--encrypt-owner: the password is empty") }
    return .aes256(userPassword: user ?? "", ownerPassword: owner)
  }

  /// Saves, and says what was written where.
  func save(_ document: PDFDocument) throws -> SaveReport {
    guard let target else { return try document.save(options) }
    return try document.save(to: URL(fileURLWithPath: target), options)
  }
}
