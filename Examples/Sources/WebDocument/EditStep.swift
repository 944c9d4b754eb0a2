import Postil

/// An edit of one page: what each annotation was before and is after. Turned round it takes the edit back.
struct EditStep: Sendable {
  /// An annotation and its place in the page's list; without one on top.
  struct State: Sendable {
    var annotation: Annotation
    var index: Int?
  }

  /// What becomes of an annotation: one that has no `before` is added, one that has no `after` removed.
  struct Change: Sendable {
    var before: State?
    var after: State?

    var id: AnnotationID? { (after ?? before)?.annotation.id }
  }

  /// What people call it.
  var name: String
  /// The index of the page.
  var page: Int
  var changes: [Change]

  /// The step that takes this one back.
  var inverse: EditStep {
    EditStep(name: name, page: page, changes: changes.map { Change(before: $0.after, after: $0.before) })
  }

  /// Whether the page has what the step changes as it was before.
  func fits(_ page: PDFPage) -> Bool {
    changes.allSatisfy { change in
      guard let id = change.id else { return false }
      return page.annotation(named: id) == change.before?.annotation
    }
  }

  /// The edits that carry it out.
  func edits(on page: PDFPage) -> [Edit] {
    var removed: [AnnotationID] = []
    var replaced: [Annotation] = []
    var added: [State] = []
    for change in changes {
      switch (change.before, change.after) {
      case (let before?, nil): removed.append(before.annotation.id)
      case (nil, let after?): added.append(after)
      case (_?, let after?): replaced.append(after.annotation)
      case (nil, nil): break
      }
    }
    var edits: [Edit] = []
    if !removed.isEmpty { edits.append(.removeAnnotations(removed, page: page.id)) }
    if !replaced.isEmpty { edits.append(.replaceAnnotations(replaced, page: page.id)) }
    var count = page.annotations.count - removed.count
    for state in added.sorted(by: { $0.index ?? .max < $1.index ?? .max }) {
      edits.append(.addAnnotation(state.annotation, page: page.id, at: state.index.map { min($0, count) }))
      count += 1
    }
    return edits
  }

  /// The part of the page that looks different.
  var bounds: PageRect? {
    changes.flatMap { [$0.before, $0.after] }.compactMap { $0?.annotation.bounds }
      .reduce(nil as PageRect?) { $0?.union($1) ?? $1 }
  }
}
