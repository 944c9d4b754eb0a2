package import PostilModel

/// Where a widget is in a state.
private struct WidgetPlace {
  let page: PageID
  let annotation: AnnotationID
  let rect: PageRect
  let order: Int

  func widget(value: String?, state: String? = nil) -> FormField.Widget {
    FormField.Widget(
      page: page, annotation: annotation, rect: rect, value: value, state: state, tabIndex: order)
  }
}

extension FileStore {
  /// The fields of the file as it is now. Read once for each save.
  ///
  /// - Complexity: O(pages and their annotations).
  func formTree() throws -> FormTree {
    if let known = caches.form { return known }
    let pages = try saved.pages.map { ($0, try page($0).dictionary["Annots"]) as FormTree.PageList }
    let tree = FormTree(graph, pages: pages)
    try graph.requireReadable(url)
    caches.form = tree
    return tree
  }

  /// The fields of the file as it was opened.
  func openedForm() throws -> FormTree {
    if let known = caches.openedForm { return known }
    let pages = try (0..<pageCount).map {
      (PageID(number: $0 + 1, of: tag), try openedPage(at: $0).dictionary["Annots"]) as FormTree.PageList
    }
    let tree = FormTree(openedGraph, pages: pages)
    caches.openedForm = tree
    return tree
  }

  /// The form of the document in a state; `nil` if it has none.
  ///
  /// - Throws: ``PDFError`` with code `.damaged`.
  /// - Complexity: O(fields, and pages with their annotations).
  package func form(in state: DocumentState) throws -> PDFForm? {
    let form = graph.form
    let added = AddedFields(in: state)
    let entries = form ?? [:]
    let tree = try formTree()
    // Some programs that copy pages leave the form behind: their widgets are fields all the same.
    guard form != nil || !added.fields.isEmpty || !tree.fields.isEmpty else { return nil }
    let reader = FormFieldReader(objects: graph)
    let openedReader = FormFieldReader(objects: openedGraph)
    let places = try widgetPlaces(tree, added, state)
    let removed = Set(state.parts.removedFields ?? [])
    var fields = try tree.fields.compactMap { field -> FormField? in
      var result = caches.fields[field.name] ?? reader.field(field)
      caches.fields[field.name] = result
      let origin = added[field.name]
      result.widgets = reader.widgets(of: field, result.kind, at: places.ofObjects)
      // Its widgets were removed, or it has none and was removed itself.
      if result.widgets.isEmpty,
        removed.contains(field.name) || field.widgets.contains(where: { !$0.places.isEmpty })
      {
        return nil
      }
      if let origin { result.widgets += places.unsavedWidgets(of: origin) }
      if let filled = state.parts.formValues[field.name] {
        result.value = filled.value
      } else if saved.parts.formValues[field.name] != nil {
        if let origin {
          result.value = origin.formField.value
        } else if let former = try openedForm()[field.name] {
          result.value = openedReader.field(former).value
        }
      }
      return result
    }
    try addFieldsThatAreBack(&fields, places, state)
    try addFieldsWithoutWidgetsThatAreBack(&fields, state)
    let listed = Set(fields.map(\.name))
    fields += added.fields.lazy.filter { !listed.contains($0.name) }.map { field in
      var result = field.formField
      result.widgets = places.unsavedWidgets(of: field)
      if let filled = state.parts.formValues[field.name] { result.value = filled.value }
      return result
    }
    for index in fields.indices { fields[index].widgets.sort { $0.tabIndex < $1.tabIndex } }
    fields = fields.enumerated().sorted { a, b in
      let (first, second) = (a.element.widgets.first?.tabIndex, b.element.widgets.first?.tabIndex)
      return (first ?? .max, a.offset) < (second ?? .max, b.offset)
    }.map(\.element)
    let names = Dictionary(
      tree.fields.flatMap { field in field.objects.map { ($0, field.name) } }
    ) { first, _ in first }
    let present = Set(fields.map(\.name))
    let order = (graph.resolve(entries["CO"]).array ?? []).compactMap { $0.reference.flatMap { names[$0] } }
      .filter(present.contains)
    return PDFForm(
      fields: fields, xfa: try xfa(entries, in: state),
      needsAppearances: graph.resolve(entries["NeedAppearances"]).boolean ?? false,
      isReaderExtended: graph.resolve(graph.catalog["Perms"]).dictionary?["UR3"] != nil,
      calculationOrder: order)
  }

  /// Adds fields that no page shows, which the file does not list, since they were removed when it was saved.
  private func addFieldsWithoutWidgetsThatAreBack(
    _ fields: inout [FormField], _ state: DocumentState
  ) throws {
    let back = Set(saved.parts.removedFields ?? []).subtracting(state.parts.removedFields ?? [])
    guard !back.isEmpty else { return }
    let reader = FormFieldReader(objects: openedGraph)
    let known = Set(fields.map(\.name))
    for field in try openedForm().fields where back.contains(field.name) && !known.contains(field.name) {
      var result = reader.field(field)
      if let filled = state.parts.formValues[field.name] { result.value = filled.value }
      fields.append(result)
    }
  }

  /// Adds fields that the file does not list, since widgets of theirs were removed when it was saved, and are back.
  private func addFieldsThatAreBack(
    _ fields: inout [FormField], _ places: WidgetPlaces, _ state: DocumentState
  ) throws {
    guard !places.back.isEmpty || !places.ofOpened.isEmpty else { return }
    let (opened, openedReader) = (try openedForm(), FormFieldReader(objects: openedGraph))
    var found = opened.fields.map { openedReader.field($0, at: places.ofOpened) }
    if !places.back.isEmpty {
      var lists: [PageID: [PDFObject]] = [:]
      for (object, places) in places.back {
        for place in places { lists[place.page, default: []].append(.reference(object)) }
      }
      let pages = lists.map { page, list -> FormTree.PageList in (page, .array(list)) }
      let reader = FormFieldReader(objects: graph)
      found += FormTree(graph, pages: pages).fields.map { field in
        // Another field may have its name in the file now.
        var result = opened[field.name].map(openedReader.field) ?? reader.field(field)
        result.widgets = reader.widgets(of: field, result.kind, at: places.back)
        return result
      }
    }
    let known = Dictionary(fields.enumerated().map { ($1.name, $0) }) { first, _ in first }
    for var field in found where !field.widgets.isEmpty {
      if let index = known[field.name] {
        fields[index].widgets += field.widgets
      } else {
        if let filled = state.parts.formValues[field.name] {
          field.value = filled.value
        }
        fields.append(field)
      }
    }
  }

  /// The fields whose appearances do not show their values, of those that were not filled in: texts and lists without an
  /// appearance, without text in it where there is a value or with some where there is none, or all of them, if the file says so
  /// (`/NeedAppearances`); check boxes and radio buttons without a state for on, or without a current one (`/AS`); push buttons without an
  /// appearance that say what they look like.
  ///
  /// - Parameter names: The fields to look at.
  /// - Throws: ``PDFError`` with code `.damaged`.
  /// - Complexity: O(bytes of their appearances).
  package func fieldsToDrawAnew(_ names: Set<String>, in state: DocumentState) throws -> Set<String> {
    let form = graph.form ?? [:]
    let needsAppearances = graph.resolve(form["NeedAppearances"]).boolean ?? false
    let reader = FormFieldReader(objects: graph)
    var result: Set<String> = []
    for field in try formTree().fields where names.contains(field.name) {
      guard state.parts.formValues[field.name] == nil else { continue }
      let value = reader.field(field)
      switch value.kind {
      case .text, .comboBox, .listBox:
        let isStale = field.widgets.contains { widget in
          let showsText = showsText(graph.object(widget.object).dictionary ?? [:])
          return showsText == nil || (value.kind != .listBox && showsText == value.value.isEmpty)
        }
        if needsAppearances || isStale { result.insert(field.name) }
      case .checkBox, .radioButtons:
        let isStale = field.widgets.contains { widget in
          let dictionary = graph.object(widget.object).dictionary ?? [:]
          return !reader.isDrawn(dictionary, value.kind) || dictionary["AS"] == nil
        }
        if isStale { result.insert(field.name) }
      case .pushButton:
        let isStale = field.widgets.contains { widget in
          let dictionary = graph.object(widget.object).dictionary ?? [:]
          return reader.lacksAppearance(dictionary, areTextsDrawn: false)
        }
        if isStale { result.insert(field.name) }
      case .signature, .unknown: break
      }
    }
    try graph.requireReadable(url)
    return result
  }

  private static let largestAppearance = 4 << 20

  /// Whether a widget's appearance has text, or another form that may have it; `nil` if there is no appearance.
  private func showsText(_ widget: PDFDictionary) -> Bool? {
    guard let form = graph.resolve(widget["AP"]).dictionary?["N"], let id = form.reference,
      let content = try? graph.decodedStream(id, limit: Self.largestAppearance)
    else { return nil }
    return content.withUnsafeBytes { bytes in
      ["Tj", "TJ", " Do"].contains { ByteSearch.first($0, in: bytes) != nil }
    }
  }

  /// Whether edits filled in fields, added or removed some, or flattened annotations: a save of the state takes XFA out.
  ///
  /// - Complexity: O(pages that edits changed); of forms that have XFA O(annotations of those pages).
  func editsForm(_ state: DocumentState) throws -> Bool {
    // For what was removed annotations are read, which only XFA needs to know.
    let hadXFA = openedGraph.form?["XFA"] != nil
    return try !state.parts.formValues.isEmpty || state.parts.removedFields != nil
      || state.changedPages.contains { page, state in
        if state.flattened != nil { return true }
        guard let list = state.annotations else { return false }
        if !list.addedFields.isEmpty { return true }
        guard hadXFA else { return false }
        return try annotations(of: state.source).contains {
          $0.subtype == "Widget" && list.index(of: $0.id) == nil
        }
      }
  }

  func xfa(_ form: PDFDictionary, in state: DocumentState) throws -> PDFForm.XFA? {
    if graph.resolve(form["XFA"]).isNull { return nil }
    let isDynamic =
      graph.resolve(graph.catalog["NeedsRendering"]).boolean == true
      || (graph.resolve(form["Fields"]).array ?? []).isEmpty
    return isDynamic ? .dynamic : try editsForm(state) ? nil : .hybrid
  }

  // MARK: - Widgets

  /// Where the widgets of fields are in a state.
  private struct WidgetPlaces {
    private struct Key: Hashable {
      let page: PageID
      let annotation: AnnotationID
    }

    /// Of those that pages of the file have, by their objects.
    fileprivate(set) var ofObjects: [ObjectID: [WidgetPlace]] = [:]
    /// Of those that no page of the file has any more, by their objects.
    fileprivate(set) var back: [ObjectID: [WidgetPlace]] = [:]
    /// Of those that a rewrite left out, by their objects in the file as it was opened.
    fileprivate(set) var ofOpened: [ObjectID: [WidgetPlace]] = [:]
    /// Of those that edits added and no save wrote.
    private var unsaved: [Key: WidgetPlace] = [:]

    mutating func addUnsaved(_ place: WidgetPlace) {
      unsaved[Key(page: place.page, annotation: place.annotation)] = place
    }

    /// The widgets of an added field that no save wrote.
    func unsavedWidgets(of field: AddedFields.Field) -> [FormField.Widget] {
      field.widgets.compactMap { widget in
        unsaved[Key(page: widget.page, annotation: widget.annotation.id)]?.widget(value: widget.value)
      }
    }
  }

  /// Where widgets are in a state, and their places in the tab order: by page, and on each as the page says (`/Tabs`), or in
  /// the order of its annotations.
  private func widgetPlaces(
    _ tree: FormTree, _ added: AddedFields, _ state: DocumentState
  ) throws -> WidgetPlaces {
    var objects: [PageID: Set<ObjectID>] = [:]
    for widget in tree.fields.lazy.flatMap(\.widgets) {
      for place in widget.places where state.index(of: place.page) != nil {
        objects[place.page, default: []].insert(widget.object)
      }
    }
    // Widgets that are back are on pages that edits changed.
    let changed = state.changedPages.keys.filter { page in
      origins[page] != nil && state.index(of: page) != nil && state.page(page) != saved.page(page)
    }
    let pages = Set(objects.keys).union(added.fields.lazy.flatMap(\.widgets).map(\.page)).union(changed)
    var places = WidgetPlaces()
    var order = 0
    for page in pages.sorted(by: { (state.index(of: $0) ?? 0) < (state.index(of: $1) ?? 0) }) {
      let isSaved = saved.index(of: page) != nil
      let known =
        try origins[page] ?? (isSaved ? sourceAnnotations(of: saved.page(page).source).origins : [:])
      var widgets = try annotations(of: page, in: state).filter { $0.subtype == "Widget" }
      let tabs = isSaved ? graph.resolve(try self.page(page).dictionary["Tabs"]).name : nil
      if tabs == "R" || tabs == "C" {
        widgets = widgets.enumerated().sorted { first, second in
          let (a, b) = (first.element.bounds, second.element.bounds)
          if Self.isBefore(a, b, byRows: tabs == "R") { return true }
          return !Self.isBefore(b, a, byRows: tabs == "R") && first.offset < second.offset
        }.map(\.element)
      }
      for annotation in widgets {
        let place = WidgetPlace(page: page, annotation: annotation.id, rect: annotation.bounds, order: order)
        let origin = known[annotation.id]
        let object = origin?.element.reference
        if let object, origin?.graph.isOfSameFile(as: graph) == true, objects[page]?.contains(object) == true
        {
          places.ofObjects[object, default: []].append(place)
        } else if annotation.addedField != nil {
          places.addUnsaved(place)
        } else if let object, origin?.graph.isOfSameFile(as: graph) == true {
          places.back[object, default: []].append(place)
        } else if let object, origin?.graph.isOfSameFile(as: openedGraph) == true {
          places.ofOpened[object, default: []].append(place)
        } else {
          continue
        }
        order += 1
      }
    }
    return places
  }

  /// Whether a rectangle comes before another one: from top to bottom, then from left to right, or the other way round.
  private static func isBefore(_ a: PageRect, _ b: PageRect, byRows: Bool) -> Bool {
    let (row, column) = (-a.maxY.rounded() < -b.maxY.rounded(), a.minX.rounded() < b.minX.rounded())
    if byRows { return a.maxY.rounded() == b.maxY.rounded() ? column : row }
    return a.minX.rounded() == b.minX.rounded() ? row : column
  }
}

extension FormFieldReader {
  /// A field with its widgets.
  fileprivate func field(_ field: FormTree.Field, at places: [ObjectID: [WidgetPlace]]) -> FormField {
    var result = self.field(field)
    result.widgets = widgets(of: field, result.kind, at: places)
    return result
  }

  /// The widgets of a field, of those that have a place.
  fileprivate func widgets(
    of field: FormTree.Field, _ kind: FormField.Kind, at places: [ObjectID: [WidgetPlace]]
  ) -> [FormField.Widget] {
    let buttons = kind.isButton ? buttons(of: field) : []
    return field.widgets.enumerated().flatMap { index, widget in
      let button = buttons.indices.contains(index) ? buttons[index] : nil
      return (places[widget.object] ?? []).map { $0.widget(value: button?.value, state: button?.state) }
    }
  }
}
