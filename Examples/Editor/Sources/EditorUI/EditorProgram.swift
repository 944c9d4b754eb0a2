/// The program.
public enum EditorProgram {
  /// Runs it and returns its exit status.
  public static func run(_ arguments: [String]) -> Int32 { 0 }
}
