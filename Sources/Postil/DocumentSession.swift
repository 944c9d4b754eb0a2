import Foundation
import PostilFile
import PostilModel

/// What a document keeps behind its lock: the file, the state, the history, and who watches.
struct DocumentSession {
  let store: FileStore
  var state: DocumentState
  var history = EditHistory()
  let changes = Broadcast<DocumentChange>()
  let pageVersions = PageVersions()
  var saveCount = 0

  init(store: FileStore) {
    self.store = store
    state = DocumentState(pageCount: store.pageCount)
  }

  // MARK: Pages

  func id(at index: Int) throws -> PageID {
    guard state.pages.indices.contains(index) else {
      throw PDFError(
        .pageOutOfRange, "There is no page \(index &+ 1): the document has \(state.pages.count) pages.",
        url: store.url, pageIndex: index)
    }
    return state.pages[index]
  }

  mutating func page(at index: Int) throws -> PDFPage {
    let id = try id(at: index)
    try load(id)
    let attributes = try store.attributes(of: id)
    return PDFPage(
      id: id, index: index, label: store.label(at: index),
      rotation: attributes.rotation + state.turns[id, default: .none], userUnit: attributes.userUnit,
      annotations: state.annotations[id] ?? [], boxes: attributes.boxes)
  }

  /// Reads the page's annotations from the file unless that was done.
  mutating func load(_ page: PageID) throws {
    guard state.annotations[page] == nil else { return }
    guard state.pages.contains(page) else { throw PDFError.noSuchPage(page).about(store.url) }
    state.load(try store.annotations(of: page), for: page)
  }

  // MARK: Edits

  mutating func apply(_ edits: [Edit], named name: String?) throws {
    guard let first = edits.first else { return }
    for edit in edits { try check(edit) }
    let named = Set(edits.filter(\.isRemoval))
    let edits = edits.flatMap { withDependents($0, but: named) }
    history.beginGroup(named: name ?? first.name)
    defer { history.endGroup() }
    let inverse = try EditHistory.apply(edits, to: &state)
    for edit in inverse.reversed() { history.record(inverse: edit, named: first.name) }
    announce(edits + inverse)
  }

  /// With an annotation goes its pop-up, which would show nothing without it, unless its removal is
  /// among those that are named anyway.
  private func withDependents(_ edit: Edit, but named: Set<Edit>) -> [Edit] {
    guard case .removeAnnotation(let id, let page) = edit else { return [edit] }
    let dependents = store.dependents(of: id, on: page)
    let present = state.annotations[page]?.filter { dependents.contains($0.id) } ?? []
    return present.map { .removeAnnotation($0.id, page: page) }.filter { !named.contains($0) } + [edit]
  }

  /// Refuses what only undo may do: putting back kinds of annotation that cannot be drawn.
  private mutating func check(_ edit: Edit) throws {
    if let page = edit.annotatedPage { try load(page) }
    switch edit {
    case .addAnnotation(let annotation, _, _), .replaceAnnotation(let annotation, _):
      try requireEditable(annotation)
      guard case .replaceAnnotation(_, let page) = edit else { return }
      if let old = state.annotations[page]?.first(where: { $0.id == annotation.id }) {
        try requireEditable(old)
      }
    default: break
    }
  }

  private func requireEditable(_ annotation: Annotation) throws {
    guard annotation.shape.isEditable else {
      throw PDFError(
        .notEditable,
        "Annotations of kind \(annotation.subtype) cannot be added or changed: they can only be removed.",
        url: store.url)
    }
  }

  mutating func undo() throws -> Bool {
    let edits = try history.undo(in: &state)
    announce(edits)
    return !edits.isEmpty
  }

  mutating func redo() throws -> Bool {
    let edits = try history.redo(in: &state)
    announce(edits)
    return !edits.isEmpty
  }

  // MARK: Groups

  /// Ends the group that was begun last, and takes back the edits of the open one that came after the first `count`.
  mutating func cancelGroup(keeping count: Int) {
    // What was applied can be taken back, so this throws nothing.
    let edits = try? history.rollBack(to: count, in: &state)
    history.endGroup()
    announce(edits ?? [])
  }

  // MARK: Observation

  mutating func announce(_ edits: [Edit]) {
    guard !edits.isEmpty else { return }
    pageVersions.advance(Set(edits.flatMap(\.pages)))
    changes.send(DocumentChange(edits))
  }

  mutating func announceSave() {
    saveCount += 1
    changes.send(DocumentChange(kind: .saved))
  }
}

extension Edit {
  fileprivate var isRemoval: Bool { if case .removeAnnotation = self { true } else { false } }
}

extension DocumentChange {
  /// The change that edits make, if those that take them back are among them: of a change or a
  /// removal only the inverse knows where the annotation was.
  init(_ edits: [Edit]) {
    self.init(kind: [])
    for edit in edits {
      pages.formUnion(edit.pages)
      switch edit {
      case .rotatePages: kind.insert(.rotation)
      case .movePages, .placePages: kind.insert(.order)
      case .addAnnotation(let annotation, let page, _), .replaceAnnotation(let annotation, let page):
        kind.insert(.annotations)
        areas[page] = areas[page]?.union(annotation.bounds) ?? annotation.bounds
      case .removeAnnotation: kind.insert(.annotations)
      }
    }
  }
}
