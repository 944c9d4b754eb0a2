/// A rule of a standard that Postil checks.
public struct ConformityRule: Sendable, Hashable {
  /// The standard, with its part.
  public let claim: ConformityClaim
  /// The clause of the part that has the rule: `6.3.4`.
  public let clause: String
  /// What it asks for, in English.
  public let requirement: String

  package init(_ claim: ConformityClaim, clause: String, requirement: String) {
    self.claim = claim
    self.clause = clause
    self.requirement = requirement
  }
}

extension ConformityRule: CustomStringConvertible {
  /// The standard, the clause and what it asks for: `PDF/A-2b, 6.2.11.4.1: Fonts are embedded.`
  public var description: String { "\(claim), \(clause): \(requirement)" }
}
