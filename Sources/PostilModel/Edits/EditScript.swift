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
  public struct Step: Sendable, Hashable {
    /// What the step does. More kinds may come.
    package indirect enum Kind: Sendable, Hashable {
      case edit(Edit)
      case erase(page: PageID, along: [PagePoint], width: Double)
      case clear(page: PageID)
      case group(name: String?, [Step])
      case undo
      case redo
    }

    package let kind: Kind

    package init(_ kind: Kind) { self.kind = kind }

    /// An edit; undone on its own unless it is in a group.
    public static func edit(_ edit: Edit) -> Step { Step(.edit(edit)) }

    /// Rubs out along a path on a page, with a round head of that width in points, brought into 0…1,000.
    public static func erase(page: PageID, along points: [PagePoint], width: Double) -> Step {
      Step(.erase(page: page, along: points, width: width))
    }

    /// Takes all annotations off a page that have ``AnnotationCapabilities/cleared``: those that Postil can draw and that are not
    /// locked, with what belongs to them.
    public static func clear(page: PageID) -> Step { Step(.clear(page: page)) }

    /// Steps that are undone together.
    public static func group(name: String?, _ steps: [Step]) -> Step { Step(.group(name: name, steps)) }

    /// Takes back the step before, or the group; nothing if there is none. Not in groups.
    public static let undo = Step(.undo)

    /// Does again what was undone last; nothing if there is nothing. Not in groups.
    public static let redo = Step(.redo)
  }

  /// The steps, in order.
  public var steps: [Step]

  /// Makes a script from its steps.
  public init(_ steps: [Step] = []) { self.steps = steps }
}

extension EditScript: CustomStringConvertible {
  /// The steps, one a line.
  public var description: String { steps.map(\.description).joined(separator: "\n") }
}

extension EditScript.Step: CustomStringConvertible {
  /// What it does: `Rotate: page 1`, `undo`.
  public var description: String {
    switch kind {
    case .edit(let edit): "\(edit)"
    case .erase(let page, let points, let width):
      "Erase: \(page), \(points.count) points, width \(width.shortText)"
    case .clear(let page): "Clear: \(page)"
    case .group(let name, let steps): "\(name ?? "Group"): \(steps.count) steps"
    case .undo: "undo"
    case .redo: "redo"
    }
  }
}
