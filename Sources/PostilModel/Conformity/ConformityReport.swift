/// What a document says it keeps of the standards PDF/A and PDF/UA, and where it does not, as far as Postil checks that.
///
/// A report without findings does not say that the document conforms: ``checked`` lists the rules that were looked at, which are not all
/// of any standard.
public struct ConformityReport: Sendable, Hashable {
  /// The standards that the document says it keeps; empty if it says nothing of the kind.
  public var claims: [ConformityClaim]
  /// The rules that were checked. None of standards that Postil does not know.
  public var checked: [ConformityRule]
  /// Where one of them is broken: of each rule the first 100 places.
  public var findings: [ConformityFinding]

  package init(
    claims: [ConformityClaim] = [], checked: [ConformityRule] = [], findings: [ConformityFinding] = []
  ) {
    self.claims = claims
    self.checked = checked
    self.findings = findings
  }

  /// The rules that are broken, in the order in which they were found.
  public var brokenRules: [ConformityRule] {
    var known: Set<ConformityRule> = []
    return findings.map(\.rule).filter { known.insert($0).inserted }
  }
}
