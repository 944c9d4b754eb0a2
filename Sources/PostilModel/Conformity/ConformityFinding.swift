/// A place where a document breaks a rule of a standard that it says it keeps.
public struct ConformityFinding: Sendable, Hashable {
  /// The rule.
  public let rule: ConformityRule
  /// What is wrong there, in English.
  public let detail: String
  /// The page; `nil` where it is about the document, or about what is on several pages.
  public let page: PageID?
  /// The number of the object in the file; `nil` where it is about none, or about one that is not saved yet.
  public let object: Int?

  package init(_ rule: ConformityRule, _ detail: String, page: PageID? = nil, object: Int? = nil) {
    self.rule = rule
    self.detail = detail
    self.page = page
    self.object = object
  }
}

extension ConformityFinding: CustomStringConvertible {
  /// The rule, and what is wrong.
  public var description: String { "\(rule) \(detail)" }
}
