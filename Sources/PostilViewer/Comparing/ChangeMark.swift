/// A place on a page that is marked because something is different there.
public struct ChangeMark: Sendable, Hashable {
  /// The ``ComparedChange/id`` of the change.
  public let change: Int
  /// What became of it.
  public let kind: ComparedChange.Kind
  /// The place, in page space; `nil` for the whole page.
  public let rect: PageRect?
  /// Whether it is there in the other document only.
  public let isElsewhere: Bool
}

/// What is marked on the pages of two documents.
struct ChangeMarks {
  private(set) var old: [Int: [ChangeMark]] = [:]
  private(set) var new: [Int: [ChangeMark]] = [:]

  init(_ changes: [ComparedChange] = [], _ counterparts: PageCounterparts = PageCounterparts()) {
    for change in changes {
      if let place = change.old { old[place.page, default: []] += Self.marks(change, place, false) }
      if let place = change.new { new[place.page, default: []] += Self.marks(change, place, false) }
      // Where both are seen in one picture, what only one document has is marked in the other too.
      if change.new == nil, let place = change.old, !place.rects.isEmpty,
        let page = counterparts.new(place.page)
      {
        new[page, default: []] += Self.marks(change, place, true)
      }
      if change.old == nil, let place = change.new, !place.rects.isEmpty,
        let page = counterparts.old(place.page)
      {
        old[page, default: []] += Self.marks(change, place, true)
      }
    }
  }

  private static func marks(
    _ change: ComparedChange, _ place: ComparedChange.Place, _ isElsewhere: Bool
  ) -> [ChangeMark] {
    let rects: [PageRect?] = place.rects.isEmpty ? [nil] : place.rects
    return rects.map {
      ChangeMark(change: change.id, kind: change.kind, rect: $0, isElsewhere: isElsewhere)
    }
  }
}
