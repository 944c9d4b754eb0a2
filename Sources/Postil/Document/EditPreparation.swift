import Foundation
import PostilFile
import PostilGraphics
import PostilModel

/// Edits that are ready to be applied to one state of a document: completed, joined, checked, and with the removal of what goes
/// along. Documents, transactions, groups that stay open, and fields that come and go all prepare their edits here; those of a
/// journal were prepared before they were written.
struct PreparedEdits {
  let edits: [Edit]
  /// The revision of the state that they were prepared for.
  let revision: Int
  /// What the first of them is called, as it was given.
  let name: String?
}

extension PDFDocument {
  /// Applies edits as one step of undo.
  ///
  /// - Parameter make: Makes the edits of the document's state. It is called again if others changed that before the edits were
  ///   applied.
  func apply(named name: String?, _ make: (DocumentState) throws -> [Edit]) throws {
    while true {
      let prepared = try prepare(make)
      if try withCore({ try $0.apply(prepared, named: name) }) { return }
    }
  }

  /// Edits for the state as it is now. It is not held when this returns: applying changes it in place then.
  func prepare(_ make: (DocumentState) throws -> [Edit]) throws -> PreparedEdits {
    let (state, revision) = core.withLock { ($0.state, $0.revision) }
    let edits = try make(state)
    return PreparedEdits(
      edits: try prepared(edits, for: state), revision: revision, name: edits.first?.name)
  }

  /// The edits as they are applied to a state. What the file says is read with the store's lock alone, and kept for the core.
  ///
  /// - Throws: ``PDFError`` if one does not fit the state, is not permitted, or would be drawn with what cannot be drawn.
  func prepared(_ edits: [Edit], for state: DocumentState) throws -> [Edit] {
    try effectivePermissions.requirePermitted(edits, in: url)
    let completed = try withFormValues(withoutOpenedParts(edits), in: state)
    try requirePictures(for: completed, in: state)
    try load(completed, in: state)
    let dependents = try dependents(of: completed, in: state)
    return try Edit.joined(completed).map { edit in
      try checked(edit, in: state, dependents: dependents)
    }
  }

  /// The edits, of which those that give a part of the document the value that its file has make no difference to it.
  private func withoutOpenedParts(_ edits: [Edit]) throws -> [Edit] {
    try edits.map { edit in
      guard case .setPart(let part) = edit.kind else { return edit }
      return try store.withLock { store in .setPart(try store.withoutOpenedValue(part)) }
    }
  }

  // MARK: - Kind by kind

  /// - Throws: ``PDFError`` with code `.notEditable` or `.pageOutOfRange`.
  private func checked(_ edit: Edit, in state: DocumentState, dependents: Dependents) throws -> Edit {
    // O(1) each: an edit of one annotation must not cost a look at all of the page.
    func annotations(of page: PageID) throws -> (AnnotationID) -> Annotation? {
      guard state.index(of: page) != nil else { throw state.noSuchPage(page).about(url) }
      let known = state.page(page)
      if let list = known.annotations { return { list[$0] } }
      let opened = try opened(known.source)
      return { opened[$0] }
    }
    switch edit.kind {
    // What cannot be drawn may only be put back: whatever undo does can be done again as an edit.
    case .addAnnotations(let added, let page):
      for annotation in added.lazy.map(\.annotation) where !annotation.isAddable {
        guard state.index(of: page) != nil, try opened(state.page(page).source).has(annotation) else {
          throw annotation.notAddable(in: url)
        }
      }
      for place in added { try place.annotation.requireLinkedPage(in: state, url: url) }
    case .replaceAnnotations(let changed, let page):
      let known = try annotations(of: page)
      let changed = Self.keepingOrigin(changed, of: known)
      for new in changed {
        try known(new.id)?.requireChange(to: new, in: url)
        if known(new.id)?.content != new.content { try new.requireLinkedPage(in: state, url: url) }
      }
      return .replaceAnnotations(changed, page: page)
    case .removeAnnotations(let ids, let page):
      let known = try annotations(of: page)
      for id in ids { try known(id)?.requireRemovable(in: url) }
      let named = Set(ids)
      let along = (dependents[page] ?? []).union(state.page(page).annotations?.related(to: named) ?? [])
        .subtracting(named).filter { known($0) != nil }.sorted { $0.rawValue < $1.rawValue }
      if !along.isEmpty { return .removeAnnotations(along + ids, page: page) }
    case .flattenAnnotations(let ids, let page, _):
      // Of form fields flags are about filling them in.
      let known = try annotations(of: page)
      for id in ids {
        if let annotation = known(id), annotation.subtype != "Widget" {
          try annotation.requireRemovable(in: url)
        }
      }
    case .setEntries(let entries, let object):
      return try store.withLock { try $0.prepared(entries, of: object, in: state) }
    case .setStream(let data, let number):
      return try store.withLock { try $0.prepared(data, ofStream: number, in: state) }
    case .setPart(let part):
      for case .place(let place) in part.targets where state.index(of: place.page) == nil {
        throw state.noSuchPage(place.page).about(url)
      }
    default: break
    }
    return edit
  }

  /// A new value of an annotation made from nothing is still of what that was imported with, and still in its place if its
  /// coordinates differ in the last digit, as those of scripts may.
  private static func keepingOrigin(
    _ annotations: [Annotation], of known: (AnnotationID) -> Annotation?
  ) -> [Annotation] {
    annotations.map { new in
      guard let old = known(new.id) else { return new }
      var new = new
      if new.dictionary == nil { new.dictionary = old.dictionary }
      if old.content.isSame(as: new.content) { new.content = old.content }
      return new
    }
  }

  // MARK: - What edits need of the file

  /// Reads what edits will need of the file when they are applied and when they are saved, and refuses sources of pages that
  /// are not there.
  private func load(_ edits: [Edit], in state: DocumentState) throws {
    for edit in edits {
      var changed = edit.annotatedPage
      switch edit.kind {
      case .insertPages(let inserted):
        try store.withLock { store in for page in inserted { try store.require(page.state.source) } }
      case .replaceContent(let page, let new):
        try store.withLock { try $0.require(new) }
        changed = page
      default: break
      }
      guard let page = changed, let source = state.source(of: page) else { continue }
      if source != .opened(page.number - 1) {
        try store.withLock { try $0.loadAnnotations(of: page, from: source) }
      }
      if edit.annotatedPage != nil, state.page(page).annotations == nil { _ = try opened(source) }
    }
  }

  /// The annotations that a source of pages has, for edits: they are kept.
  ///
  /// - Throws: ``PDFError`` with code `.damaged`.
  func opened(_ source: PageSource) throws -> OpenedAnnotations {
    if let known = core.withLock({ $0.sources[source] }) { return known }
    let opened = try store.withLock { try $0.annotationsToEdit(of: source) }
    core.withLock { $0.sources[source] = opened }
    return opened
  }

  /// Annotations that go with others when those are removed, such as their pop-ups, by page.
  private typealias Dependents = [PageID: Set<AnnotationID>]

  private func dependents(of edits: [Edit], in state: DocumentState) throws -> Dependents {
    var removed: [PageID: Set<AnnotationID>] = [:]
    for edit in edits {
      if case .removeAnnotations(let ids, let page) = edit.kind { removed[page, default: []].formUnion(ids) }
    }
    guard !removed.isEmpty else { return [:] }
    // The store knows what goes with what once it has read the page.
    let sources = removed.keys.reduce(into: [:]) { $0[$1] = state.source(of: $1) }
    for source in sources.values { _ = try opened(source) }
    return store.withLock { store in
      sources.reduce(into: [:]) { result, entry in
        result[entry.key] = store.dependents(
          of: removed[entry.key] ?? [], on: entry.key, source: entry.value)
      }
    }
  }

  // MARK: - Pictures

  /// Looks at texts, images and pages of documents in annotations that edits would have drawn: characters that no font has,
  /// and what is damaged, are found when they are added, not when they are saved. An annotation that is only moved keeps
  /// the picture that it has.
  ///
  /// - Throws: ``PDFError`` with code `.missingGlyphs` or `.invalidArgument`.
  private func requirePictures(for edits: [Edit], in state: DocumentState) throws {
    let pages = PageFormCheck()
    for edit in edits {
      switch edit.kind {
      case .addAnnotations(let added, _): for one in added { try one.annotation.requirePictures(pages) }
      case .replaceAnnotations(let changed, let page):
        for new in changed where !new.content.isPathsOnly {
          let old = try self.page(page, in: state).annotation(named: new.id)
          if let old, new.dictionary == old.dictionary, new.style == old.style,
            old.content.displacement(to: new.content) != nil
          {
            continue
          }
          try new.requirePictures(pages)
        }
      default: break
      }
    }
  }
}

extension PDFDocument {
  /// Does again what a journal says was done.
  func replay(_ entry: JournalEntry) throws {
    let state = state
    var entry = entry
    // Written edits do not say what is known of the file: which of its items those of an outline are, and where fields show.
    entry.edits = try entry.edits.map { try withFormAreas(withoutOpenedParts($0), in: state) }
    try load(entry.edits ?? [], in: state)
    store.withLock { store in
      for edit in entry.edits ?? [] { store.note(edit) }
      if let numbering = entry.numbering { store.learn(numbering) }
    }
    try withCore { try $0.replay(entry) }
  }
}

extension Annotation {
  fileprivate func requirePictures(_ pages: PageFormCheck) throws {
    guard !content.isPathsOnly, dictionary?.hasAppearance != true else { return }
    for item in appearance.placedItems {
      switch item.content {
      case .text(let placed): _ = try placed.text.measured()
      case .image(let placed): try placed.image.requireReadable()
      case .page(let placed): try pages.requirePage(placed.index, of: placed.document)
      case .path, .group: break
      }
    }
  }
}
