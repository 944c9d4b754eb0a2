/// The first message of a participant: a `join` with a `name`, and, from one who comes back, the `token` of before.
public struct JoinMessage: Decodable {
  private enum Kind: String, Decodable { case join }

  private let type: Kind
  /// What the participant wants to be called.
  public let name: String
  /// The participant who comes back.
  public let token: String?
}
