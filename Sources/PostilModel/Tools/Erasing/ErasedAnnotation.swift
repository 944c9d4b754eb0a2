/// An annotation under the eraser: as it was, and what is left of it.
struct ErasedAnnotation: Sendable {
  let original: Annotation
  private(set) var isChanged = false
  private var isGone = false
  private let bounds: PageRect?
  /// Taken apart when the eraser first comes near.
  private var geometry: (any ErasableGeometry)?
  /// The ids of the second piece and on, the same for as long as the eraser is in use.
  private var extraIDs: [AnnotationID] = []

  init(_ annotation: Annotation) {
    original = annotation
    bounds = Self.isErasable(annotation) ? annotation.bounds : nil
  }

  /// Whether an eraser may touch it at all: something is painted that may be changed.
  private static func isErasable(_ annotation: Annotation) -> Bool {
    guard annotation.flags.isDisjoint(with: [.hidden, .readOnly, .locked]) else { return false }
    guard annotation.shape.isEditable, (try? annotation.validated()) != nil else { return false }
    return annotation.style.lineWidth > 0 || annotation.style.fill != nil
  }

  /// Rubs out what the swath covers, or all of the annotation if the swath covers any of it.
  /// Returns the rectangle that looks different now; `nil` if none does.
  mutating func erase(_ capsule: Capsule, mode: EraserTool.Mode) -> PageRect? {
    let room = capsule.radius + original.style.lineWidth
    guard let bounds, !isGone, bounds.intersects(capsule.bounds(within: room)) else { return nil }
    var work = geometry ?? Self.takeApart(original)
    geometry = nil
    let isLocal = (work?.changesLocally ?? false) && mode == .partial
    let isTouched = work?.erase(capsule) ?? false
    geometry = work
    guard isTouched else { return nil }
    isChanged = true
    let limit = mode == .partial ? geometry?.shapeLimit ?? 0 : 0
    isGone = limit == 0
    while extraIDs.count + 1 < limit { extraIDs.append(AnnotationID()) }
    return isLocal ? capsule.bounds(within: room + 1).intersection(bounds) : bounds
  }

  private static func takeApart(_ annotation: Annotation) -> (any ErasableGeometry)? {
    if case .line(let from, let to, let start, let end) = annotation.shape {
      return ErasableLine(from: from, to: to, start: start, end: end, style: annotation.style)
    }
    return ErasableInk(annotation.shape, style: annotation.style)
  }

  /// What is left, lowest first; the first has the id of the original. O(1) while nothing has
  /// been rubbed out, else O(points).
  var current: [Annotation] {
    guard isChanged else { return [original] }
    guard !isGone, let shapes = geometry?.shapes else { return [] }
    return zip(shapes, [original.id] + extraIDs).map { original.copy($0, id: $1) }
  }

  /// The changes that lead from the original, at a place of the page's list, to `current`.
  func changes(to current: [Annotation], at place: Int) -> [AnnotationChange] {
    guard isChanged else { return [] }
    guard let first = current.first else { return [.remove(original.id)] }
    let others = current.dropFirst().enumerated()
    return [.replace(first)] + others.map { .add($1, at: place + 1 + $0) }
  }
}

extension Annotation {
  /// The same annotation with another shape and name.
  fileprivate func copy(_ shape: AnnotationShape, id: AnnotationID) -> Annotation {
    Annotation(
      shape, style: style, contents: contents, author: author, creationDate: creationDate,
      modificationDate: modificationDate, flags: flags, id: id)
  }
}
