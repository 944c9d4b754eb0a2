import Postil

/// `postil conform`: what a document says that it keeps of PDF/A and PDF/UA, and where it does not.
struct ConformCommand: PostilCommand {
  private static let rules = Option(flag: "--rules", help: "Lists the rules that are checked as well.")

  static let description = CommandDescription(
    name: "conform", abstract: "Tells what PDF/A and PDF/UA a document says it is, and where it breaks that.",
    discussion:
      "Each line names a rule by its clause, the page, the object, and what is wrong. What is checked is a part of each standard: that "
      + "nothing was found does not mean that a document conforms. PDF/A-1 to PDF/A-4 and PDF/UA-1 are known. The status is 8 if a rule "
      + "is broken.", synopsis: "FILE [--rules] [--json]", arguments: [InputFile.argument],
    sections: [
      OptionSection(title: "Options", options: [rules.description, PageOption.json.description]),
      InputFile.options,
    ], example: "postil conform report.pdf")

  private let file: InputFile
  private let listsRules: Bool
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    listsRules = arguments.has(Self.rules)
    printsJSON = arguments.has(PageOption.json)
  }

  var files: [NamedFile] { file.files }

  func run(_ context: CommandContext) async throws {
    let document = try file.open(context)
    let report = try await document.conformity()
    let numbers = Dictionary(document.pageIDs.enumerated().map { ($1, $0 + 1) }) { first, _ in first }
    if printsJSON {
      context.print(Self.json(of: report, numbers))
    } else {
      context.output.write(text(of: report, numbers))
    }
    guard !report.findings.isEmpty else { return }
    let rules = report.brokenRules.count
    throw PDFError(
      .nonconforming,
      "It says that it is \(report.claims.map(\.description).joined(separator: " and ")), and breaks \(rules.counted("rule"))."
    )
  }

  private func text(of report: ConformityReport, _ numbers: [PageID: Int]) -> String {
    guard !report.claims.isEmpty else { return "It does not say that it is PDF/A or PDF/UA.\n" }
    var lines = ["It says that it is \(report.claims.map(\.description).joined(separator: " and "))."]
    for finding in report.findings {
      let page = finding.page.flatMap { numbers[$0] }.map { "page \($0)" }
      let object = finding.object.map { "object \($0)" }
      let place = [page, object].compactMap(\.self).joined(separator: ", ")
      lines.append(
        "\(finding.rule.claim) \(finding.rule.clause)\(place.isEmpty ? "" : " (\(place))"): "
          + "\(finding.rule.requirement) \(finding.detail)")
    }
    let unknown = report.claims.filter { claim in !report.checked.contains { $0.claim == claim } }
    for claim in unknown { lines.append("\(claim) is not known, and was not checked.") }
    let count = report.checked.count
    if count > 0 {
      let found = report.findings.isEmpty ? "Nothing was found" : "\(report.brokenRules.count) are broken"
      lines.append("\(count.counted("rule")) were checked, which are not all of the standard. \(found).")
    }
    if listsRules { lines += report.checked.map { "  \($0.claim) \($0.clause): \($0.requirement)" } }
    return lines.map { $0.printable + "\n" }.joined()
  }

  private static func json(of report: ConformityReport, _ numbers: [PageID: Int]) -> JSONValue {
    func value(_ rule: ConformityRule) -> [String: JSONValue] {
      [
        "standard": .text(rule.claim.description), "clause": .text(rule.clause),
        "requirement": .text(rule.requirement),
      ]
    }
    let findings = report.findings.map { finding in
      JSONValue.object(
        value(finding.rule).merging([
          "detail": .text(finding.detail),
          "page": finding.page.flatMap { numbers[$0] }.map { .integer($0) } ?? .null,
          "object": finding.object.map { .integer($0) } ?? .null,
        ]) { $1 })
    }
    return .object([
      "claims": .list(report.claims.map { .text($0.description) }), "findings": .list(findings),
      "checked": .list(report.checked.map { .object(value($0)) }),
    ])
  }
}
