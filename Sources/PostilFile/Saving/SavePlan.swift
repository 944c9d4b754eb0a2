import Foundation
import PostilModel

/// The objects to write so that the file has a given state: the difference between two states, not
/// a replay of edits.
struct SavePlan {
  let changes: ObjectChanges
  /// Where the annotations of the pages that change will be.
  private(set) var origins: [PageID: [AnnotationID: PageAnnotations.Origin]] = [:]
  /// The page objects that are known after the save.
  private(set) var pageObjects: [PageID: ObjectID]

  private let store: FileStore
  private let state: DocumentState
  private let now = Date()
  private var copiers: [ObjectIdentifier: ObjectCopier] = [:]

  init(_ state: DocumentState, _ store: FileStore, nextNumber: Int) throws {
    self.store = store
    self.state = state
    pageObjects = store.pageObjects
    changes = ObjectChanges(store.graph, nextNumber: nextNumber)
    let edited = editedPages
    for page in edited { try find(page) }
    try arrange(edited)
    for page in edited { try write(page) }
  }

  /// Pages whose rotation or annotations differ, in the order of the file.
  private var editedPages: [PageID] {
    let candidates = Set(state.changedPages.keys).union(store.saved.changedPages.keys)
    return candidates.filter { state.page($0) != store.saved.page($0) }
      .sorted { (store.saved.index(of: $0) ?? 0) < (store.saved.index(of: $1) ?? 0) }
  }

  private mutating func find(_ page: PageID) throws {
    if pageObjects[page] == nil { pageObjects[page] = try store.page(page).object }
  }

  // MARK: - Order

  private mutating func arrange(_ edited: [PageID]) throws {
    let isMoved = state.pages != store.saved.pages
    let isLost = edited.contains { pageObjects[$0] == nil }
    guard isMoved || isLost else { return }
    let places = Dictionary(uniqueKeysWithValues: store.saved.pages.enumerated().map { ($1, $0) })
    let order = state.pages.compactMap { places[$0] }
    if store.tree.isSound {
      do {
        // A tree of its own: if the save fails, the store's is as it was.
        return try PageTreeEditor(tree: PageTree(store.graph), changes: changes).rearrange(order)
      } catch is PageTree.Mismatch {}
    }
    try rebuild(order)
  }

  private mutating func rebuild(_ order: [Int]) throws {
    let tree = try store.tree.pages == nil ? PageTree(walking: store.graph) : store.tree
    guard let pages = tree.pages, pages.count == order.count else {
      throw PDFError(.damaged, "The page tree is damaged: repair the file with 'qpdf IN OUT' first.")
    }
    let sorted = order.map { pages[$0] }
    let numbers = PageTreeEditor.rebuild(sorted, sorted.map(\.id), in: changes)
    for (page, number) in zip(state.pages, numbers) { pageObjects[page] = number }
  }

  // MARK: - Pages

  private mutating func write(_ page: PageID) throws {
    guard let id = pageObjects[page], var dictionary = changes.object(id).dictionary else {
      throw PDFError.noSuchPage(page)
    }
    let (new, old) = (state.page(page), store.saved.page(page))
    if new.rotation != old.rotation {
      let rotation = try store.attributes(of: new.source).rotation + new.rotation
      dictionary["Rotate"] = .integer(rotation.degrees)
    }
    if new.annotations != old.annotations {
      dictionary["Annots"] = try annotations(store.annotations(of: page, in: state), on: page, id)
    }
    changes.set(id, to: .dictionary(dictionary))
  }

  /// A list of the page's own, even where the file shares one between pages.
  private mutating func annotations(_ list: [Annotation], on page: PageID, _ object: ObjectID) throws
    -> PDFObject?
  {
    var known = store.origins[page] ?? [:]
    var elements: [PDFObject] = []
    for annotation in list {
      let origin = try origin(of: annotation, known[annotation.id], page, object)
      elements.append(origin.element)
      known[annotation.id] = origin
    }
    origins[page] = known
    return elements.isEmpty ? nil : .array(elements)
  }

  /// Where an annotation will be, after its objects were put among the changes.
  private mutating func origin(
    of annotation: Annotation, _ known: PageAnnotations.Origin?, _ id: PageID, _ page: ObjectID
  ) throws -> PageAnnotations.Origin {
    let writer = AnnotationWriter(changes: changes, now: now)
    guard var origin = known else {
      let dictionary = writer.dictionary(annotation, page: page)
      return .init(element: add(dictionary), value: annotation, graph: store.graph)
    }
    let originalRecord = origin.value == annotation ? nil : origin.recordAsOpened
    if origin.graph !== store.graph {
      origin.element = try copier(from: origin.graph).copy(origin.element)
      origin.graph = store.graph
    }
    guard let originalRecord else { return origin }
    let current = changes.resolve(origin.element).dictionary ?? [:]
    var dictionary =
      originalRecord.value == annotation
      ? try restored(originalRecord) : writer.dictionary(current, from: origin.value, to: annotation)
    origin.originalRecord = originalRecord
    origin.value = annotation
    let isShared = isShared(origin.element, current, id, page)
    if isShared { dictionary["P"] = .reference(page) }
    if let object = origin.element.reference, !isShared {
      changes.set(object, to: .dictionary(dictionary))
    } else {
      origin.element = add(dictionary)
    }
    return origin
  }

  /// Whether another page shows an annotation as well, as far as is known: there it is left alone.
  private func isShared(
    _ element: PDFObject, _ dictionary: PDFDictionary, _ id: PageID, _ page: ObjectID
  ) -> Bool {
    if let owner = dictionary["P"]?.reference, owner != page { return true }
    guard element.reference != nil else { return false }
    return store.origins.contains { other, known in
      other != id && known.values.contains { $0.element == element && $0.graph === store.graph }
    }
  }

  private func add(_ dictionary: PDFDictionary) -> PDFObject {
    .reference(changes.add(.dictionary(dictionary)))
  }

  /// The dictionary that an annotation had before it was edited, appearance and all.
  private mutating func restored(_ originalRecord: PageAnnotations.Origin.OriginalRecord) throws
    -> PDFDictionary
  {
    if originalRecord.graph === store.graph { return originalRecord.dictionary }
    let copy = try copier(from: originalRecord.graph).copy(.dictionary(originalRecord.dictionary))
    return copy.dictionary ?? [:]
  }

  private mutating func copier(from graph: ObjectGraph) throws -> ObjectCopier {
    if let known = copiers[ObjectIdentifier(graph)] { return known }
    var still: [ObjectID: ObjectID] = [:]
    for (page, id) in graph.formerPages {
      try find(page)
      still[id] = pageObjects[page]
    }
    for (object, former) in graph.formerAnnotations {
      guard let origin = store.origins[former.page]?[former.id], origin.graph === store.graph else {
        continue
      }
      still[object] = origin.element.reference
    }
    let copier = ObjectCopier(from: graph, to: changes, known: still)
    copiers[ObjectIdentifier(graph)] = copier
    return copier
  }
}
