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
    guard !annotation.capabilities.isDisjoint(with: [.erasedInParts, .erasedWhole]) else { return false }
    guard (try? annotation.validated()) != nil else { return false }
    return annotation.style.lineWidth > 0 || annotation.style.fill != nil
      || !annotation.content.capabilities.contains(.erasedInParts)
  }

  /// Rubs out what the capsule covers, or all of the annotation if the capsule covers any of it.
  /// Returns the rectangle that looks different now; `nil` if none does.
  mutating func erase(_ capsule: Capsule, mode: ErasingMode) -> PageRect? {
    guard let bounds, !isGone, bounds.intersects(capsule.bounds(within: capsule.radius + 1)) else {
      return nil
    }
    let isCut = mode == .partial && original.capabilities.contains(.erasedInParts)
    var work = geometry ?? original.content.value.erasable(original.style)
    geometry = nil
    let localReach = isCut ? work?.localReach : nil
    let isTouched = work?.erase(capsule) ?? original.isTouched(by: capsule)
    geometry = work
    guard isTouched else { return nil }
    isChanged = true
    let limit = isCut ? geometry?.contentLimit ?? 0 : 0
    isGone = limit == 0
    while extraIDs.count + 1 < limit { extraIDs.append(AnnotationID()) }
    guard let localReach else { return bounds }
    return capsule.bounds(within: capsule.radius + localReach + 1).intersection(bounds)
  }

  /// What is left, lowest first; the first has the id of the original. O(1) while nothing has
  /// been rubbed out, else O(points).
  var current: [Annotation] {
    guard isChanged else { return [original] }
    guard !isGone, let contents = geometry?.contents else { return [] }
    return zip(contents, [original.id] + extraIDs).map { original.copy($0, id: $1) }
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
  /// Whether a round head on its way touches what is painted.
  fileprivate func isTouched(by capsule: Capsule) -> Bool {
    appearance.items.contains { $0.isTouched(by: capsule) }
  }
}

extension Appearance.Item {
  fileprivate func isTouched(by capsule: Capsule) -> Bool {
    switch content {
    case .group(let group): return group.items.contains { $0.isTouched(by: capsule) }
    case .page(let page): return capsule.touches(page.place.frame)
    case .image(let image): return capsule.touches(image.place.frame)
    case .text(let text): return capsule.touches(text.place.frame)
    case .path(let item):
      if item.fill != nil && item.path.encloses(capsule.axis.start, by: item.fillRule) { return true }
      return item.path.passes(within: capsule.radius + (item.pen?.width ?? 0) / 2, of: capsule.axis)
    }
  }
}

extension Capsule {
  fileprivate func touches(_ frame: PageRect) -> Bool {
    let path = PagePath.rectangle(frame)
    return path.encloses(axis.start, by: .nonzero) || path.passes(within: radius, of: axis)
  }
}
