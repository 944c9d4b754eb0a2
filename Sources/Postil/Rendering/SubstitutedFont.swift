import PostilRenderProtocol

/// A font that a file does not have, and what a renderer shows its text in: see ``PageRenderer/substitutedFonts(of:)``.
public struct SubstitutedFont: Sendable, Hashable, Encodable {
  /// The font's name, as in ``DocumentFont/name``.
  public let name: String
  /// The name of the family that is taken in its place, as the system or the renderer has it; it may be the font itself, which is
  /// installed. `nil` if there is none.
  public let substitute: String?

  static func sorted(_ fonts: [FontSubstitute]) -> [SubstitutedFont] {
    Set(fonts.map { SubstitutedFont(name: $0.font, substitute: $0.family) })
      .sorted { ($0.name, $0.substitute ?? "") < ($1.name, $1.substitute ?? "") }
  }
}
