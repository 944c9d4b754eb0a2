import Foundation
import PostilModel

/// The objects to write so that the file has a given state: the difference between two states, not a replay of edits.
///
/// It has independent parts, each of which writes the difference of one thing: which pages there are and in which order,
/// what each page is (`SavePlan+Pages`), its annotations (`SavePlan+Annotations`), what names those elsewhere
/// (`SavePlan+Listings`), and each part of the document (`SavePlan+Information`, `SavePlan+Outline`, `SavePlan+Form` and so on).
struct SavePlan {
  let changes: ObjectChanges
  /// Where the annotations of the pages that change will be.
  var origins: [PageID: [AnnotationID: PageAnnotations.Origin]] = [:]
  /// The page objects that are known after the save.
  var pageObjects: [PageID: ObjectID]
  /// The pages that the file will no longer have.
  var removedPages: [PageID: RemovedPage] = [:]
  /// The pages that the file has again.
  var broughtBack: [PageID] = []

  let store: FileStore
  let state: DocumentState
  /// Whether the file is signed.
  let isSigned: Bool
  let writer: AnnotationWriter
  /// What the page objects that were brought in have of a page: `nil` for those that are new.
  var broughtIn: [PageID: PageState?] = [:]
  /// The widgets of pages that the file did not have.
  var newWidgets: [NewWidget] = []
  /// The widgets of fields that edits added, as far as they are written and not in the form yet.
  var addedWidgets: [AddedWidget] = []
  /// The fields of those that are in the form now, by their full names.
  var addedFields: [String: FormTree.Field] = [:]
  /// The form and the structure tree as far as they name annotations that were removed.
  var listings: AnnotationListings
  let importedStreams: ImportedStreams
  /// The pages that come from other documents, or are copies of the document's own (`nil`), and those documents in order.
  var importedPages: [SourceID?: [ImportedPage]] = [:]
  var importedSources: [SourceID?] = []
  /// The forms of files that widgets come from which do not name their fields.
  var formTrees: [ObjectIdentifier: FormTree] = [:]
  /// The annotations of the pages whose lists are written, in their order.
  var lists: [PageID: [AnnotationID]] = [:]
  /// The annotations of those pages: the objects that they were, and are.
  var importedAnnotations: [PageID: [ObjectID: ObjectID]] = [:]
  private var copiers: [ObjectIdentifier: ObjectCopier] = [:]
  /// The streams around contents that are placed otherwise, and the patterns that these use.
  var placements: [EnclosedPlacement: (begin: ObjectID, end: ObjectID)] = [:]
  var placedPatterns: [PlacedPattern: ObjectID] = [:]
  /// Of pages that have no list of elements yet, those that what was flattened belongs to.
  var flattenedElements: [ObjectID: [ObjectID]] = [:]
  /// Fields that got other names.
  var renamedFields: [Renaming] = []
  /// Warnings for the report of the save.
  var warnings: [String] = []
  /// The streams that stand in values which edits set, by their digests.
  var enteredStreams: [[UInt8]: ObjectID]
  /// Whether edits gave the document another metadata packet.
  var hasOtherPacket = false
  /// The objects of outline items, if the outline was written.
  var outlineObjects: [OutlineItem.ID: ObjectID]?
  /// What the document said that it keeps of PDF/A and PDF/UA when it was opened.
  let claims: [ConformityClaim]
  /// The pages that show each annotation, as far as is known; read when first needed.
  var annotationOwners: [ObjectID: [PageID]]?
  /// Links that have the actions again which they had when they were opened, and which lead to where things were then.
  var restoredTargets: Set<ObjectID> = []
  /// Whether the objects are shown and not written: other pages do not get to see them.
  let isShown: Bool

  init(_ state: DocumentState, _ store: FileStore, nextNumber: Int) throws {
    self.store = store
    self.state = state
    isSigned = store.isSigned
    isShown = false
    pageObjects = store.current.pageObjects
    listings = store.current.listings
    enteredStreams = store.current.enteredStreams
    changes = ObjectChanges(store.graph, nextNumber: nextNumber)
    importedStreams = ImportedStreams(changes)
    claims = store.openedClaims
    writer = AnnotationWriter(
      changes: changes, now: Date(), images: store.current.images,
      listsGlyphs: store.listsGlyphs)
    try takeOutPages()
    try bringInPages()
    let edited = editedPages
    for page in edited { try find(page) }
    mendParents(edited)
    try arrange(edited)
    try writeObjects()
    for page in edited { try write(page) }
    try addFields()
    try updateListings(edited)
    try writeRemovedFields()
    try addFields()
    try listAddedFields()
    try writeFormValues()
    for page in edited {
      try writeMarks(on: page)
      try flattenAnnotations(on: page)
    }
    try writer.finish()
    claimFlattened()
    try takeStructure()
    try tagAnnotations(edited, newFrom: nextNumber)
    try writeCopiedObjects()
    for copier in copiers.values { copier.listLayers() }
    try writeOutline()
    try writePageLabels()
    try writeSettings()
    try writeLayers()
    try writeAttachments()
    try writeDestinations()
    try writeInformation()
    try moveToContent()
    tellDamage()
    writeVersion()
  }

  /// Has a document that was made here say PDF 2.0 if a document of its pages does. Others keep their version, which standards ask for.
  private func writeVersion() {
    guard store.isNew, store.pdfVersion < "2.0" else { return }
    let sources = store.documents.values.filter { copiers[ObjectIdentifier($0.openedGraph)] != nil }
    guard sources.contains(where: { $0.pdfVersion >= "2.0" }) else { return }
    changes.changeCatalog { $0["Version"] = .name("2.0") }
  }

  /// Says what came to light of damage in documents only when their pages were copied.
  private mutating func tellDamage() {
    for document in store.documents.values where copiers[ObjectIdentifier(document.openedGraph)] != nil {
      guard !document.isDamageTold, let damage = document.damage else { continue }
      warnings.append(
        (document.url.map { "'\($0.lastPathComponent)': " } ?? "a document of pages: ") + damage)
    }
  }

  /// What stands for an object of a file that pages were brought in from; `nil` if nothing does.
  func copy(of object: ObjectID, from graph: ObjectGraph) -> ObjectID? {
    copiers[ObjectIdentifier(graph)]?.copy(of: object)
      ?? store.current.importedObjects[ObjectIdentifier(graph.reader)]?[object]
  }

  /// The objects of one page as a save of a state would write them. They are not written, but shown.
  ///
  /// - Parameter drawsMissingAppearances: Whether annotations get the appearances that they lack, which a save does not write.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.damaged`.
  init(
    showing page: PageID, of state: DocumentState, _ store: FileStore, drawsMissingAppearances: Bool
  ) throws {
    self.store = store
    self.state = state
    isSigned = store.isSigned
    isShown = true
    pageObjects = store.current.pageObjects
    listings = store.current.listings
    enteredStreams = store.current.enteredStreams
    changes = ObjectChanges(store.graph, nextNumber: Self.unusedNumber)
    importedStreams = ImportedStreams(changes)
    claims = store.openedClaims
    writer = AnnotationWriter(
      changes: changes, now: Date(), images: store.current.images,
      listsGlyphs: store.listsGlyphs)
    if store.saved.index(of: page) == nil { try bringIn([page]) } else { try find(page) }
    if pageObjects[page] == nil {
      // A page that stands directly in its parent's list.
      pageObjects[page] = changes.add(.dictionary(try store.page(page).dictionary))
    }
    try writeObjects()
    try write(page)
    try addFields()
    try listAddedFields()
    try writeFormValues(on: page)
    if drawsMissingAppearances { try drawMissingAppearances(on: page) }
    try writeMarks(on: page)
    try flattenAnnotations(on: page)
    try writer.finish()
    try writeCopiedObjects()
    for copier in copiers.values { copier.listLayers() }
  }

  /// Above the numbers of all objects: what is given these numbers gets into no file.
  private static let unusedNumber = 1 << 30

  // MARK: - Copying

  /// What brings objects over from another file: a document that pages were taken from, or the file as it was opened, once
  /// a rewrite replaced it.
  mutating func copier(from graph: ObjectGraph) throws -> ObjectCopier {
    let key = ObjectIdentifier(graph)
    if let known = copiers[key] { return known }
    let still =
      graph.isOfSameFile(as: store.openedGraph)
      ? try openedObjectsInFile() : store.current.importedObjects[ObjectIdentifier(graph.reader)] ?? [:]
    let isOwn = graph.isOfSameFile(as: store.openedGraph)
    let copier = ObjectCopier(
      from: graph, to: changes, known: still, keepsStructureKeys: isOwn, url: store.url(of: graph))
    if isOwn, !store.openedGraph.isOfSameFile(as: store.graph) {
      let (numbers, opened) = (store.current.numbers, store.openedGraph)
      copier.present = { id in
        // Of pages those are known that the document has.
        guard id.generation == 0, let now = numbers.now(id.number),
          opened.object(id).dictionary?["Type"]?.name != "Page"
        else { return nil }
        return ObjectID(number: now)
      }
    }
    // The names of another document may mean something else here, or nothing.
    let names = isOwn ? nil : NamesOfCopies(of: graph, store)
    copier.destination = { [unowned copier] destination in
      let value = graph.resolve(destination)
      let isNamed = value.string != nil || value.name != nil
      guard let names, isNamed else {
        guard let page = value.array?.first?.reference else { return destination }
        return copier.isKnown(page) ? destination : nil
      }
      guard let place = names.places[value], let page = place.array?.first?.reference, copier.isKnown(page)
      else { return nil }
      return place
    }
    copiers[key] = copier
    return copier
  }

  /// What was copied of other documents that later copies can share.
  var importedObjects: [ObjectIdentifier: [ObjectID: ObjectID]] {
    copiers.values.reduce(into: [:]) { result, copier in
      guard let graph = copier.source as? ObjectGraph, !graph.isOfSameFile(as: store.openedGraph) else {
        return
      }
      result[ObjectIdentifier(graph.reader)] = copier.shareable
    }
  }

  /// The copy of an object of the file as it was opened that this plan makes; `nil` if it makes none.
  func copyOfOpened(_ number: Int) -> ObjectID? {
    copiers.values.lazy.filter { ($0.source as? ObjectGraph)?.isOfSameFile(as: store.openedGraph) == true }
      .compactMap { $0.copy(of: ObjectID(number: number)) }.first
  }

  /// What objects of the file as it was opened are after the save.
  var numbers: ObjectNumbers {
    var numbers = store.current.numbers
    for copier in copiers.values {
      guard let graph = copier.source as? ObjectGraph, graph.isOfSameFile(as: store.openedGraph) else {
        continue
      }
      for (opened, copy) in copier.copies where opened.generation == 0 && copy.generation == 0 {
        if numbers.now(opened.number) == nil { numbers.set(opened.number, to: copy.number) }
      }
    }
    return numbers
  }

  /// The pages and annotations of the file as it was opened, and what they are in the file now. O(pages).
  private mutating func openedObjectsInFile() throws -> [ObjectID: ObjectID] {
    var still: [ObjectID: ObjectID] = [:]
    for index in 0..<store.pageCount {
      let page = PageID(number: index + 1)
      let remains = store.current.remains[page]
      guard store.saved.index(of: page) != nil || remains != nil,
        let object = try store.openedPage(at: index).object
      else { continue }
      if remains == nil { try find(page) }
      still[object] = remains ?? pageObjects[page]
    }
    for case (.opened(let index), let annotations) in store.caches.annotations.all {
      guard let known = store.origins[PageID(number: index + 1)] else { continue }
      for (id, opened) in annotations.origins {
        guard let object = opened.element.reference, let origin = known[id],
          origin.graph.isOfSameFile(as: store.graph)
        else { continue }
        still[object] = origin.element.reference
      }
    }
    return still
  }
}

/// The places that another document has under names, read when something leads to one.
private final class NamesOfCopies {
  private let graph: ObjectGraph
  private let store: FileStore
  private(set) lazy var places: NamedDestinations = {
    // Other documents keep theirs from one save to the next.
    let other = store.documents.values.first { $0.openedGraph === graph }
    return other.flatMap { try? $0.openedNames() } ?? NamedDestinations(graph)
  }()

  init(of graph: ObjectGraph, _ store: FileStore) { (self.graph, self.store) = (graph, store) }
}
