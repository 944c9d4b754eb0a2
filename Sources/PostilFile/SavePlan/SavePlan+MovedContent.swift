import PostilModel

/// What leads to content that is placed otherwise and is no value that edits change: destinations in actions which are only kept, and the
/// areas of article beads (ISO 32000-2, 12.4.3). Written last, on top of what other parts wrote.
extension SavePlan {
  mutating func moveToContent() throws {
    var moves: [ObjectID: (page: PageID, placement: ContentPlacement)] = [:]
    for page in editedPages {
      let new = state.page(page).placement
      let old = (broughtIn[page] ?? store.saved.page(page))?.placement
      guard new != old, let object = pageObjects[page] else { continue }
      moves[object] = (page, ContentPlacement(from: old, to: new))
    }
    guard !moves.isEmpty else { return }
    let reader = LinkTargetReader(objects: changes) { [changes] object in
      // Structure destinations name an element, whose page it is.
      moves[object]?.page ?? changes.object(object).dictionary?["Pg"]?.reference.flatMap { moves[$0]?.page }
    }
    let placements = Dictionary(moves.values.map { ($0.page, $0.placement) }) { first, _ in first }
    let actions = ActionDestinations(objects: changes) { [changes] destination in
      let value = changes.resolve(destination)
      guard let named = value.array?.first?.reference, let place = PageDestination(value, reader),
        let placement = placements[place.page]
      else { return destination }
      return place.placed(placement).object(page: named)
    }
    var mover = ActionMover(changes: changes, actions: actions, reader: reader, kept: restoredTargets)
    for page in state.pages {
      try find(page)
      if let object = pageObjects[page] { mover.moveActions(ofPage: object) }
    }
    if let root = store.graph.trailer["Root"]?.reference { mover.moveActions(of: root) }
    mover.moveActionsOfOutline()
    for node in changes.fieldNodes(of: changes.form) {
      if let id = node.object.reference { mover.moveActions(of: id) }
    }
    moveBeads { moves[$0]?.placement }
  }

  /// Moves the areas of beads that are on some pages.
  private func moveBeads(_ placement: (ObjectID) -> ContentPlacement?) {
    var seen: Set<ObjectID> = []
    for thread in changes.resolve(changes.catalog["Threads"]).array ?? [] {
      var next = changes.resolve(thread).dictionary?["F"]?.reference
      while let id = next, seen.insert(id).inserted, var bead = changes.object(id).dictionary {
        next = bead["N"]?.reference
        guard let placement = bead["P"]?.reference.flatMap(placement), let area = changes.rect(bead["R"])
        else {
          continue
        }
        bead["R"] = PDFObject.rect(placement.apply(area))
        changes.set(id, to: .dictionary(bead))
      }
    }
  }
}

/// Moves the destinations of actions where they stand, each object once.
private struct ActionMover {
  let changes: ObjectChanges
  let actions: ActionDestinations
  let reader: LinkTargetReader
  /// The links whose actions are as they are to be.
  let kept: Set<ObjectID>
  private var moved: Set<ObjectID> = []

  init(
    changes: ObjectChanges, actions: ActionDestinations, reader: LinkTargetReader, kept: Set<ObjectID>
  ) {
    (self.changes, self.actions, self.reader, self.kept) = (changes, actions, reader, kept)
  }

  /// Moves those of an object: an annotation, a page, an outline item, a field, an action or the catalog.
  mutating func moveActions(of id: ObjectID) {
    var pending = [id]
    while let id = pending.popLast() {
      guard moved.insert(id).inserted, let dictionary = changes.object(id).dictionary else { continue }
      let new = move(in: dictionary, id, &pending)
      if let new, !changes.object(id).isStream { changes.set(id, to: .dictionary(new)) }
    }
  }

  private func move(
    in dictionary: PDFDictionary, _ id: ObjectID?, _ pending: inout [ObjectID]
  ) -> PDFDictionary? {
    // What is a value for edits they have moved already.
    var kept = dictionary["S"] == nil ? valueKey(of: dictionary) : nil
    if let id, self.kept.contains(id) { kept = "A" }
    let new = actions.replacing(in: dictionary, except: kept)
    pending += actions.objects(below: new ?? dictionary, except: kept)
    return new
  }

  /// The key of an action or destination that edits know and change; `nil` if there is none.
  private func valueKey(of dictionary: PDFDictionary) -> PDFName? {
    if let open = changes.resolve(dictionary["OpenAction"]).dictionary {
      if case .place = LinkTarget(action: open, reader) { return "OpenAction" }
      return nil
    }
    let isLink = changes.resolve(dictionary["Subtype"]).name == "Link"
    let isItem = dictionary["Title"] != nil && dictionary["Parent"] != nil && dictionary["Subtype"] == nil
    guard isLink || isItem, case .place? = LinkTarget(in: dictionary, reader) else { return nil }
    return "A"
  }

  /// Moves those of a page and its annotations.
  mutating func moveActions(ofPage id: ObjectID) {
    moveActions(of: id)
    guard let page = changes.object(id).dictionary, var list = changes.resolve(page["Annots"]).array else {
      return
    }
    var isOther = false
    for (index, element) in list.enumerated() {
      if let annotation = element.reference {
        moveActions(of: annotation)
      } else if case .dictionary(let annotation) = element {
        var pending: [ObjectID] = []
        if let new = move(in: annotation, nil, &pending) {
          list[index] = .dictionary(new)
          isOther = true
        }
        for object in pending { moveActions(of: object) }
      }
    }
    guard isOther else { return }
    if let object = page["Annots"]?.reference {
      if moved.insert(object).inserted { changes.set(object, to: .array(list)) }
    } else {
      var page = page
      page["Annots"] = .array(list)
      changes.set(id, to: .dictionary(page))
    }
  }

  /// Moves those of the outline.
  mutating func moveActionsOfOutline() {
    var pending = changes.resolve(changes.catalog["Outlines"]).dictionary.map { [$0["First"]] } ?? []
    var seen: Set<ObjectID> = []
    while let next = pending.popLast() {
      guard let id = next?.reference, seen.insert(id).inserted, let item = changes.object(id).dictionary
      else {
        continue
      }
      moveActions(of: id)
      pending += [item["Next"], item["First"]]
    }
  }
}

extension ContentPlacement {
  /// What leads from where content stood to where it stands.
  fileprivate init(from old: ContentPlacement?, to new: ContentPlacement?) {
    let same = ContentPlacement(scale: 1, dx: 0, dy: 0, clip: .zero)
    let (first, second) = (old ?? same, new ?? same)
    let scale = second.scale / first.scale
    self.init(
      scale: scale, dx: second.dx - first.dx * scale, dy: second.dy - first.dy * scale, clip: second.clip)
  }
}
