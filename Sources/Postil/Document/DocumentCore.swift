import Foundation
import PostilFile
import PostilModel

/// What edits change of a document, behind a lock that is held for microseconds: nothing here reads a file. What an edit
/// needs of the file is put into ``sources`` beforehand, see ``PDFDocument/withCore(_:)``.
struct DocumentCore: Sendable {
  private let document: DocumentTag
  private(set) var state: DocumentState
  var history = EditHistory()
  /// The file that the document was opened from or last saved to.
  var url: URL?
  /// How often the document was saved since it was opened.
  private(set) var saveCount = 0
  /// How many saves are being carried out.
  var savesInProgress = 0
  /// Grows with every change.
  private(set) var revision = 0
  /// Grows with every change of the order of pages.
  private(set) var orderVersion = 0
  /// How often each page was edited, edits that were undone and undoing included.
  private(set) var versions: [PageID: Int] = [:]
  /// The number of the next page that the document mints: larger than that of any page it ever had.
  private var nextPage: Int
  private var nextSource = 1
  /// The documents that pages were taken from.
  var documents: [ObjectIdentifier: RegisteredDocument] = [:]
  /// The pages that were made of images.
  var contents: [Data: ContentID] = [:]
  /// The annotations of sources of pages that edits changed.
  var sources: [PageSource: OpenedAnnotations] = [:]
  /// How often edits began anew for want of a source, for tests.
  var restarts = 0
  let changes = Broadcast<DocumentChange>()
  /// Told everything that is done, in order; `nil` if no journal is kept.
  var journal: EditJournal?

  /// That a source has to be read before an edit can be applied.
  struct MissingSource: Error {
    let source: PageSource
  }

  init(pageCount: Int, of document: DocumentTag, url: URL?) {
    self.document = document
    state = DocumentState(pageCount: pageCount, of: document)
    nextPage = pageCount + 1
    self.url = url
  }

  /// An identifier that no page of the document has or had.
  mutating func mintPage() -> PageID {
    defer { nextPage += 1 }
    return PageID(number: nextPage, of: document)
  }

  /// A number that no document that pages come from has.
  mutating func mintSource() -> Int {
    defer { nextSource += 1 }
    return nextSource
  }

  /// Notes that a document that pages come from has a number.
  mutating func reserveSource(_ number: Int) { nextSource = max(nextSource, number &+ 1) }

  // MARK: - Pages

  func version(of page: PageID) -> Int { versions[page, default: 0] }

  /// - Throws: ``PDFError`` with code `.pageOutOfRange`.
  func index(of page: PageID) throws -> Int {
    guard let index = state.index(of: page) else { throw state.noSuchPage(page).about(url) }
    return index
  }

  /// What edits that change annotations begin with.
  var base: DocumentState.Base {
    { [sources] source in
      guard let known = sources[source] else { throw MissingSource(source: source) }
      return known.annotations
    }
  }

  // MARK: - Edits

  /// Applies prepared edits as one step of undo.
  ///
  /// - Parameter group: Whether they belong to the open group; else they are a step of their own.
  /// - Returns: Whether they were applied: not if the state is another one than that they were prepared for.
  mutating func apply(_ edits: PreparedEdits, named name: String?, inGroup group: Bool = false) throws -> Bool
  {
    guard edits.revision == revision else { return false }
    if let first = edits.edits.first {
      try applyPrepared(edits.edits, named: name ?? edits.name ?? first.name, inGroup: group)
    }
    return true
  }

  private mutating func applyPrepared(_ edits: [Edit], named name: String, inGroup group: Bool) throws {
    let inverse = try EditHistory.apply(edits, to: &state, base: base)
    if group {
      history.recordInGroup(inverse: inverse, named: name)
    } else {
      history.record(inverse: inverse, named: name)
    }
    journal?.note(.edit(edits, named: name, inGroup: group))
    announce(edits + inverse, .edit, named: name)
  }

  /// Applies what a transaction did to a copy of the state, as one step of undo.
  ///
  /// - Throws: ``PDFError`` with code `.editConflict` if it does not fit what others changed since the copy was made.
  mutating func commit(_ transaction: EditTransaction.Outcome, named name: String?) throws {
    guard let first = transaction.edits.first else { return }
    var inverse = transaction.inverse
    if revision == transaction.basis.revision {
      state = transaction.state
    } else {
      try transaction.requireNoConflict(with: self)
      do {
        inverse = try EditHistory.apply(transaction.edits, to: &state, base: base)
      } catch let error as PDFError {
        throw PDFError.editConflict(error.message).about(url)
      }
    }
    let name = name ?? first.name
    history.record(inverse: inverse, named: name)
    journal?.note(.edit(transaction.edits, named: name))
    announce(transaction.edits + inverse, .edit, named: name)
  }

  mutating func undo() throws -> Bool {
    let name = history.undoName
    let edits = try history.undo(in: &state, base: base)
    if !edits.isEmpty { journal?.note(.undo) }
    announce(edits, .undo, named: name)
    return !edits.isEmpty
  }

  mutating func redo() throws -> Bool {
    let name = history.redoName
    let edits = try history.redo(in: &state, base: base)
    if !edits.isEmpty { journal?.note(.redo) }
    announce(edits, .redo, named: name)
    return !edits.isEmpty
  }

  // MARK: - Groups that stay open

  /// Begins a group; returns its number.
  mutating func beginGroup(named name: String) -> Int {
    journal?.note(.beginGroup(named: name))
    return history.beginGroup(named: name)
  }

  /// Ends a group, unless others did.
  mutating func endGroup(_ number: Int) {
    guard history.openGroup == number else { return }
    history.endGroup()
    journal?.note(.endGroup)
  }

  mutating func cancelGroup(_ number: Int) throws {
    let edits = try history.cancelGroup(number, in: &state, base: base)
    journal?.note(.cancelGroup(number))
    announce(edits, .undo, named: nil)
  }

  // MARK: - Recovering

  /// Does again what a journal says was done.
  mutating func replay(_ entry: JournalEntry) throws {
    switch entry.kind {
    case .edit:
      try applyPrepared(entry.edits ?? [], named: entry.name ?? "", inGroup: entry.isInGroup == true)
    case .undo: _ = try undo()
    case .redo: _ = try redo()
    case .beginGroup: _ = beginGroup(named: entry.name ?? "")
    case .endGroup: if let group = history.openGroup { endGroup(group) }
    case .cancelGroup: try cancelGroup(entry.group ?? 0)
    }
  }

  // MARK: - Observation

  private mutating func announce(_ edits: [Edit], _ cause: DocumentChange.Cause, named name: String?) {
    guard !edits.isEmpty else { return }
    for case .insertPages(let inserted) in edits.map(\.kind) {
      nextPage = max(nextPage, (inserted.map(\.page.number).max() ?? 0) + 1)
    }
    let change = DocumentChange(edits, cause, named: name, in: state)
    revision += 1
    if !change.kind.isDisjoint(with: [.order, .pages]) { orderVersion += 1 }
    for page in change.pages { versions[page, default: 0] += 1 }
    changes.send(change)
  }

  mutating func markSaved(_ mark: Int, url: URL?) {
    self.url = url
    history.markSaved(mark)
    saveCount += 1
    changes.send(DocumentChange(kind: .saved, cause: .save))
  }
}

extension DocumentState {
  /// Where the content of a page comes from; `nil` if the document does not have it.
  func source(of page: PageID) -> PageSource? { index(of: page) == nil ? nil : self.page(page).source }
}

/// A document that pages were taken from, as it was at that moment.
struct RegisteredDocument: Sendable {
  weak var document: PDFDocument?
  let state: DocumentState
  let source: SourceID
  let pageCount: Int
}

extension PDFError {
  static func editConflict(_ reason: String) -> PDFError {
    PDFError(
      .editConflict, "The edits do not fit what was changed meanwhile, so none was made: do them again.",
      underlying: reason)
  }
}

extension DocumentChange {
  /// The change that edits make, if those that take them back are among them: of a change or a
  /// removal only the inverse knows where the annotation was.
  fileprivate init(_ edits: [Edit], _ cause: Cause, named name: String?, in state: DocumentState) {
    self.init(kind: [], cause: cause, name: name)
    for edit in edits {
      pages.formUnion(edit.pages)
      switch edit.kind {
      case .rotatePages: kind.insert(.rotation)
      case .movePages, .placePages: kind.insert(.order)
      case .insertPages, .removePages: kind.insert([.order, .pages])
      case .setBoxes, .replaceContent: kind.insert(.content)
      case .placeContent: kind.insert([.content, .annotations])
      case .setPart(let part): kind.insert(part.change)
      case .setEntries, .setStream:
        kind.insert(.objects)
        guard edit.changesDrawing else { break }
        kind.insert(.content)
        // Any page may be drawn with an object.
        if edit.pages.isEmpty { pages.formUnion(state.pages) }
      case .setFormValues(let values):
        kind.insert(.formValues)
        for field in values.values { areas.merge(field?.areas ?? [:]) { $0.union($1) } }
      case .addAnnotations(let added, let page): note(added.map(\.annotation), on: page)
      case .replaceAnnotations(let annotations, let page): note(annotations, on: page)
      case .removeAnnotations: kind.insert(.annotations)
      case .flattenAnnotations, .setMarks: kind.insert(.content)
      case .restoreFlattened(let added, let page):
        kind.insert(.content)
        note(added.map(\.annotation), on: page)
      case .placeAnnotations(let placements, let page):
        let list = state.page(page).annotations
        note(placements.compactMap { list?[$0.id] }, on: page)
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
