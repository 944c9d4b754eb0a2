import Foundation
import PostilModel

/// The objects to write so that the file has a given state: the difference between two states, not a replay of edits.
///
/// It has independent parts, each of which writes the difference of one thing: which pages there are and in which order,
/// what each page is (`SavePlan+Pages`), its annotations (`SavePlan+Annotations`), and the parts of the document
/// (`SavePlan+Information`).
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
  /// Pages of the file whose content will be other, as they were opened.
  var formerPages: [PageSource: SourcePage] = [:]

  let store: FileStore
  let state: DocumentState
  let now = Date()
  /// What the page objects that were brought in have of a page: `nil` for those that are new.
  var broughtIn: [PageID: PageState?] = [:]
  private var copiers: [ObjectIdentifier: ObjectCopier] = [:]
  /// The pages that show each annotation, as far as is known; read when first needed.
  var annotationOwners: [ObjectID: [PageID]]?

  init(_ state: DocumentState, _ store: FileStore, nextNumber: Int) throws {
    self.store = store
    self.state = state
    pageObjects = store.pageObjects
    changes = ObjectChanges(store.graph, nextNumber: nextNumber)
    try takeOutPages()
    try bringInPages()
    let edited = editedPages
    for page in edited { try find(page) }
    try arrange(edited)
    for page in edited { try write(page) }
    registerLayers()
    writeInformation()
  }

  // MARK: - Copying

  /// What brings objects over from another file: a document that pages were taken from, or the file that a rewrite replaced.
  mutating func copier(from graph: ObjectGraph) throws -> ObjectCopier {
    if let known = copiers[ObjectIdentifier(graph)] { return known }
    var still: [ObjectID: ObjectID] = [:]
    for (page, id) in graph.formerPages where store.saved.index(of: page) != nil {
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

  /// Lists the layers (optional content groups, ISO 32000-2, 8.11) of what was copied in the document's catalog, hidden
  /// where they were hidden: a reader shows layers that are not listed.
  private func registerLayers() {
    for copier in copiers.values where !copier.layers.isEmpty {
      let trailer = changes.graph.trailer
      guard let id = trailer["Root"]?.reference, var catalog = changes.object(id).dictionary else { continue }
      var properties = changes.resolve(catalog["OCProperties"]).dictionary ?? [:]
      var standard = changes.resolve(properties["D"]).dictionary ?? [:]
      var all = changes.resolve(properties["OCGs"]).array ?? []
      var off = changes.resolve(standard["OFF"]).array ?? []
      let hidden = Self.hiddenLayers(copier.source)
      for layer in copier.layers {
        all.append(.reference(layer.copy))
        if hidden(layer.source) { off.append(.reference(layer.copy)) }
      }
      properties["OCGs"] = .array(all)
      if !off.isEmpty { standard["OFF"] = .array(off) }
      properties["D"] = .dictionary(standard)
      catalog["OCProperties"] = .dictionary(properties)
      changes.set(id, to: .dictionary(catalog))
    }
  }

  /// Whether a document hides a layer when it is opened.
  private static func hiddenLayers(_ graph: ObjectGraph) -> (ObjectID) -> Bool {
    let catalog = graph.resolve(graph.trailer["Root"]).dictionary
    let properties = graph.resolve(catalog?["OCProperties"]).dictionary
    let standard = graph.resolve(properties?["D"]).dictionary
    func layers(_ key: PDFName) -> Set<ObjectID> {
      Set((graph.resolve(standard?[key]).array ?? []).compactMap(\.reference))
    }
    let (off, on) = (layers("OFF"), layers("ON"))
    let isOff = graph.resolve(standard?["BaseState"]).name == "OFF"
    return { off.contains($0) || (isOff && !on.contains($0)) }
  }
}
