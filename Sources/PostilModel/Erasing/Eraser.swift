/// The annotations of a page under an eraser with a round head.
///
/// Each way takes away what the head covers on it, so its cost does not depend on how long the eraser has been in use.
package struct Eraser: Sendable {
  /// The width of the head, in points, 0…1,000.
  package let width: Double
  /// What happens to an annotation that the head touches.
  package let mode: ErasingMode
  private var items: [ErasedAnnotation]

  /// Makes an eraser of all annotations of a page, bottom first. The width is brought into 0…1,000 (NaN: 0).
  package init(width: Double, mode: ErasingMode, of annotations: [Annotation]) {
    self.width = width > 0 ? min(width, AnnotationStyle.maximumLineWidth) : 0
    self.mode = mode
    items = annotations.map(ErasedAnnotation.init)
  }

  /// What the page has now, bottom first. O(annotations), and O(points) for those that have been cut.
  package var annotations: [Annotation] { items.flatMap(\.current) }

  /// Rubs out what the head covers on a straight way; at its start alone if that is its end. Returns the rectangle that looks
  /// different; `nil` if none does.
  package mutating func erase(from start: PagePoint, to end: PagePoint) -> PageRect? {
    let capsule = Capsule(from: start, to: end, radius: width / 2)
    var box: PageRect?
    for index in items.indices {
      guard let changed = items[index].erase(capsule, mode: mode) else { continue }
      box = box?.union(changed) ?? changed
    }
    return box
  }

  /// The changes since the last call, or the beginning: `remove` for annotations that are gone, `replace` for those of which something
  /// is left, `add` for the further pieces of a line, each right above the one before. The places are those in the page's list when the
  /// changes are made one after the other, in order.
  package mutating func takeChanges() -> [AnnotationChange] {
    var changes: [AnnotationChange] = []
    var rest: [ErasedAnnotation] = []
    for item in items {
      let current = item.current
      changes += item.changes(to: current, at: rest.count)
      rest += item.isChanged ? current.map(ErasedAnnotation.init) : [item]
    }
    items = rest
    return changes
  }

  /// Puts everything back as it was after ``takeChanges()``, or at the beginning. Returns the rectangle that looks different; `nil` if none does.
  package mutating func reset() -> PageRect? {
    var box: PageRect?
    for index in items.indices where items[index].isChanged {
      let original = items[index].original
      items[index] = ErasedAnnotation(original)
      box = box?.union(original.bounds) ?? original.bounds
    }
    return box
  }

  /// The changes that a path makes. Points that are not usable are left out; a single one rubs out a disc.
  package static func changes(
    to annotations: [Annotation], along points: [PagePoint], width: Double, mode: ErasingMode = .partial
  ) -> [AnnotationChange] {
    var eraser = Eraser(width: width, mode: mode, of: annotations)
    let path = points.filter(\.isUsable)
    for (start, end) in zip(path.prefix(1) + path, path) { _ = eraser.erase(from: start, to: end) }
    return eraser.takeChanges()
  }
}
