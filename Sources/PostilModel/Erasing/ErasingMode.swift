/// What happens to an annotation that an eraser's head touches.
public enum ErasingMode: String, Sendable, Hashable, CaseIterable {
  /// What the head covers is rubbed out, the rest stays.
  case partial
  /// All of it is taken away.
  case wholeAnnotations
}
