import PostilModel

/// A page that comes from another document.
struct ImportedPage {
  let page: PageID
  let graph: ObjectGraph
  /// Its place there, and the object that it is there.
  let place: Int
  let object: ObjectID
  /// Its key in the parent tree there (`/StructParents`).
  let key: Int?
}

/// Tags (ISO 32000-2, 14.7 and 14.8): pages of other documents bring the part of the structure tree along that is about them, and
/// all pages of a document the whole tree. It is put behind what the document has.
extension SavePlan {
  mutating func takeStructure() throws {
    guard !importedPages.isEmpty else { return }
    let isNew = store.isNew || store.saved.pages.isEmpty
    let target = StructureMerge(changes, isNew: isNew)
    for source in importedSources {
      let pages = importedPages[source] ?? []
      guard let graph = pages.first?.graph, let tree = StructureTree(graph) else { continue }
      let isWhole = Set(pages.map(\.place)).count == (store.documents[.imported(source)]?.pageCount ?? -1)
      let language = try languageToState(of: graph)
      let copier = try copier(from: graph)
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

  /// The language of another document, if elements have to say it because that of this document is another.
  private func languageToState(of graph: ObjectGraph) throws -> PDFObject? {
    let language = graph.resolve(graph.catalog["Lang"])
    guard let bytes = language.string, !bytes.isEmpty else { return nil }
    let own = try (state.parts.settings ?? store.openedSettings()).language
    return TextString.decode(bytes) == own ? nil : language
  }
}
