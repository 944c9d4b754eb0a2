/// What pages are drawn for. Layers may be shown on screens and not on paper, say (ISO 32000-2, 8.11.4.4), and so may annotations.
public enum DrawingPurpose: String, Sendable, Hashable, CaseIterable, Codable {
  /// To be seen on a screen.
  case screen
  /// To be printed.
  case print
  /// To be a file of another format.
  case export
}
