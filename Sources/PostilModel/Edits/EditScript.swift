/// Steps that change a document, in the order in which they are taken: what `postil apply` reads.
///
/// ```json
/// [
///   {"edit": "addAnnotation", "page": 1,
///    "annotation": {"kind": "line", "from": [72, 72], "to": [300, 72], "color": "FF0000"}},
///   {"edit": "erase", "page": 1, "along": [[150, 60], [150, 90]], "width": 12},
///   {"edit": "group", "name": "Tidy up", "edits": [{"edit": "clear", "page": 2}]},
///   "undo"
/// ]
/// ```
public struct EditScript: Sendable, Hashable {
  /// One step.
  public indirect enum Step: Sendable, Hashable {
    /// An edit; undone on its own unless it is in a group.
    case edit(Edit)
    /// Rubs out along a path on a page, with a round head of that width in points.
    case erase(page: PageID, along: [PagePoint], width: Double)
    /// Takes all annotations off a page that Postil can draw.
    case clear(page: PageID)
    /// Steps that are undone together.
    case group(name: String?, [Step])
    /// Takes back the step before, or the group; nothing if there is none. Not in groups.
    case undo
    /// Does again what was undone last; nothing if there is nothing. Not in groups.
    case redo
  }

  /// The steps, in order.
  public var steps: [Step]

  /// Makes a script from its steps.
  public init(_ steps: [Step] = []) { self.steps = steps }
}
