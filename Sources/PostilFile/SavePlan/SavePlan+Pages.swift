import PostilModel

extension SavePlan {
  /// The pages that are written: those that differ from the file, and those that it does not have. In their order.
  var editedPages: [PageID] {
    let candidates = Set(state.changedPages.keys).union(store.saved.changedPages.keys).union(broughtIn.keys)
    return candidates.compactMap { page in state.index(of: page).map { (page, $0) } }
      .filter { broughtIn[$0.0] != nil || state.page($0.0) != store.saved.page($0.0) }
      .sorted { $0.1 < $1.1 }.map(\.0)
  }

  mutating func find(_ page: PageID) throws {
    if pageObjects[page] == nil { pageObjects[page] = try store.page(page).object }
  }

  // MARK: - Pages that come and go

  /// Notes the pages that go: undo may bring them back. Their objects stay in the file until it is written anew.
  mutating func takeOutPages() throws {
    guard state.pages != store.saved.pages else { return }
    for page in store.saved.pages where state.index(of: page) == nil {
      removedPages[page] = RemovedPage(page: try store.pageInFile(page), state: store.saved.page(page))
      pageObjects[page] = nil
    }
  }

  /// Makes objects for the pages that the file does not have.
  mutating func bringInPages() throws {
    guard state.pages != store.saved.pages else { return }
    try bringIn(state.pages.filter { store.saved.index(of: $0) == nil })
  }

  mutating func bringIn(_ pages: [PageID]) throws {
    var sources: [(page: PageID, source: SourcePage, isOwn: Bool)] = []
    for page in pages {
      if let removed = store.current.removedPages[page] {
        sources.append((page, removed.page, true))
        broughtIn[page] = .some(removed.state)
        broughtBack.append(page)
      } else {
        let source = state.page(page).source
        let found = try store.sourcePage(source)
        sources.append((page, found, source == .opened(page.number - 1)))
        broughtIn[page] = .some(nil)
        noteTags(of: page, source, found)
      }
    }
    // First the numbers, so that links between the new pages lead to them.
    for (page, source, isOwn) in sources {
      let isHere = source.graph.isOfSameFile(as: store.graph)
      let known = isHere && isOwn ? source.object : store.current.remains[page]
      let id = known ?? changes.allocate()
      pageObjects[page] = id
      if !isHere, let object = source.object {
        let copier = try copier(from: source.graph)
        if !copier.isKnown(object) { copier.stand(id, for: object) }
      }
    }
    for (page, source, isOwn) in sources {
      guard let id = pageObjects[page] else { continue }
      let dictionary =
        store.current.removedPages[page] != nil ? source.dictionary : try content(of: source, isOwn: isOwn)
      changes.set(id, to: .dictionary(dictionary))
    }
  }

  /// Notes a page whose content belongs to elements that are to come along.
  private mutating func noteTags(of page: PageID, _ source: PageSource, _ found: SourcePage) {
    let document: SourceID?
    let place: Int
    switch source {
    case .imported(let id, let index): (document, place) = (id, index)
    case .opened(let index) where index != page.number - 1: (document, place) = (nil, index)
    case .opened, .blank, .content: return
    }
    guard let object = found.object else { return }
    if importedPages[document] == nil { importedSources.append(document) }
    importedPages[document, default: []].append(
      ImportedPage(
        page: page, graph: found.graph, place: place, object: object,
        key: found.graph.resolve(found.dictionary["StructParents"]).integer))
  }

  /// The entries that pages which come from elsewhere do not bring along.
  static let keysOfOwnPages: [PDFName] = ["StructParents", "B", "DPart", "AA", "PresSteps"]

  /// A page's entries without those that bind it to its document: the tree, its annotations, which are written one by
  /// one, and, of pages that come from elsewhere, article threads and the structure tree, see ``takeStructure()``.
  private mutating func content(of source: SourcePage, isOwn: Bool) throws -> PDFDictionary {
    var dictionary = source.dictionary
    for key in ["Parent", "Annots"] as [PDFName] { dictionary[key] = nil }
    if !isOwn { for key in Self.keysOfOwnPages { dictionary[key] = nil } }
    guard !source.graph.isOfSameFile(as: store.graph) else { return dictionary }
    return try copier(from: source.graph).copy(.dictionary(dictionary)).dictionary ?? dictionary
  }

  /// The objects that pages had which the file no longer has.
  var removedPageObjects: [PageID: ObjectID] {
    let removed = store.current.removedPages.merging(removedPages) { $1 }.compactMapValues { removed in
      removed.page.graph.isOfSameFile(as: store.graph) ? removed.page.object : nil
    }
    return removed.merging(store.current.remains) { $1 }.filter { state.index(of: $0.key) == nil }
  }

  // MARK: - Order

  /// Gives pages their parent that name an edited page instead: other readers would have them inherit what the edit changes. What the
  /// tree does not give them they keep.
  mutating func mendParents(_ edited: [PageID]) {
    guard !store.tree.strays.isEmpty else { return }
    let objects = Set(edited.compactMap { pageObjects[$0] })
    for stray in store.tree.strays where objects.contains(stray.named) {
      guard var page = changes.object(stray.page).dictionary, page["Parent"]?.reference == stray.named,
        let named = changes.object(stray.named).dictionary
      else { continue }
      page["Parent"] = .reference(stray.parent)
      let given = inherited(by: stray)
      for key in InheritableKey.all where key != "Rotate" && page[key] == nil && given[key] == nil {
        page[key] = named[key]
      }
      changes.set(stray.page, to: .dictionary(page))
    }
  }

  /// What a page takes from the nodes above.
  private func inherited(by stray: StrayPage) -> PDFDictionary {
    store.tree.index(of: stray.page).flatMap { place in
      saved(at: place).flatMap { try? store.page($0).inherited }
    } ?? [:]
  }

  private func saved(at place: Int) -> PageID? {
    store.saved.pages.indices.contains(place) ? store.saved.pages[place] : nil
  }

  mutating func arrange(_ edited: [PageID]) throws {
    let isOther = state.pages != store.saved.pages
    // A page without an object of its own, or with one that is another page's, too.
    let isLost = edited.contains { pageObjects[$0].map(store.tree.listedTwice.contains) ?? true }
    guard isOther || isLost else { return }
    let leaves = state.pages.map { page -> PageTreeEditor.Leaf? in
      if let index = store.saved.index(of: page) { return .present(index) }
      return pageObjects[page].map { .new($0) }
    }
    let all = leaves.compactMap(\.self)
    guard all.count == leaves.count else { throw Self.damagedTree }
    if store.tree.isSound {
      do {
        // A tree of its own: if the save fails, the store's is as it was.
        return try PageTreeEditor(tree: PageTree(store.graph), changes: changes).arrange(all)
      } catch is PageTree.Mismatch {}
    }
    try rebuild(all)
  }

  private static var damagedTree: PDFError {
    PDFError(.damaged, "The page tree is damaged: repair the file with 'qpdf IN OUT' first.")
  }

  private mutating func rebuild(_ leaves: [PageTreeEditor.Leaf]) throws {
    let tree = try store.tree.pages == nil ? PageTree(walking: store.graph) : store.tree
    guard let pages = tree.pages, pages.count == store.saved.pages.count else { throw Self.damagedTree }
    let listed = leaves.map { leaf in
      switch leaf {
      case .present(let index): pages[index]
      case .new(let id): PageEntry(object: id, dictionary: [:], inherited: [:])
      }
    }
    let numbers = PageTreeEditor.rebuild(listed, listed.map(\.object), in: changes)
    for (page, number) in zip(state.pages, numbers) { pageObjects[page] = number }
  }

  // MARK: - What a page is

  mutating func write(_ page: PageID) throws {
    guard let id = pageObjects[page], var dictionary = changes.object(id).dictionary else {
      throw PDFError.noSuchPage(page)
    }
    let isBroughtIn = broughtIn[page] != nil
    let new = state.page(page)
    let old = isBroughtIn ? broughtIn[page] ?? nil : store.saved.page(page)
    let attributes = try store.attributes(of: new.source)
    let hasOtherContent = old.map { !$0.keepsContent(as: new) } ?? false
    if hasOtherContent {
      try replaceContent(of: page, by: new.source, in: &dictionary)
    }
    let isPlacedAnew = new.placement != nil && (old == nil || hasOtherContent || old?.placement == nil)
    if let placement = new.placement, isPlacedAnew {
      let inherited = isBroughtIn ? nil : try store.page(page).inherited["Resources"]
      try place(placement, in: &dictionary, inherited: inherited)
    }
    if old == nil || hasOtherContent || old?.rotation != new.rotation || old?.boxes != new.boxes {
      try writeGeometry(of: page, new, attributes, to: &dictionary, isBroughtIn)
    }
    let isFromElsewhere = isBroughtIn && dictionary["Annots"] == nil
    // Of pages that were only turned, say, no annotation is read.
    var isOtherList = isFromElsewhere
    if let old, !isOtherList, new.annotations != old.annotations || hasOtherContent {
      isOtherList =
        try store.annotations(of: page, in: state) != old.annotations?.items
        ?? store.annotations(of: old.source)
    }
    if isOtherList {
      let list = try store.annotations(of: page, in: state)
      dictionary["Annots"] = try annotations(list, on: page, id, isNew: old == nil)
    }
    try writeEntries(
      of: page, insteadOf: hasOtherContent ? nil : old?.entries,
      isAnew: old == nil || hasOtherContent || isPlacedAnew, in: &dictionary)
    changes.set(id, to: .dictionary(dictionary))
  }

  /// Turns a page and gives it boxes, where it is not as it should be.
  private func writeGeometry(
    of page: PageID, _ new: PageState, _ attributes: PageAttributes, to dictionary: inout PDFDictionary,
    _ isBroughtIn: Bool
  ) throws {
    let inherited = isBroughtIn ? [:] : try store.page(page).inherited
    let entries = dictionary
    let now = PageAttributes(store.graph) { entries[$0] ?? inherited[$0] }
    let rotation = attributes.rotation + new.rotation
    if now.rotation != rotation { dictionary["Rotate"] = .integer(rotation.degrees) }
    for box in PageBox.allCases {
      let wanted = new.boxes?[box] ?? attributes.boxes[box]
      guard let wanted, now.boxes[box] != wanted || new.boxes?[box] != nil else { continue }
      dictionary[PDFName(box.rawValue)] = PDFObject.rect(wanted)
    }
  }

  /// Gives a page's object the entries of another source. Its place in the tree and its annotations stay.
  private mutating func replaceContent(
    of page: PageID, by source: PageSource, in dictionary: inout PDFDictionary
  ) throws {
    let isOwn = source == .opened(page.number - 1)
    var result = try content(of: store.sourcePage(source), isOwn: isOwn)
    for key in ["Parent", "Annots"] as [PDFName] { result[key] = dictionary[key] }
    dictionary = result
  }
}
