/// What somebody makes of an annotation (`/State` and `/StateModel`, ISO 32000-2, 12.5.6.3). A state is a ``NoteContent`` that
/// answers the annotation; of several by the same author the newest counts: see ``AnnotationThread/states(of:in:)``.
public struct AnnotationState: Sendable, Hashable {
  /// A set of states that exclude each other.
  public struct Model: RawRepresentable, Sendable, Hashable {
    /// The name in the file.
    public let rawValue: String
    /// Makes a model from its name in the file; other programs may have models of their own.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// What comes of a remark: accepted, rejected, canceled or completed.
    public static let review = Model(rawValue: "Review")
    /// A tick: marked or not.
    public static let marked = Model(rawValue: "Marked")
  }

  /// The name in the file: `Accepted`.
  public let name: String
  /// The set of states that it belongs to.
  public let model: Model

  /// Makes a state.
  ///
  /// - Parameters:
  ///   - name: The name in the file.
  ///   - model: The set of states that it belongs to.
  public init(_ name: String, model: Model) {
    self.name = name
    self.model = model
  }

  /// Agreed with.
  public static let accepted = AnnotationState("Accepted", model: .review)
  /// Disagreed with.
  public static let rejected = AnnotationState("Rejected", model: .review)
  /// Given up.
  public static let cancelled = AnnotationState("Cancelled", model: .review)
  /// Done: what was asked for is, and the remark is settled. Where other programs call a comment resolved, it has this state.
  public static let completed = AnnotationState("Completed", model: .review)
  /// Nothing said, or taken back (`None`).
  public static let unreviewed = AnnotationState("None", model: .review)
  /// Ticked.
  public static let marked = AnnotationState("Marked", model: .marked)
  /// Not ticked, or not any more.
  public static let unmarked = AnnotationState("Unmarked", model: .marked)

  /// The states that PDF has names for (ISO 32000-2, table 174).
  public static let standard: [AnnotationState] = [
    .accepted, .rejected, .cancelled, .completed, .unreviewed, .marked, .unmarked,
  ]

  /// Makes one of the standard states from its name, in letters of any case; `nil` for another name.
  ///
  /// - Parameter standardName: The name, such as `accepted`.
  public init?(standardName: String) {
    guard let state = Self.standard.first(where: { $0.name.lowercased() == standardName.lowercased() }) else {
      return nil
    }
    self = state
  }
}

extension AnnotationState: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
