import PostilModel

/// A page that comes from another document, or is a copy of one of the document's own.
struct ImportedPage {
  let page: PageID
  let graph: ObjectGraph
  /// Its place there, and the object that it is there.
  let place: Int
  let object: ObjectID
  /// Its key in the parent tree there (`/StructParents`).
  let key: Int?
}

/// Tags (ISO 32000-2, 14.7 and 14.8): pages of other documents and copies of the document's own bring the part of the structure tree along
/// that is about them, and all pages of another document the whole tree. It is put behind what the document has.
extension SavePlan {
  mutating func takeStructure() throws {
    guard !importedPages.isEmpty else { return }
    let isNew = store.isNew || store.saved.pages.isEmpty
    let target = StructureMerge(changes, isNew: isNew)
    for source in importedSources {
      let pages = importedPages[source] ?? []
      guard let first = pages.first?.graph else { continue }
      // Of the document's own structure what later saves made of it.
      let graph = first.isOfSameFile(as: store.graph) ? store.graph : first
      guard let tree = StructureTree(graph) else { continue }
      let count = source.flatMap { store.documents[.imported($0)]?.pageCount }
      let isWhole = count == Set(pages.map(\.place)).count
      let language = source == nil ? nil : try languageToState(of: graph)
      let copier = try structureCopier(from: graph)
      // A page that comes twice has elements of its own each time.
      var rest = pages
      while !rest.isEmpty {
        var places = StructureCopy.Places()
        var keys: Set<Int> = []
        var again: [ImportedPage] = []
        for page in rest {
          guard places.pages[page.object] == nil else {
            again.append(page)
            continue
          }
          places.pages[page.object] = pageObjects[page.page]
          if let key = page.key { keys.insert(key) }
          for (object, copy) in importedAnnotations[page.page] ?? [:] {
            places.annotations[object] = copy
            if isWhole { continue }
            let key = graph.resolve(graph.object(object).dictionary?["StructParent"]).integer
            if let key { keys.insert(key) }
          }
        }
        let kept = isWhole ? nil : tree.elements(of: keys.union(copier.structureKeys))
        var copy = StructureCopy(
          tree, copier, to: target, places, keeping: kept, language: language)
        try copy.add()
        rest = again
      }
    }
    target.write()
  }

  /// What brings over what elements lead to: within the file that is all there.
  private mutating func structureCopier(from graph: ObjectGraph) throws -> ObjectCopier {
    guard graph.isOfSameFile(as: store.graph) else { return try copier(from: graph) }
    let copier = ObjectCopier(from: graph, to: changes, keepsStructureKeys: true)
    copier.present = { $0 }
    return copier
  }

  /// The language of another document, if elements have to say it because that of this document is another.
  private func languageToState(of graph: ObjectGraph) throws -> PDFObject? {
    let language = graph.resolve(graph.catalog["Lang"])
    guard let bytes = language.string, !bytes.isEmpty else { return nil }
    let own = try (state.parts.settings ?? store.openedSettings()).language
    return TextString.decode(bytes) == own ? nil : language
  }
}
