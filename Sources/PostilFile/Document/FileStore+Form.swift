package import PostilModel

extension FileStore {
  /// The fields of the file as it is now. Read once for each save.
  ///
  /// - Complexity: O(pages and their annotations).
  func formTree() throws -> FormTree {
    if let known = knownForm { return known }
    let pages = try saved.pages.map { ($0, try page($0).dictionary["Annots"]) as FormTree.PageList }
    let tree = FormTree(graph, pages: pages)
    try graph.requireReadable(url)
    knownForm = tree
    return tree
  }

  /// The fields of the file as it was opened.
  func openedForm() throws -> FormTree {
    if let known = knownOpenedForm { return known }
    let pages = try (0..<pageCount).map {
      (PageID(number: $0 + 1), try openedPage(at: $0).dictionary["Annots"]) as FormTree.PageList
    }
    let tree = FormTree(openedGraph, pages: pages)
    knownOpenedForm = tree
    return tree
  }

  /// The form of the document in a state; `nil` if it has none.
  ///
  /// - Throws: ``PDFError`` with code `.damaged`.
  /// - Complexity: O(fields, and pages with their annotations).
  package func form(in state: DocumentState) throws -> PDFForm? {
    let form = graph.resolve(graph.catalog["AcroForm"]).dictionary
    let added = AddedFields(in: state)
    guard form != nil || !added.fields.isEmpty else { return nil }
    let entries = form ?? [:]
    let tree = try formTree()
    let reader = FormFieldReader(objects: graph)
    let openedReader = FormFieldReader(objects: openedGraph)
    let places = try widgetPlaces(tree, added, state)
    var fields = try tree.fields.compactMap { field -> FormField? in
      var result = reader.field(field)
      let values = result.kind.isButton ? reader.buttons(of: field).map(\.value) : []
      let origin = added[field.name]
      result.widgets =
        field.widgets.enumerated().compactMap { index, widget in
          places.ofObjects[widget.object]?.widget(value: values.isEmpty ? nil : values[index])
        } + (origin.map { places.unsavedWidgets(of: $0) } ?? [])
      // Its widgets were removed.
      let isOnPages = field.widgets.contains { $0.place != nil }
      if isOnPages, !result.widgets.contains(where: { !places.isUnsaved($0) }) { return nil }
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
    let listed = Set(fields.map(\.name))
    fields += added.fields.lazy.filter { !listed.contains($0.name) }.map { field in
      var result = field.formField
      result.widgets = places.unsavedWidgets(of: field)
      if let filled = state.parts.formValues[field.name] { result.value = filled.value }
      return result
    }
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

  /// The fields whose appearances do not show their values, of those that were not filled in: without an appearance, without
  /// text in it where there is a value, or all of them, if the file says so (`/NeedAppearances`).
  ///
  /// - Parameter names: The fields to look at.
  /// - Complexity: O(bytes of their appearances).
  package func fieldsToDrawAnew(_ names: Set<String>, in state: DocumentState) throws -> Set<String> {
    let form = graph.resolve(graph.catalog["AcroForm"]).dictionary ?? [:]
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
          return reader.onState(of: dictionary) == nil || dictionary["AS"] == nil
        }
        if isStale { result.insert(field.name) }
      case .pushButton, .signature, .unknown: break
      }
    }
    try graph.requireReadable(url)
    return result
  }

  private static let largestAppearance = 4 << 20

  /// Whether a widget's appearance has text, or another form that may have it; `nil` if there is no appearance.
  private func showsText(_ widget: PDFDictionary) -> Bool? {
    guard let form = graph.resolve(widget["AP"]).dictionary?["N"], let id = form.reference,
      case .stream(let dictionary, _) = graph.object(id), let data = try? graph.streamData(id),
      let content = data.withUnsafeBytes({ Flate.decode($0, dictionary, limit: Self.largestAppearance) })
    else { return nil }
    return content.withUnsafeBytes { bytes in
      ["Tj", "TJ", " Do"].contains { ByteSearch.first($0, in: bytes) != nil }
    }
  }

  /// Whether edits filled in fields, added or removed some, or flattened annotations: a save of the state takes XFA out.
  ///
  /// - Complexity: O(annotations of the pages that edits changed).
  func editsForm(_ state: DocumentState) throws -> Bool {
    // For what was removed annotations are read, which only XFA needs to know.
    let hadXFA = openedGraph.resolve(openedGraph.catalog["AcroForm"]).dictionary?["XFA"] != nil
    return try !state.parts.formValues.isEmpty
      || state.changedPages.contains { page, state in
        if state.flattened != nil { return true }
        guard let list = state.annotations else { return false }
        if list.items.contains(where: { $0.addedField != nil }) { return true }
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

  private struct WidgetPlace {
    let page: PageID
    let annotation: AnnotationID
    let rect: PageRect
    let order: Int

    func widget(value: String?) -> FormField.Widget {
      FormField.Widget(page: page, annotation: annotation, rect: rect, value: value, tabIndex: order)
    }
  }

  /// Where the widgets of fields are in a state.
  private struct WidgetPlaces {
    private struct Key: Hashable {
      let page: PageID
      let annotation: AnnotationID
    }

    /// Of those that the file has, by their objects.
    private(set) var ofObjects: [ObjectID: WidgetPlace] = [:]
    /// Of those that edits added and no save wrote.
    private var unsaved: [Key: WidgetPlace] = [:]

    mutating func add(_ place: WidgetPlace, _ object: ObjectID?) {
      if let object {
        ofObjects[object] = place
      } else {
        unsaved[Key(page: place.page, annotation: place.annotation)] = place
      }
    }

    func isUnsaved(_ widget: FormField.Widget) -> Bool {
      unsaved[Key(page: widget.page, annotation: widget.annotation)] != nil
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
      guard let page = widget.place?.page, state.index(of: page) != nil else { continue }
      objects[page, default: []].insert(widget.object)
    }
    let pages = Set(objects.keys).union(added.fields.lazy.flatMap(\.widgets).map(\.page))
    var places = WidgetPlaces()
    var order = 0
    for page in pages.sorted(by: { (state.index(of: $0) ?? 0) < (state.index(of: $1) ?? 0) }) {
      let isSaved = saved.index(of: page) != nil
      let known = isSaved ? try origins[page] ?? sourceAnnotations(of: saved.page(page).source).origins : [:]
      var widgets = try annotations(of: page, in: state).compactMap { annotation -> (Annotation, ObjectID?)? in
        guard annotation.subtype == "Widget" else { return nil }
        let origin = known[annotation.id].flatMap { $0.graph.isOfSameFile(as: graph) ? $0 : nil }
        if let object = origin?.element.reference, objects[page]?.contains(object) == true {
          return (annotation, object)
        }
        return annotation.addedField == nil ? nil : (annotation, nil)
      }
      let tabs = isSaved ? graph.resolve(try self.page(page).dictionary["Tabs"]).name : nil
      if tabs == "R" || tabs == "C" {
        widgets = widgets.enumerated().sorted { first, second in
          let (a, b) = (first.element.0.bounds, second.element.0.bounds)
          if Self.isBefore(a, b, byRows: tabs == "R") { return true }
          return !Self.isBefore(b, a, byRows: tabs == "R") && first.offset < second.offset
        }.map(\.element)
      }
      for (annotation, object) in widgets {
        places.add(
          WidgetPlace(page: page, annotation: annotation.id, rect: annotation.bounds, order: order), object)
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
