/// What can be done with a document at the moment.
public struct EditingStatus: Sendable, Hashable {
  /// Whether there is something to undo.
  public var canUndo = false
  /// Whether there is something to redo.
  public var canRedo = false
  /// The name of the step that undo reverts, in English; `nil` if there is none.
  public var undoName: String?
  /// The name of the step that redo repeats, in English; `nil` if there is none.
  public var redoName: String?
  /// Whether the document differs from what was last saved.
  public var hasUnsavedChanges = false

  init() {}

  init(_ document: DocumentStatus) {
    canUndo = document.canUndo
    canRedo = document.canRedo
    undoName = document.undoName
    redoName = document.redoName
    hasUnsavedChanges = document.hasUnsavedChanges
  }
}
