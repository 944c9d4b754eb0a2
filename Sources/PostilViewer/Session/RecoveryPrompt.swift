public import Foundation

/// The offer to recover edits of a document that were not saved when a program ended.
public struct RecoveryPrompt: Sendable, Hashable {
  /// The file's name.
  public let fileName: String
  /// How many steps were not saved.
  public let stepCount: Int
  /// When the newest was made.
  public let date: Date
}

/// What to do with edits that were not saved.
public enum RecoveryDecision: Sendable, Hashable {
  /// They are made again, and can be undone.
  case recover
  /// They are lost.
  case discard
  /// They are offered again the next time; the document is opened without them.
  case postpone
}
