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

  func page(at index: Int) throws -> PDFPage {
    let id = try id(at: index)
    let page = state.page(id)
    let attributes = try store.attributes(of: page.source)
    return PDFPage(
      id: id, index: index, label: store.label(at: index), rotation: attributes.rotation + page.rotation,
      userUnit: attributes.userUnit, annotations: try annotations(of: id), boxes: attributes.boxes)
  }

  /// The annotations of a page, bottom first.
  func annotations(of id: PageID) throws -> [Annotation] {
    guard state.index(of: id) != nil else { throw PDFError.noSuchPage(id).about(store.url) }
    let page = state.page(id)
    return try page.annotations?.items ?? store.annotations(of: page.source)
  }

  /// What edits that change annotations begin with.
  var base: DocumentState.Base { { [store] source in try store.annotations(of: source) } }

  // MARK: Edits

  mutating func apply(_ edits: [Edit], named name: String?) throws {
    guard let first = edits.first else { return }
    let edits = try Edit.joined(edits).map { edit in
      try check(edit)
      return try withDependents(edit)
    }
    history.beginGroup(named: name ?? first.name)
    defer { history.endGroup() }
    let inverse = try EditHistory.apply(edits, to: &state, base: base)
    for edit in inverse.reversed() { history.record(inverse: edit, named: first.name) }
    announce(edits + inverse)
  }

  /// With an annotation goes its pop-up, which would show nothing without it.
  private func withDependents(_ edit: Edit) throws -> Edit {
    guard case .removeAnnotations(let ids, let page) = edit.kind else { return edit }
    let named = Set(ids)
    let dependents = store.dependents(of: named, on: page)
    guard !dependents.isEmpty else { return edit }
    let present = try annotations(of: page).lazy.map(\.id).filter {
      dependents.contains($0) && !named.contains($0)
    }
    return present.isEmpty ? edit : .removeAnnotations(present + ids, page: page)
  }

  /// Refuses what only bringing back may do: adding and changing kinds of annotation that cannot be drawn. One that
  /// the page's source has may be put back, so that whatever undo does can be done again as an edit.
  private func check(_ edit: Edit) throws {
    switch edit.kind {
    case .addAnnotations(let added, let page):
      for annotation in added.lazy.map(\.annotation) where !annotation.shape.isEditable {
        guard state.index(of: page) != nil,
          try store.openedAnnotations(of: state.page(page).source).has(annotation)
        else { throw notEditable(annotation) }
      }
    case .replaceAnnotations(let annotations, let page):
      if let other = annotations.first(where: { !$0.shape.isEditable }) { throw notEditable(other) }
      let ids = Set(annotations.map(\.id))
      if let old = try self.annotations(of: page).first(where: { !$0.shape.isEditable && ids.contains($0.id) }
      ) {
        throw notEditable(old)
      }
    default: break
    }
  }

  private func notEditable(_ annotation: Annotation) -> PDFError {
    PDFError(
      .notEditable,
      "Annotations of kind \(annotation.subtype) cannot be added or changed: they can only be removed.",
      url: store.url)
  }

  mutating func undo() throws -> Bool {
    let edits = try history.undo(in: &state, base: base)
    announce(edits)
    return !edits.isEmpty
  }

  mutating func redo() throws -> Bool {
    let edits = try history.redo(in: &state, base: base)
    announce(edits)
    return !edits.isEmpty
  }

  // MARK: Groups

  /// Ends the group that was begun last, and takes back the edits of the open one that came after the first `count`.
  mutating func cancelGroup(keeping count: Int) throws {
    defer { history.endGroup() }
    announce(try history.rollBack(to: count, in: &state, base: base))
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

extension DocumentChange {
  /// The change that edits make, if those that take them back are among them: of a change or a
  /// removal only the inverse knows where the annotation was.
  init(_ edits: [Edit]) {
    self.init(kind: [])
    for edit in edits {
      pages.formUnion(edit.pages)
      switch edit.kind {
      case .rotatePages: kind.insert(.rotation)
      case .movePages, .placePages: kind.insert(.order)
      case .insertPages, .removePages: kind.insert([.order, .pages])
      case .setBoxes, .replaceContent: kind.insert(.content)
      case .setInformation: kind.insert(.information)
      case .addAnnotations(let added, let page): note(added.map(\.annotation), on: page)
      case .replaceAnnotations(let annotations, let page): note(annotations, on: page)
      case .removeAnnotations: kind.insert(.annotations)
      }
    }
  }

  private mutating func note(_ annotations: [Annotation], on page: PageID) {
    kind.insert(.annotations)
    for annotation in annotations {
      areas[page] = areas[page]?.union(annotation.bounds) ?? annotation.bounds
    }
  }
}
