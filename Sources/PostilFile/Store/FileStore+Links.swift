package import PostilModel

extension FileStore {
  /// What says whether a page, as its source has it, has links that lead to one of some pages by a place, not by a name.
  ///
  /// - Complexity: O(pages named); then O(annotations of the page).
  package func linkFinder(to pages: [PageSource]) throws -> (PageSource) throws -> Bool {
    var targets: [ObjectIdentifier: Set<ObjectID>] = [:]
    for source in pages {
      let page = try sourcePage(source)
      if let object = page.object { targets[ObjectIdentifier(page.graph), default: []].insert(object) }
    }
    return { [unowned self] source in
      let page = try sourcePage(source)
      let graph = page.graph
      guard let wanted = targets[ObjectIdentifier(graph)] else { return false }
      return (graph.resolve(page.dictionary["Annots"]).array ?? []).contains { element in
        guard let link = graph.resolve(element).dictionary else { return false }
        let place = link["Dest"] ?? graph.resolve(link["A"]).dictionary?["D"]
        return graph.resolve(place).array?.first?.reference.map(wanted.contains) ?? false
      }
    }
  }

  /// The annotations of the file that several pages list, against ISO 32000-2, 12.5.1: what edits change on one of them stays on the others.
  ///
  /// - Complexity: O(annotations of all pages) at first.
  func sharedAnnotations() throws -> Set<ObjectID> {
    if let known = current.sharedAnnotations { return known }
    var (seen, shared): (Set<ObjectID>, Set<ObjectID>) = ([], [])
    try forEachAnnotationList { list in
      let own = Set(list.compactMap(\.reference))
      shared.formUnion(own.intersection(seen))
      seen.formUnion(own)
    }
    current.sharedAnnotations = shared
    return shared
  }

  /// Goes through the lists of annotations of all pages that the file has. O(pages).
  func forEachAnnotationList(_ body: ([PDFObject]) -> Void) throws {
    for id in saved.pages { body(graph.resolve(try page(id).dictionary["Annots"]).array ?? []) }
  }
}
