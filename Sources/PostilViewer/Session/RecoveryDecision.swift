/// What to do with edits that were not saved.
public enum RecoveryDecision: Sendable, Hashable {
  /// They are made again, and can be undone.
  case recover
  /// They are lost.
  case discard
  /// They are offered again the next time; the document is opened without them.
  case postpone
}
