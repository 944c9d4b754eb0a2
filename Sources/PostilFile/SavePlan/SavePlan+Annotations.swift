import PostilModel

extension SavePlan {
  /// A list of the page's own, even where the file shares one between pages.
  ///
  /// - Parameter isNew: Whether the file never had the page: annotations that are in the file are another page's then.
  mutating func annotations(
    _ list: [Annotation], on page: PageID, _ pageObject: ObjectID, isNew: Bool
  ) throws -> PDFObject? {
    var known = try store.origins[page] ?? store.sourceAnnotations(of: state.page(page).source).origins
    if isNew { known = originsToCopy(known, page) }
    try reserveNumbers(for: list, known, isNew: isNew)
    let clones = isNew ? cloneNumbers(list, known) : [:]
    var elements: [PDFObject] = []
    let reserved = numbersOfTargets(list, known)
    lists[page] = list.map(\.id)
    for annotation in list {
      let former = known[annotation.id]
      if isNew, let origin = known[annotation.id], origin.graph.isOfSameFile(as: store.graph) {
        known[annotation.id] = clone(origin, clones, pageObject)
      }
      func object(of other: AnnotationID) -> ObjectID? {
        reserved[other] ?? known[other].flatMap { reference(to: $0) }
      }
      let objects = RelatedObjects(
        linkedPage: annotation.content.linkedPage.flatMap { self.object(of: $0) },
        relation: annotation.relation.flatMap { object(of: $0.target) })
      let before = known[annotation.id]
      let origin: PageAnnotations.Origin
      if let dictionary = annotation.dictionary, before?.value.dictionary != dictionary {
        let named = dictionary.annotations.reduce(into: [:]) { $0[$1] = object(of: $1) }
        origin = try imported(
          annotation, dictionary, before, page, pageObject, objects, named, as: reserved[annotation.id])
        if let name = dictionary.fieldName, let object = origin.element.reference {
          addedWidgets.append(AddedWidget(object: object, name: name))
        }
      } else {
        origin = try self.origin(
          of: annotation, before, page, pageObject, objects, as: reserved[annotation.id])
      }
      elements.append(origin.element)
      known[annotation.id] = origin
      if isNew {
        bind(origin, to: pageObject)
        if let old = former?.element.reference, let new = origin.element.reference {
          importedAnnotations[page, default: [:]][old] = new
        }
      }
      if isNew, annotation.subtype == "Widget", let former, let object = origin.element.reference {
        let isBack =
          former.graph.isOfSameFile(as: store.openedGraph)
          && state.page(page).source == .opened(page.number - 1)
        newWidgets.append(
          NewWidget(
            object: object, origin: former.element.reference, former: dictionaryNamingField(former),
            graph: former.graph, isBack: isBack))
      }
    }
    let isSaved = !isNew && store.saved.index(of: page) != nil
    linkPopups(
      from: isSaved ? try store.annotations(of: page, in: store.saved) : [], to: list, &known, &elements,
      pageObject)
    origins[page] = known
    return elements.isEmpty ? nil : .array(elements)
  }

  /// Numbers for annotations that others on the page name and that are no objects of their own yet.
  private func numbersOfTargets(
    _ list: [Annotation], _ known: [AnnotationID: PageAnnotations.Origin]
  ) -> [AnnotationID: ObjectID] {
    let targets = list.reduce(into: Set<AnnotationID>()) { names, annotation in
      if let target = annotation.relation?.target { names.insert(target) }
      names.formUnion(annotation.dictionary?.annotations ?? [])
    }
    guard !targets.isEmpty else { return [:] }
    return list.reduce(into: [:]) { numbers, annotation in
      guard targets.contains(annotation.id), known[annotation.id]?.element.reference == nil else { return }
      numbers[annotation.id] = changes.allocate()
    }
  }

  /// Has annotations name their pop-up windows (`/Popup`), where windows came or went.
  ///
  /// - Parameters:
  ///   - saved: The annotations that the page has in the file.
  ///   - elements: The page's list.
  private mutating func linkPopups(
    from saved: [Annotation], to list: [Annotation], _ known: inout [AnnotationID: PageAnnotations.Origin],
    _ elements: inout [PDFObject], _ page: ObjectID
  ) {
    func windows(_ list: [Annotation]) -> [AnnotationID: Set<AnnotationID>] {
      list.reduce(into: [:]) { windows, annotation in
        if case .popup(let parent)? = annotation.relation {
          windows[parent, default: []].insert(annotation.id)
        }
      }
    }
    let (before, after) = (windows(saved), windows(list))
    guard before != after else { return }
    for (index, annotation) in list.enumerated() where before[annotation.id] != after[annotation.id] {
      let windows = (after[annotation.id] ?? []).compactMap { known[$0]?.element.reference }
        .sorted { $0.number < $1.number }
      guard var origin = known[annotation.id], var dictionary = changes.resolve(origin.element).dictionary,
        !(dictionary["P"]?.reference.map { $0 != page } ?? false)
      else { continue }
      if let named = dictionary["Popup"]?.reference, windows.contains(named) { continue }
      dictionary["Popup"] = windows.first.map { .reference($0) }
      if let object = origin.element.reference {
        changes.set(object, to: .dictionary(dictionary))
      } else {
        origin.element = add(dictionary)
      }
      origin.graph = store.graph
      known[annotation.id] = origin
      elements[index] = origin.element
    }
  }

  /// The object of an annotation that is in the file.
  private func reference(to origin: PageAnnotations.Origin) -> ObjectID? {
    origin.graph.isOfSameFile(as: store.graph) ? origin.element.reference : nil
  }

  /// Where an annotation will be, after its objects were put among the changes.
  ///
  /// - Parameters:
  ///   - objects: What it leads to and belongs to.
  ///   - number: The object that it is to be, if it is none yet and others name it.
  private mutating func origin(
    of annotation: Annotation, _ known: PageAnnotations.Origin?, _ id: PageID, _ page: ObjectID,
    _ objects: RelatedObjects, as number: ObjectID?
  ) throws -> PageAnnotations.Origin {
    guard var origin = known else {
      let dictionary = try writer.dictionary(annotation, page: page, objects)
      if let number { changes.set(number, to: .dictionary(dictionary)) }
      let element = number.map { .reference($0) } ?? add(dictionary)
      return .init(element: element, value: annotation, graph: store.graph)
    }
    let isChanged = origin.value != annotation
    // What was made in the session is drawn anew of its value, and nothing of it is kept for that.
    let isOpened = !annotation.canBeMadeAnew || store.isFromSource(annotation.id, of: id, in: state)
    let originalRecord = isChanged && isOpened ? origin.recordAsOpened : nil
    if !origin.graph.isOfSameFile(as: store.graph) {
      origin.element = try imported(origin)
      origin.graph = store.graph
    }
    if let number, origin.element.reference == nil {
      changes.set(number, to: origin.element)
      (origin.element, origin.graph) = (.reference(number), store.graph)
    }
    guard isChanged else { return origin }
    // From now on what updates appended counts.
    origin.graph = store.graph
    let current = changes.resolve(origin.element).dictionary ?? [:]
    var dictionary = try writer.dictionary(current, from: origin.value, to: annotation, objects)
    if let originalRecord, originalRecord.value == annotation {
      dictionary = try restored(originalRecord)
      let isLedBack = origin.leadsElsewhere(than: annotation)
      dictionary.takeActions(of: current, withTarget: !isLedBack)
      if isLedBack, let object = origin.element.reference { restoredTargets.insert(object) }
    }
    origin.originalRecord = originalRecord
    origin.value = annotation
    let isShared = isShared(origin.element, current, id, page)
    if isShared { dictionary["P"] = .reference(page) }
    if let object = origin.element.reference, !isShared {
      changes.set(object, to: .dictionary(dictionary))
    } else {
      origin.element = add(dictionary)
      if isShared { listWidget(origin.element, dictionary) }
    }
    return origin
  }

  /// Lists the copy of a widget that another page shows, too, among the kids of its field.
  private func listWidget(_ copy: PDFObject, _ widget: PDFDictionary) {
    guard widget["T"] == nil, let parent = widget["Parent"]?.reference,
      var field = changes.object(parent).dictionary, let kids = changes.resolve(field["Kids"]).array
    else { return }
    field["Kids"] = .array(kids + [copy])
    changes.set(parent, to: .dictionary(field))
  }

  /// Where an annotation will be that was imported since the last save, perhaps in place of one that the file has.
  mutating func imported(
    _ annotation: Annotation, _ dictionary: AnnotationDictionary, _ known: PageAnnotations.Origin?,
    _ id: PageID, _ page: ObjectID, _ objects: RelatedObjects,
    _ named: [AnnotationID: ObjectID], as number: ObjectID?
  ) throws -> PageAnnotations.Origin {
    let pages = dictionary.pages.reduce(into: [:]) { $0[$1] = object(of: $1) }
    let streams = importedStreams
    let values = PDFValueWriter(
      add: { streams.number(of: $0) }, page: { pages[$0] }, annotation: { named[$0] })
    var entries = values.dictionary(dictionary.entries)
    entries["P"] = .reference(page)
    // As the edit took it.
    let read = ImportedAnnotation.annotation(dictionary, id: annotation.id)
    let said = (try? read.validated()) ?? read
    entries = try writer.dictionary(imported: entries, from: said, to: annotation, objects)
    var origin = PageAnnotations.Origin(element: .null, value: annotation, graph: store.graph)
    if let known, store.isFromSource(annotation.id, of: id, in: state) {
      origin.originalRecord = known.recordAsOpened
    }
    let replaced = known.flatMap { reference(to: $0) }
    let current = replaced.map { changes.object($0).dictionary ?? [:] } ?? [:]
    if let replaced, !isShared(.reference(replaced), current, id, page) {
      changes.set(replaced, to: .dictionary(entries))
      origin.element = .reference(replaced)
    } else if let number {
      changes.set(number, to: .dictionary(entries))
      origin.element = .reference(number)
    } else {
      origin.element = add(entries)
    }
    return origin
  }

  /// The object of a page, for what leads to it; `nil` if the document has no such page.
  private mutating func object(of page: PageID) -> ObjectID? {
    guard state.index(of: page) != nil else { return nil }
    try? find(page)
    return pageObjects[page]
  }

  /// Whether another page shows an annotation as well: there it is left alone. O(1) after the first.
  private mutating func isShared(
    _ element: PDFObject, _ dictionary: PDFDictionary, _ id: PageID, _ page: ObjectID
  ) -> Bool {
    if let owner = dictionary["P"]?.reference, owner != page { return true }
    guard let object = element.reference else { return false }
    let owners = annotationOwners ?? ownersInFile()
    annotationOwners = owners
    if owners[object]?.contains(where: { $0 != id }) == true { return true }
    guard !isShown, let shared = try? store.sharedAnnotations(), shared.contains(object) else { return false }
    // A copy of a field would be another field.
    return dictionary["T"] == nil || dictionary["FT"] == nil
  }

  private func ownersInFile() -> [ObjectID: [PageID]] {
    var owners: [ObjectID: [PageID]] = [:]
    for (page, known) in store.origins {
      for origin in known.values where origin.graph.isOfSameFile(as: store.graph) {
        if let object = origin.element.reference { owners[object, default: []].append(page) }
      }
    }
    return owners
  }

  private func add(_ dictionary: PDFDictionary) -> PDFObject {
    .reference(changes.add(.dictionary(dictionary)))
  }

  /// The dictionary that an annotation had before it was edited, appearance and all.
  private mutating func restored(_ originalRecord: PageAnnotations.Origin.OriginalRecord) throws
    -> PDFDictionary
  {
    if originalRecord.graph.isOfSameFile(as: store.graph) { return originalRecord.dictionary }
    let dictionary = try prepared(originalRecord.dictionary, originalRecord.graph)
    return try copier(from: originalRecord.graph).copy(.dictionary(dictionary)).dictionary ?? [:]
  }

  // MARK: - From other files

  /// Gives annotations that come from other files their numbers, so that those that name each other still do.
  ///
  /// - Parameter isNew: Whether the page is new: then none of them is shared with a page of the same source that came before.
  private mutating func reserveNumbers(
    for list: [Annotation], _ known: [AnnotationID: PageAnnotations.Origin], isNew: Bool
  ) throws {
    for annotation in list {
      guard let origin = known[annotation.id], !origin.graph.isOfSameFile(as: store.graph),
        let object = origin.element.reference
      else { continue }
      let copier = try copier(from: origin.graph)
      if isNew || !copier.isKnown(object) { copier.stand(changes.allocate(), for: object) }
    }
  }

  /// Has an annotation of a new page name that as its page (`/P`), and not another page of the same source.
  private func bind(_ origin: PageAnnotations.Origin, to page: ObjectID) {
    guard let object = origin.element.reference, var dictionary = changes.object(object).dictionary,
      let named = dictionary["P"], named != .reference(page)
    else { return }
    dictionary["P"] = .reference(page)
    changes.set(object, to: .dictionary(dictionary))
  }

  /// Brings an annotation over from another file.
  mutating func imported(_ origin: PageAnnotations.Origin) throws -> PDFObject {
    let copier = try copier(from: origin.graph)
    let copy = try copier.copy(.dictionary(try prepared(origin.dictionary, origin.graph)))
    guard origin.element.reference != nil, case .reference(let object) = try copier.copy(origin.element)
    else {
      return copy
    }
    changes.set(object, to: copy)
    return .reference(object)
  }

  /// An annotation as it can stand in another file: links lead to pages that are there, or nowhere (as actions do that are copied), and a
  /// form field's widget has what it took from its field, which stays behind.
  private mutating func prepared(_ dictionary: PDFDictionary, _ graph: ObjectGraph) throws -> PDFDictionary {
    let copier = try copier(from: graph)
    var result = dictionary
    result["StructParent"] = nil
    result["Dest"] = result["Dest"].flatMap(copier.destination)
    guard graph.resolve(result["Subtype"]).name == "Widget" else { return result }
    result["Parent"] = nil
    return graph.withEntriesOfFields(result, above: dictionary)
  }

  // MARK: - Copies within the file

  /// Where the annotations of a page that the file never had are copied from: if the page is a second one of a source
  /// that the file has, from that page's annotations as they were opened.
  private func originsToCopy(
    _ known: [AnnotationID: PageAnnotations.Origin], _ page: PageID
  ) -> [AnnotationID: PageAnnotations.Origin] {
    guard case .opened(let index) = state.page(page).source,
      let current = store.origins[PageID(number: index + 1)]
    else { return known }
    return known.merging(current.filter { known[$0.key] != nil }) { $1 }.mapValues { origin in
      guard var record = origin.originalRecord else { return origin }
      let isHere = record.graph.isOfSameFile(as: store.graph)
      if isHere {
        var dictionary = record.dictionary
        let hasSameTarget = !origin.leadsElsewhere(than: record.value)
        dictionary.takeActions(of: origin.dictionary, withTarget: hasSameTarget)
        record = .init(value: record.value, dictionary: dictionary, graph: record.graph)
      }
      return PageAnnotations.Origin(
        element: isHere ? origin.element : .dictionary(record.dictionary), value: record.value,
        graph: record.graph,
        originalRecord: isHere ? record : nil)
    }
  }

  /// Numbers for the copies of annotations that another page of the file shows.
  private func cloneNumbers(
    _ list: [Annotation], _ known: [AnnotationID: PageAnnotations.Origin]
  ) -> [ObjectID: ObjectID] {
    var numbers: [ObjectID: ObjectID] = [:]
    for annotation in list {
      guard let origin = known[annotation.id], origin.graph.isOfSameFile(as: store.graph),
        let object = origin.element.reference
      else { continue }
      numbers[object] = changes.allocate()
    }
    return numbers
  }

  /// Puts a copy of an annotation of the file among the changes: those that name each other name each other's copies.
  private func clone(
    _ origin: PageAnnotations.Origin, _ numbers: [ObjectID: ObjectID], _ page: ObjectID
  ) -> PageAnnotations.Origin {
    let original = PDFObject.dictionary(origin.originalRecord?.dictionary ?? origin.dictionary)
    var dictionary = original.mapReferences { .reference(numbers[$0] ?? $0) }.dictionary ?? [:]
    dictionary["P"] = .reference(page)
    dictionary["StructParent"] = nil
    var copy = PageAnnotations.Origin(
      element: .dictionary(dictionary), value: origin.value, graph: store.graph)
    if let number = origin.element.reference.flatMap({ numbers[$0] }) {
      changes.set(number, to: .dictionary(dictionary))
      copy.element = .reference(number)
    }
    return copy
  }
}

extension PageAnnotations.Origin {
  /// Whether an annotation is a link that leads elsewhere than this one in the file.
  fileprivate func leadsElsewhere(than annotation: Annotation) -> Bool {
    value.content.link?.target != annotation.content.link?.target
  }
}

extension PDFDictionary {
  /// Takes the actions of the same annotation as it is now: they lead to where things are now.
  ///
  /// - Parameter withTarget: Whether that is what a click does as well.
  fileprivate mutating func takeActions(of now: PDFDictionary, withTarget: Bool) {
    let keys: [PDFName] = withTarget ? ["A", "AA"] : ["AA"]
    for key in keys where self[key] != now[key] { self[key] = now[key] }
  }
}

/// The streams that annotations are imported with: equal ones, such as fonts, are one object.
final class ImportedStreams {
  private let changes: ObjectChanges
  private var known: [PDFObject: ObjectID] = [:]

  init(_ changes: ObjectChanges) { self.changes = changes }

  func number(of stream: PDFObject) -> ObjectID {
    if let number = known[stream] { return number }
    let number = changes.add(stream)
    known[stream] = number
    return number
  }
}
