import PostilModel

/// Annotations that become a part of their page's content.
extension SavePlan {
  /// Paints what was flattened since the last save above the page's content, as readers show annotations, or below it.
  mutating func flattenAnnotations(on page: PageID) throws {
    let new = state.page(page)
    guard let flattened = new.flattened, let id = pageObjects[page],
      var dictionary = changes.object(id).dictionary
    else { return }
    let isBroughtIn = broughtIn[page] != nil
    let old = isBroughtIn ? broughtIn[page] ?? nil : store.saved.page(page)
    let done = old.map { $0.keepsContent(as: new) ? $0.flattened ?? [] : [] } ?? []
    let added = flattened.filter { !done.contains($0) }
    guard !added.isEmpty else { return }
    if dictionary["Resources"] == nil, !isBroughtIn {
      dictionary["Resources"] = try store.page(page).inherited["Resources"]
    }
    let known = try store.origins[page] ?? store.sourceAnnotations(of: new.source).origins
    var content = AddedContent(dictionary, changes)
    let (isTagged, appearances) = (isTagged, writer.appearances)
    func draw(_ value: Annotation, isUnderlay: Bool) throws {
      try content.add(
        value.appearance, box: value.bounds, appearances, isUnderlay: isUnderlay,
        tag: isTagged ? .artifact() : nil)
    }
    for annotation in added {
      let isUnderlay = new.underlays?.contains(annotation) == true
      let origin = origins[page]?[annotation] ?? known[annotation]
      if let value = new.flattenedValues?[annotation], origin?.value != value {
        if value.isDrawnHere(origin) {
          try draw(value, isUnderlay: isUnderlay)
          continue
        }
        let former = try appearanceSource(of: value, origin, page, id)
        if let shown = AnnotationAppearance(former, changes) {
          let tag = tag(ofFlattened: origin?.element.reference, value, on: id)
          content.add(shown.form, shown.matrix, isUnderlay: isUnderlay, tag: tag)
        }
        continue
      }
      guard let origin else { continue }
      let isHere = origin.graph.isOfSameFile(as: store.graph)
      let objects: any ObjectSource = isHere ? changes : origin.graph
      guard let former = objects.resolve(origin.element).dictionary else { continue }
      if let value = MissingAppearances.drawn(former, objects, id: annotation) {
        try draw(value, isUnderlay: isUnderlay)
        continue
      }
      guard let shown = AnnotationAppearance(former, objects) else { continue }
      let form = isHere ? shown.form : try copier(from: origin.graph).copy(shown.form)
      let tag = tag(ofFlattened: isHere ? origin.element.reference : nil, origin.value, on: id)
      content.add(form, shown.matrix, isUnderlay: isUnderlay, tag: tag)
    }
    content.write(into: &dictionary)
    changes.set(id, to: .dictionary(dictionary))
  }

  /// Whether the file has tags (ISO 32000-2, 14.8): content without a tag is marked as an artifact there.
  var isTagged: Bool { changes.resolve(changes.catalog["StructTreeRoot"]).dictionary != nil }

  /// The dictionary that an annotation would have that was made or changed since the last save. The file gets only what it
  /// paints.
  private mutating func appearanceSource(
    of annotation: Annotation, _ origin: PageAnnotations.Origin?, _ id: PageID, _ page: ObjectID
  ) throws -> PDFDictionary {
    if let imported = annotation.dictionary, origin?.value.dictionary != imported {
      let place = try self.imported(annotation, imported, nil, id, page, RelatedObjects(), [:], as: nil)
      if let name = imported.fieldName, let object = place.element.reference {
        try drawAddedWidget(object, named: name)
      }
      return changes.resolve(place.element).dictionary ?? [:]
    }
    guard let origin else { return try writer.dictionary(annotation, page: page, RelatedObjects()) }
    let isHere = origin.graph.isOfSameFile(as: store.graph)
    let former = isHere ? changes.resolve(origin.element) : changes.resolve(try imported(origin))
    return try writer.dictionary(
      former.dictionary ?? [:], from: origin.value, to: annotation, RelatedObjects())
  }
}

extension Annotation {
  /// Whether all that the file gets of it is what Postil paints.
  fileprivate func isDrawnHere(_ origin: PageAnnotations.Origin?) -> Bool {
    origin == nil && dictionary == nil && content.capabilities.contains(.drawn) && !flags.contains(.noRotate)
      && !appearance.items.isEmpty
  }
}

extension PageState {
  /// Whether another state begins with the content of this one.
  func keepsContent(as new: PageState) -> Bool {
    let kept = Set(flattened ?? [])
    return source == new.source && (placement == nil || placement == new.placement)
      && kept.isSubset(of: new.flattened ?? [])
      && underlays ?? [] == (new.underlays ?? []).intersection(kept)
  }
}
