import PostilModel

/// Annotations and form fields that lie in areas.
extension DocumentRedactor {
  /// Removes annotations that overlap areas, with their windows and replies; fields that a widget of lies in one lose their value.
  func removeAnnotations(_ pages: [PageEntry]) {
    var lists: [[PDFObject]] = pages.map { changes.resolve(current($0)["Annots"]).array ?? [] }
    var removed: Set<ObjectID> = []
    for (index, list) in lists.enumerated() {
      let areas = zones(onPage: index)
      guard !areas.isEmpty || !plan.hiddenData.isEmpty else { continue }
      lists[index] = list.filter { element in
        guard let dictionary = changes.resolve(element).dictionary, isRemoved(dictionary, areas) else {
          return true
        }
        run.report.annotations += 1
        if let id = element.reference { removed.insert(id) }
        return false
      }
    }
    let widgets = removeFields(of: removed)
    addDependents(of: &removed, lists)
    removed.formUnion(widgets)
    guard
      !removed.isEmpty
        || zip(lists, pages).contains(where: {
          $0.count != (changes.resolve(current($1)["Annots"]).array ?? []).count
        })
    else { return }
    for (page, list) in zip(pages, lists) {
      let kept = list.filter { $0.reference.map { !removed.contains($0) } ?? true }
      run.report.annotations += list.count - kept.count
      let old = changes.resolve(current(page)["Annots"]).array ?? []
      guard kept.count != old.count, let id = page.object, var dictionary = changes.object(id).dictionary
      else { continue }
      dictionary["Annots"] = kept.isEmpty ? nil : .array(kept)
      changes.set(id, to: .dictionary(dictionary))
    }
    for id in removed { changes.set(id, to: .null) }
    removedAnnotations.formUnion(removed)
  }

  /// Whether an annotation lies in an area, in a layer that is removed, or is nothing but an attachment.
  private func isRemoved(_ annotation: PDFDictionary, _ areas: [RedactedArea]) -> Bool {
    if run.hiddenLayers.hide(annotation["OC"]) { return true }
    if plan.hiddenData.contains(.attachments), annotation["Subtype"]?.name == "FileAttachment" { return true }
    guard let rect = changes.rect(annotation["Rect"]) else { return false }
    let box = ConvexPolygon(rect)
    return areas.contains { $0.polygon.overlaps(box, by: Self.annotationTolerance) }
  }

  /// How much an annotation's rectangle has to overlap an area, in points.
  private static let annotationTolerance = 0.5

  func current(_ page: PageEntry) -> PDFDictionary {
    page.object.flatMap { changes.object($0).dictionary } ?? page.dictionary
  }

  func zones(onPage index: Int) -> [RedactedArea] {
    (plan.areas[index] ?? []).flatMap(\.zones)
  }

  /// Pop-up windows of removed annotations, and what answers them.
  private func addDependents(of removed: inout Set<ObjectID>, _ lists: [[PDFObject]]) {
    var isGrowing = !removed.isEmpty
    while isGrowing {
      isGrowing = false
      for popup in removed.compactMap({ changes.object($0).dictionary?["Popup"]?.reference })
      where changes.object(popup).dictionary?["Subtype"]?.name == "Popup" {
        if removed.insert(popup).inserted { isGrowing = true }
      }
      for id in lists.joined().compactMap(\.reference) where !removed.contains(id) {
        guard let dictionary = changes.object(id).dictionary else { continue }
        let isPopup = dictionary["Subtype"]?.name == "Popup"
        let owner = dictionary["IRT"]?.reference ?? (isPopup ? dictionary["Parent"]?.reference : nil)
        if let owner, removed.contains(owner), removed.insert(id).inserted { isGrowing = true }
      }
    }
  }

  // MARK: - Fields

  /// What a field holds that its widget may show (ISO 32000-2, tables 226 to 234).
  private static let valueKeys: [PDFName] = ["V", "DV", "RV", "I", "TI", "Opt"]

  /// Takes the values from fields whose widgets are removed, wherever else these are shown; returns the widgets that are
  /// removed too.
  private func removeFields(of widgets: Set<ObjectID>) -> Set<ObjectID> {
    var result: Set<ObjectID> = []
    var done: Set<ObjectID> = []
    for widget in widgets.sorted() {
      guard let dictionary = changes.object(widget).dictionary, dictionary["Subtype"]?.name == "Widget" else {
        continue
      }
      let above = changes.fields(above: dictionary)
      let chain = dictionary["T"] != nil ? [(widget, dictionary)] + above : above
      let field = chain.first ?? (widget, dictionary)
      guard done.insert(field.0).inserted else { continue }
      run.report.fields += 1
      let type = ([dictionary] + above.map(\.dictionary)).lazy.compactMap { $0["FT"]?.name }.first
      let kids = (changes.resolve(field.1["Kids"]).array ?? []).compactMap(\.reference)
      let others = kids.filter { !widgets.contains($0) }
      for (id, _) in chain.dropFirst() { clear(id, Self.valueKeys) }
      if others.isEmpty || field.0 == widget || (type != "Tx" && type != "Ch") {
        result.formUnion(kids)
        remove(field: field.0, parents: chain.dropFirst().map { $0.0 })
      } else {
        clear(field.0, Self.valueKeys + ["TU"])
        set("Kids", of: field.0, to: .array(others.map { .reference($0) }))
        for id in others { clear(id, Self.valueKeys + ["AP", "MK", "TU"]) }
      }
    }
    return result
  }

  private func clear(_ id: ObjectID, _ keys: [PDFName]) {
    guard var dictionary = changes.object(id).dictionary, keys.contains(where: { dictionary[$0] != nil })
    else { return }
    for key in keys { dictionary[key] = nil }
    changes.set(id, to: .dictionary(dictionary))
  }

  private func set(_ key: PDFName, of id: ObjectID, to value: PDFObject) {
    guard var dictionary = changes.object(id).dictionary else { return }
    dictionary[key] = value
    changes.set(id, to: .dictionary(dictionary))
  }

  /// Takes a field out of the form, and fields above that only lead to it.
  private func remove(field: ObjectID, parents: [ObjectID]) {
    var gone = field
    changes.set(gone, to: .null)
    for parent in parents {
      let kids = (changes.resolve(changes.object(parent).dictionary?["Kids"]).array ?? []).filter {
        $0.reference != gone
      }
      guard kids.isEmpty else { return set("Kids", of: parent, to: .array(kids)) }
      gone = parent
      changes.set(gone, to: .null)
    }
    changes.changeForm { form in
      for key in ["Fields", "CO"] as [PDFName] {
        guard let list = changes.resolve(form[key]).array else { continue }
        form[key] = .array(list.filter { $0.reference != gone && $0.reference != field })
      }
    }
  }
}
