/// What of a document is checked against the standards that it says it keeps.
public enum ConformityScope: Sendable, Hashable {
  /// All of it, with unsaved edits, as a save would write it.
  case document
  /// What unsaved edits break that the file kept before them.
  case unsavedEdits
}
