import PostilFile
import PostilModel
import PostilRender

/// How a page is put together, so that it looks as it will in the saved file: what poppler draws, and what is painted over
/// that.
///
/// Poppler draws the page as its source has it, less what was changed, and the session's annotations are painted over it:
/// that is quick. It is not enough where an annotation of the source lies over a changed one, where an annotation changed
/// that keeps the appearance of another program, where annotations have no appearance, where the page's boxes changed, where
/// annotations were flattened, where form fields were filled in, where entries of objects were set, and where poppler refuses
/// the page. There poppler draws the page as a save would write it (``PageSnapshot``), up to the last annotation that needs it;
/// those above are painted as before.
struct PageComposition: Sendable {
  /// The indices of the page's annotations that are painted, bottom first.
  private(set) var painted: [Int] = []
  /// Those of the source that must not be drawn.
  private(set) var hidden: [AnnotationLocator] = []
  /// What poppler draws in place of the source's page.
  private(set) var snapshot: PageState?
  /// Where a snapshot may look different from the source's page; `nil`: anywhere.
  private(set) var snapshotAreas: [PageRect]? = []

  /// - Parameter old: What was painted before the latest edits: those annotations need not be looked at again.
  /// - Complexity: O(annotations), and O(points) for changed ones below others of the source.
  init(_ facts: PageRenderInput, old: Overlay? = nil) {
    let (state, opened) = (facts.state, facts.opened.list)
    let isOtherPage =
      state.boxes != nil || state.placement != nil || state.flattened != nil || state.marks != nil
      || facts.hasTooManyAnnotations
      || state.isDrawnOtherwise(with: facts.objects)
    let drawnAnew = facts.missingAppearances + facts.filledAreas
    guard let list = state.annotations else {
      if !drawnAnew.isEmpty { (snapshot, snapshotAreas) = (state, drawnAnew) }
      if isOtherPage || facts.turnsUpright(opened) { (snapshot, snapshotAreas) = (state, nil) }
      return
    }
    let now = list.items
    let same = list.countOfSame(as: facts.opened.annotations) { $0.looksLike($1) }
    // The usual case: what the session made lies over what the source has.
    if !isOtherPage, drawnAnew.isEmpty, same == opened.count, !facts.turnsUpright(opened),
      (same + (old?.countOfSame(as: list.versions[same...]) ?? 0)..<now.count)
        .allSatisfy({ facts.canPaint(now[$0], insteadOf: nil) })
    {
      painted = Array(same..<now.count)
      return
    }
    let parts = Parts(facts, same: same)
    let isTurnedUpright =
      facts.turnsUpright(opened[..<same]) || facts.turnsUpright(parts.ofSource.map { now[$0] })
    guard isOtherPage || !drawnAnew.isEmpty || isTurnedUpright || parts.needSnapshot else {
      painted = parts.painted
      guard same < opened.count else { return }
      let kept = Set(parts.ofSource.lazy.map { now[$0].id })
      hidden = opened[same...].filter { !kept.contains($0.id) }.compactMap { facts.opened.marks[$0.id] }
      return
    }
    let count = parts.drawnCount
    painted = parts.painted.filter { $0 >= count }
    var drawn = state
    // The picture of the page before the first edit serves as long as all annotations of the source are as they were.
    drawn.annotations = same == opened.count && count == same ? nil : list.prefix(count)
    snapshot = drawn
    snapshotAreas =
      isOtherPage || state.rotation != .none
      ? nil : parts.areas(of: now[same..<count], insteadOf: opened[same...], facts) + drawnAnew
  }

  /// Where annotations look different from others. O(annotations).
  static func differences(_ new: [Annotation], _ old: [Annotation]) -> [PageRect] {
    AnnotationDifference.changed(new, old) { $0 }.map(\.reach)
  }
}

/// The annotations of a page from the first on that is not as in the source, by what draws them.
private struct Parts {
  /// The indices of those that are as in the source.
  private(set) var ofSource: [Int] = []
  /// The indices of those that are painted.
  private(set) var painted: [Int] = []
  /// How many annotations of the page poppler has to draw, bottom first, if it draws a snapshot.
  private(set) var drawnCount: Int
  private(set) var needSnapshot = false

  init(_ facts: PageRenderInput, same: Int) {
    drawnCount = same
    let now = facts.state.annotations?.items ?? []
    var before: [AnnotationID: (index: Int, annotation: Annotation)] = [:]
    for (index, annotation) in facts.opened.list.enumerated().dropFirst(same) {
      before[annotation.id] = (index, annotation)
    }
    var latest = -1
    var below = Areas()
    var notMeasured: [Int] = []
    for (index, annotation) in now.enumerated().dropFirst(same) {
      let old = before[annotation.id]
      if let old, annotation.looksLike(old.annotation) {
        ofSource.append(index)
        drawnCount = index + 1
        if old.index < latest { needSnapshot = true }
        latest = max(latest, old.index)
        if !needSnapshot {
          for index in notMeasured { below.insert(now[index].reach) }
          notMeasured = []
          needSnapshot = below.intersect(annotation.reach)
        }
      } else if facts.canPaint(annotation, insteadOf: old?.annotation) {
        painted.append(index)
        if !annotation.isInvisible { notMeasured.append(index) }
      } else {
        needSnapshot = true
        drawnCount = index + 1
      }
    }
  }

  /// Where annotations look different from those of the source.
  func areas(
    of now: ArraySlice<Annotation>, insteadOf opened: ArraySlice<Annotation>, _ facts: PageRenderInput
  ) -> [PageRect] {
    let after = now.reduce(into: [:]) { $0[$1.id] = $1 }
    let changed = opened.lazy.filter { after[$0.id] != $0 }.compactMap { facts.opened.marks[$0.id]?.reach }
    return PageComposition.differences(Array(now), Array(opened)) + changed
  }
}

/// Rectangles, for the question whether another one touches one of them.
private struct Areas {
  private var all: [PageRect] = []
  private var union: PageRect?

  mutating func insert(_ area: PageRect) {
    all.append(area)
    union = union?.union(area) ?? area
  }

  func intersect(_ area: PageRect) -> Bool {
    guard let union, union.intersects(area) else { return false }
    return all.contains { $0.intersects(area) }
  }
}

extension PageRenderInput {
  /// Where the page shows fields that were filled in.
  fileprivate var filledAreas: [PageRect] { formValues.values.flatMap(\.areas.values) }

  /// Whether an annotation that poppler draws stays upright on a page that was turned.
  fileprivate func turnsUpright(_ annotations: some Sequence<Annotation>) -> Bool {
    state.rotation != .none && annotations.contains { $0.flags.contains(.noRotate) && !$0.isInvisible }
  }

  /// Whether painting a changed or new annotation shows what a save writes: it does not where that keeps the appearance
  /// of another program.
  fileprivate func canPaint(_ new: Annotation, insteadOf old: Annotation?) -> Bool {
    if new.isInvisible { return true }
    // Frames of links are painted by poppler too.
    if let imported = new.dictionary, imported.hasAppearance || !new.content.capabilities.contains(.drawn) {
      return false
    }
    // What the session made and is not drawn shows nothing.
    if old == nil, new.content.capabilities.contains(.added), !new.content.capabilities.contains(.drawn) {
      return true
    }
    guard new.content.capabilities.contains(.drawn), new.content.isPathsOnly else { return false }
    guard let old, !opened.ownAppearances.contains(new.id), new.style == old.style else { return true }
    return new.content != old.content && old.content.displacement(to: new.content) == nil
  }
}

extension Annotation {
  /// What it may cover, however the page is turned.
  fileprivate var reach: PageRect {
    let box = flags.contains(.noRotate) ? bounds.turnedAboutUpperLeft : bounds
    return content.capabilities.contains(.drawn) ? box : box.insetBy(-AnnotationLocator.margin)
  }

  fileprivate var isInvisible: Bool {
    !flags.isDisjoint(with: [.hidden, .noView]) || content.kind == .popup
  }

  /// Whether the other shows the same: a changed author, or text of what Postil draws, leaves the picture as it is.
  fileprivate func looksLike(_ other: Annotation) -> Bool {
    id == other.id && content == other.content && style == other.style && isReplyNote == other.isReplyNote
      && flags.intersection(.visibility) == other.flags.intersection(.visibility)
      && (content.capabilities.contains(.drawn) || contents == other.contents)
  }
}

extension AnnotationFlags {
  /// The flags that decide how an annotation is shown.
  fileprivate static let visibility: AnnotationFlags = [
    .invisible, .hidden, .noZoom, .noRotate, .noView, .toggleNoView,
  ]
}
