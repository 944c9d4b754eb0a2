public import PostilModel

/// Changes that are one step of undo: see ``DrawingTool/finishInSteps()``.
public struct DrawingStep: Sendable, Hashable {
  /// The changes.
  public var changes: [AnnotationChange]
  /// What a menu calls it after "Undo"; `nil` for the name of the first change.
  public var name: String?

  /// Makes a step.
  public init(_ changes: [AnnotationChange], name: String? = nil) {
    self.changes = changes
    self.name = name
  }
}
