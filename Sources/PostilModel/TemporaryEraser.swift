/// Stands in for the tool that is being written.
public struct EraserTool {
  /// The changes that erasing along a path makes: none yet.
  public static func changes(
    erasing annotations: [Annotation], along points: [PagePoint], width: Double
  ) -> [AnnotationChange] { [] }
}
