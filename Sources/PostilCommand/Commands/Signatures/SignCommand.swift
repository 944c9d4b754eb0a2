import Foundation
import Postil
import PostilSignatures
import PostilSystem

/// `postil sign`: signs a document.
struct SignCommand: PostilCommand {
  /// The environment variable that has the password of the key.
  static let passwordVariable = "POSTIL_KEY_PASSWORD"

  private enum Level: String, CaseIterable {
    case none
    case forms
    case annotations

    var permitted: PermittedChanges {
      switch self {
      case .none: .none
      case .forms: .formFilling
      case .annotations: .annotations
      }
    }
  }

  private static let key = Option(
    "--key", "KEY.p12", completion: .files,
    help: "Key and certificate: a PKCS#12 file. Its password is taken from the environment variable "
      + "\(passwordVariable), or asked for on the terminal.", parse: Values.path)
  private static let field = Option(
    "--field", "NAME", help: "The field that is signed; of a new one with --page, its name.",
    parse: Values.text)
  private static let rect = AnnotationOptions.rect(
    "Where the signature shows: the lower left corner, width and height. Without it nothing is shown.")
  private static let text = Option(
    "--text", "TEXT", help: "What it shows; the signer, the reason, the place and the date without it.",
    parse: Values.text)
  private static let image = Option(
    "--image", "FILE", completion: .files,
    help: "A PNG or JPEG image that it shows, such as a signature by hand.",
    parse: Values.path)
  private static let name = Option(
    "--name", "NAME", help: "Who signs, if not as the certificate says.", parse: Values.text)
  private static let reason = Option("--reason", "R", help: "Why it is signed.", parse: Values.text)
  private static let location = Option("--place", "PLACE", help: "Where it is signed.", parse: Values.text)
  private static let certify = Option<Level>(
    "--certify",
    help:
      "Certifies the document, as its first signature: what may be changed later is nothing, only forms, or forms "
      + "and annotations.")
  private static let output = Option(
    "--output", short: "-o", "OUT", completion: .files, help: "Writes the signed document to another file.",
    parse: { try FileArgument($0) })

  static let description = CommandDescription(
    name: "sign", abstract: "Signs a document.",
    discussion:
      "The signature is appended, so that those that the document has stay valid. It is a PAdES signature of level B-B.",
    synopsis:
      "FILE --key KEY.p12 [--field NAME | --page N [--rect X,Y,W,H]] [--reason R] [--certify LEVEL] (-o OUT | --in-place)",
    arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          key.description, field.description, PageOption.page.description, rect.description, text.description,
          image.description, name.description, reason.description, location.description, certify.description,
        ]),
      OptionSection(
        title: "Result (one of the first two)",
        options: [
          output.description, SavingOptions.inPlace.description, SavingOptions.breakSignatures.description,
          PageOption.json.description,
        ]),
      InputFile.options,
    ],
    example:
      "postil sign report.pdf --key key.p12 --page 1 --rect 72,72,200,60 --reason \"I agree\" -o signed.pdf")

  private let file: InputFile
  private let key: String
  private let field: String?
  private let page: PageNumber?
  private let rect: PageRect?
  private let text: String?
  private let image: String?
  private let name: String?
  private let reason: String?
  private let location: String?
  private let level: PermittedChanges?
  private let saving: SavingOptions
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    key = try arguments.require(Self.key)
    field = arguments[Self.field]
    page = arguments[PageOption.page]
    rect = arguments[Self.rect]
    text = arguments[Self.text]
    image = arguments[Self.image]
    name = arguments[Self.name]
    reason = arguments[Self.reason]
    location = arguments[Self.location]
    level = arguments[Self.certify]?.permitted
    printsJSON = arguments.has(PageOption.json)
    guard page != nil || rect == nil else { throw UsageError("--rect needs --page N") }
    saving = try SavingOptions(arguments, file: file)
  }

  var files: [NamedFile] {
    file.files + saving.files
      + [key, image].compactMap { $0.map { .input(.path($0)) } }
  }

  func run(_ context: CommandContext) async throws {
    try saving.requireNoTerminal(context)
    let identity = try identity(context)
    let document = try file.open(context)
    let options = try options(document, context)
    guard !saving.usesStandardOutput else {
      return context.output.write(
        try await document.signedData(with: identity, options, saving.options(for: document, context)))
    }
    let report = try await document.sign(
      with: identity, options, to: saving.target?.url, saving.options(for: document, context))
    if printsJSON {
      context.output.write(
        JSONValue.object(report.values.merging(["signer": .text(identity.certificate.name)]) { $1 }).line)
    } else {
      context.output.write(
        "\(saving.name(else: file)): \(report.sentence); signed by \(identity.certificate.name.printable)\n")
    }
    for warning in report.warnings { context.errors.write("postil: \(file.name): \(warning.printable)\n") }
  }

  private func options(_ document: PDFDocument, _ context: CommandContext) throws -> SigningOptions {
    let place: SigningOptions.Place
    if field != nil, page == nil, let field {
      place = .field(field)
    } else {
      let index = try page?.index(among: document.pageCount) ?? 0
      let id = try document.page(at: index).id
      place = rect.map { .visible(on: id, $0) } ?? .invisible(on: id)
    }
    var options = SigningOptions(place, name: name, reason: reason, location: location)
    options.fieldName = page == nil ? nil : field
    options.certifies = level
    if text != nil || image != nil {
      let picture = try image.map {
        try Appearance.Image(try context.contents(of: .path($0), upTo: 256 << 20))
      }
      options.appearance = SignatureAppearance(text: text, image: picture)
    }
    return options
  }

  private func identity(_ context: CommandContext) throws -> SigningIdentity {
    let url = URL(fileURLWithPath: key)
    let data = try context.contents(of: .path(key), upTo: 16 << 20)
    guard let password = Self.password(context) else {
      throw UsageError("the password of the key is missing: set \(Self.passwordVariable)")
    }
    do {
      let identity = try SigningIdentity(pkcs12: data, password: password)
      try identity.requireUsable()
      return identity
    } catch {
      var error = error
      error.url = url
      throw error
    }
  }

  /// The password of the key: from the environment, else from the terminal.
  private static func password(_ context: CommandContext) -> String? {
    if let known = ProcessInfo.processInfo.environment[passwordVariable] { return known }
    return context.errors.isTerminal ? TerminalPassword.ask("Password of the key: ") : nil
  }
}
