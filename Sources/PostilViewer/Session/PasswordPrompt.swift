/// That a document needs a password before it can be opened.
public struct PasswordPrompt: Sendable, Hashable {
  /// The file's name.
  public let fileName: String
  /// How many passwords were refused.
  public let refusals: Int
}
