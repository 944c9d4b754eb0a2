/// The page that a header or a footer stands on.
public struct PageInfo {
  /// Its number, from 1.
  public let number: Int
  private let session: LayoutSession

  init(number: Int, _ session: LayoutSession) { (self.number, self.session) = (number, session) }

  /// How many pages the document has. It is set once more to find out.
  public var count: Int {
    session.isDependent = true
    return max(session.former.pageCount, number)
  }

  /// The last heading of a level up to this page; empty if there is none. The document is set once more to find it.
  public func heading(level: Int = 1) -> String {
    session.isDependent = true
    return session.former.headings.last { $0.level == level && $0.page <= number }?.text ?? ""
  }
}
