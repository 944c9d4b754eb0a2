import PostilModel

extension SavePlan {
  /// Takes annotations that are removed out of the form and the structure tree, and lists those again that are back.
  mutating func updateListings(_ edited: [PageID]) throws {
    var changed: Set<ObjectID> = []
    var shown: Set<ObjectID>?
    func isShownStill(_ object: ObjectID) throws -> Bool {
      guard changes.resolve(changes.object(object).dictionary?["Subtype"]).name == "Widget" else {
        return false
      }
      let known = try shown ?? shownWidgets()
      shown = known
      return known.contains(object)
    }
    var back: [(page: PageID, id: AnnotationID, origin: PageAnnotations.Origin)] = []
    for page in edited where broughtIn[page] == nil {
      // Of pages that were only turned, say, no annotation is read.
      let (before, after) = (store.saved.page(page), state.page(page))
      guard before.annotations != after.annotations || before.source != after.source else { continue }
      let old = Set(try store.annotations(of: page, in: store.saved).map(\.id))
      let new = Set(try store.annotations(of: page, in: state).map(\.id))
      for (id, origin) in store.origins[page] ?? [:] where old.contains(id) != new.contains(id) {
        guard let object = origin.element.reference else { continue }
        if !origin.graph.isOfSameFile(as: store.graph) {
          if new.contains(id) { back.append((page, id, origin)) }
        } else if new.contains(id) {
          if listings.removed.remove(object) != nil { changed.insert(object) }
        } else if try !isShownStill(object), listings.removed.insert(object).inserted {
          changed.insert(object)
        }
      }
    }
    for page in Set(back.map(\.page)) {
      // Kids are in the order of the page's annotations, as options are.
      let order = try store.annotations(of: page, in: state).map(\.id)
      let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
      let widgets = back.filter { $0.page == page }
      for (_, id, origin) in widgets.sorted(by: { places[$0.id, default: 0] < places[$1.id, default: 0] }) {
        listField(origin, id, page)
      }
    }
    // A page that goes takes its annotations along, and brings them back.
    for page in removedPages.values {
      for object in annotationObjects(of: page)
      where try !isShownStill(object) && listings.removed.insert(object).inserted {
        changed.insert(object)
      }
    }
    for page in broughtBack.compactMap({ store.current.removedPages[$0] }) {
      for object in annotationObjects(of: page) where listings.removed.remove(object) != nil {
        changed.insert(object)
      }
    }
    guard !changed.isEmpty else { return }
    updateFields(of: changed)
    updateStructure(of: changed)
  }

  /// The widgets of the file that pages of the state show: several pages may share one, which belongs to its field until the last
  /// of them loses it.
  ///
  /// - Complexity: O(widgets, and annotations of the pages that changed).
  private func shownWidgets() throws -> Set<ObjectID> {
    var widgets: [PageID: [ObjectID]] = [:]
    for widget in try store.formTree().fields.lazy.flatMap(\.widgets) {
      for place in widget.places { widgets[place.page, default: []].append(widget.object) }
    }
    var shown: Set<ObjectID> = []
    for (page, widgets) in widgets where state.index(of: page) != nil {
      guard store.saved.page(page).annotations != state.page(page).annotations else {
        shown.formUnion(widgets)
        continue
      }
      let present = Set(try store.annotations(of: page, in: state).map(\.id))
      let origins = (store.origins[page] ?? [:]).filter { present.contains($0.key) }
      shown.formUnion(Set(origins.values.compactMap(\.element.reference)).intersection(widgets))
    }
    return shown
  }

  private func annotationObjects(of removed: RemovedPage) -> [ObjectID] {
    (changes.resolve(removed.page.dictionary["Annots"]).array ?? []).compactMap(\.reference)
  }

  // MARK: - Form fields

  /// Lists the fields of widgets that were removed or brought back, and those above them, that have a widget left.
  private mutating func updateFields(of widgets: Set<ObjectID>) {
    var levels: [ObjectID: Int] = [:]
    var isFormChanged = false
    for widget in widgets {
      guard let dictionary = changes.object(widget).dictionary,
        changes.resolve(dictionary["Subtype"]).name == "Widget"
      else { continue }
      let above = changes.fields(above: dictionary)
      // Removing its widget does not remove a signature: it stays in the form, without a place on a page.
      if changes.isSigned([dictionary] + above.map(\.dictionary)) {
        listings.removed.remove(widget)
        continue
      }
      for (index, field) in above.enumerated() { levels[field.id] = above.count - index }
      isFormChanged = true
    }
    guard isFormChanged else { return }
    updateLists(of: levels)
  }

  /// Leaves out of the form's lists and those of fields what is removed, and has the rest in them.
  ///
  /// - Parameter levels: The fields whose kids may have changed, and how deep each is.
  mutating func updateLists(of levels: [ObjectID: Int]) {
    // From the deepest up, since a field that has lost all its kids goes as well.
    for field in levels.sorted(by: { ($1.value, $1.key.number) < ($0.value, $0.key.number) }).map(\.key) {
      guard var dictionary = changes.object(field).dictionary else { continue }
      let isLeft = filter(.kids(field), "Kids", in: &dictionary)
      if isLeft {
        listings.removedFields.remove(field)
      } else {
        listings.removedFields.insert(field)
      }
      changes.set(field, to: .dictionary(dictionary))
    }
    guard var form = changes.form else { return }
    for key in ["Fields", "CO"] as [PDFName] { _ = filter(.form(key), key, in: &form) }
    changes.setForm(form)
  }

  /// Sets a list to what it was originally without what is removed. Returns whether something is left in it.
  private mutating func filter(
    _ listing: AnnotationListings.Listing, _ key: PDFName, in holder: inout PDFDictionary
  ) -> Bool {
    guard let original = listings.originals[listing] ?? holder[key] else { return true }
    listings.originals[listing] = original
    guard let items = changes.resolve(original).array else { return true }
    let left = items.filter { item in
      guard let id = item.reference else { return true }
      return !listings.removed.contains(id) && !listings.removedFields.contains(id)
    }
    holder[key] = left.count == items.count ? original : .array(left)
    return !left.isEmpty || items.isEmpty
  }

  /// Lists a field whose widget was removed before the file was written anew, and is back.
  ///
  /// - Parameter former: Where the widget was in the file as it was opened.
  private mutating func listField(_ former: PageAnnotations.Origin, _ id: AnnotationID, _ page: PageID) {
    let graph = former.graph
    guard graph.isOfSameFile(as: store.openedGraph), state.page(page).source == .opened(page.number - 1),
      former.value.subtype == "Widget", let element = origins[page]?[id]?.element.reference
    else { return }
    guard graph.fields(above: former.dictionary).isEmpty else {
      // They come along, or are there still.
      newWidgets.append(
        NewWidget(
          object: element, origin: former.element.reference, former: former.dictionary, graph: graph,
          isBack: true))
      return
    }
    guard changes.form != nil, changes.object(element).dictionary?["FT"] != nil else { return }
    var lists = FieldLists(changes)
    lists.list(element)
    lists.write(&listings)
  }

  // MARK: - Structure tree

  /// Takes removed annotations out of the structure elements that name them, and lists those again that are back. Elements in which
  /// nothing is left go with them.
  private mutating func updateStructure(of annotations: Set<ObjectID>) {
    let root = changes.resolve(changes.catalog["StructTreeRoot"]).dictionary
    let tree = changes.resolve(root?["ParentTree"])
    guard !tree.isNull else { return }
    var keys: [ObjectID: [(key: Int, isRemoved: Bool)]] = [:]
    for annotation in annotations {
      let key = changes.resolve(changes.object(annotation).dictionary?["StructParent"]).integer
      guard let key,
        let element = listings.elements[annotation] ?? NumberTree.value(of: key, in: tree, changes)?.reference
      else { continue }
      listings.elements[annotation] = element
      keys[element, default: []].append((key, listings.removed.contains(annotation)))
    }
    var parents: Set<ObjectID> = []
    var owners: [Int: PDFObject] = [:]
    for element in keys.keys.sorted(by: { $0.number < $1.number }) {
      guard let isLeft = filterKids(of: element) else { continue }
      for (key, isRemoved) in keys[element] ?? [] where !isLeft || !isRemoved {
        owners[key] = isRemoved ? .null : .reference(element)
      }
      let isOther =
        isLeft
        ? listings.removedElements.remove(element) != nil : listings.removedElements.insert(element).inserted
      if isOther, let parent = changes.object(element).dictionary?["P"]?.reference { parents.insert(parent) }
    }
    for parent in parents.sorted(by: { $0.number < $1.number }) { _ = filterKids(of: parent) }
    guard !owners.isEmpty, let entry = changes.catalog["StructTreeRoot"]?.reference,
      var root = changes.object(entry).dictionary
    else { return }
    let parentTree = NumberTree.replacing(owners, in: root["ParentTree"], changes)
    guard parentTree != root["ParentTree"] else { return }
    root["ParentTree"] = parentTree
    changes.set(entry, to: .dictionary(root))
  }

  /// Has an element of the structure tree, or its root, list what it did without what was removed. Returns whether something is
  /// left in it; `nil` if it lists nothing.
  mutating func filterKids(of element: ObjectID) -> Bool? {
    guard var dictionary = changes.object(element).dictionary,
      let original = listings.originals[.structure(element)] ?? dictionary["K"]
    else { return nil }
    listings.originals[.structure(element)] = original
    let isList = changes.resolve(original).array != nil
    let items = changes.resolve(original).array ?? [original]
    let left = items.filter { item in
      if let kid = item.reference, listings.removedElements.contains(kid) { return false }
      guard let content = changes.resolve(item).dictionary, content["Type"]?.name == "OBJR",
        let object = content["Obj"]?.reference
      else { return true }
      return !listings.removed.contains(object)
    }
    let isWhole = left.count == items.count
    dictionary["K"] = isWhole ? original : isList && !left.isEmpty ? .array(left) : nil
    changes.set(element, to: .dictionary(dictionary))
    return !left.isEmpty
  }

  /// Puts elements among the kids of an element of the structure tree, or of its root.
  ///
  /// - Parameter index: Their place among the kids that it has now.
  mutating func insertKids(_ elements: [ObjectID], below parent: ObjectID, at index: Int) {
    guard var dictionary = changes.object(parent).dictionary else { return }
    func list(_ value: PDFObject?) -> [PDFObject] {
      let items = changes.resolve(value)
      return items.array ?? (items.isNull ? [] : value.map { [$0] } ?? [])
    }
    let references = elements.map { PDFObject.reference($0) }
    var kids = list(dictionary["K"])
    let place = min(max(0, index), kids.count)
    if let original = listings.originals[.structure(parent)] {
      // It also lists what was removed, which may come back.
      var all = list(original)
      let before = place > 0 ? all.firstIndex(of: kids[place - 1]).map { $0 + 1 } ?? all.count : 0
      all.insert(contentsOf: references, at: before)
      listings.originals[.structure(parent)] = .array(all)
    }
    kids.insert(contentsOf: references, at: place)
    dictionary["K"] = .array(kids)
    changes.set(parent, to: .dictionary(dictionary))
  }
}
