/// Somebody who takes part in a session: a browser with the page open.
public struct Participant: Encodable, Equatable, Identifiable, Sendable {
  /// The number, which nobody else gets in the session.
  public let id: Int
  /// The name, as the author of annotations.
  public let name: String
  /// The colour of the participant's pen, as six hexadecimal digits.
  public let color: String

  /// Colours that are told apart on white paper; the tenth participant gets the first one's again.
  static let colors = [
    "D81B60", "1E88E5", "2E7D32", "F57C00", "6A1B9A", "00838F", "C62828", "5D4037", "3949AB",
  ]

  init(id: Int, name: String, limits: SessionLimits) {
    self.id = id
    let printable = name.unicodeScalars.filter { $0.properties.generalCategory != .control }
    let words = String(String.UnicodeScalarView(printable)).split(separator: " ")
    let clean = String(words.joined(separator: " ").prefix(limits.nameLength))
    self.name = clean.isEmpty ? "Guest \(id)" : clean
    color = Self.colors[(id - 1) % Self.colors.count]
  }
}
