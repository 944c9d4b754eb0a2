/// The request for the password of a document that is being opened.
public struct PasswordPrompt: Sendable, Hashable {
  /// The file's name.
  public let fileName: String
  /// How many passwords were refused so far.
  public let refusals: Int
}
