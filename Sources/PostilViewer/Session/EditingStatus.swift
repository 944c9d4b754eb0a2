/// What can be done with a document at the moment.
public struct EditingStatus: Sendable, Hashable {
  /// Whether there is something to undo.
  public var canUndo = false
  /// Whether there is something to redo.
  public var canRedo = false
  /// What undo would take back, in English, as a menu names it.
  public var undoName: String?
  /// What redo would do again, in English, as a menu names it.
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
