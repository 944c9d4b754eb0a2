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
    guard let entries = graph.resolve(graph.catalog["AcroForm"]).dictionary else { return nil }
    let tree = try formTree()
    let reader = FormFieldReader(objects: graph)
    let openedReader = FormFieldReader(objects: openedGraph)
    let places = try widgetPlaces(tree, state)
    var fields = try tree.fields.compactMap { field -> FormField? in
      var result = reader.field(field)
      let isButton = result.kind == .checkBox || result.kind == .radioButtons
      let values = isButton ? reader.buttons(of: field).map(\.value) : []
      result.widgets = field.widgets.enumerated().compactMap { index, widget in
        places[widget.object].map { place in
          FormField.Widget(
            page: place.page, annotation: place.annotation, rect: place.rect,
            value: isButton ? values[index] : nil, tabIndex: place.order)
        }
      }
      // Its widgets were removed.
      if result.widgets.isEmpty, field.widgets.contains(where: { $0.place != nil }) { return nil }
      if let filled = state.parts.formValues[field.name] {
        result.value = filled.value
      } else if saved.parts.formValues[field.name] != nil, let former = try openedForm()[field.name] {
        result.value = openedReader.field(former).value
      }
      return result
    }
    fields = fields.enumerated().sorted { a, b in
      let (first, second) = (a.element.widgets.first?.tabIndex, b.element.widgets.first?.tabIndex)
      return (first ?? .max, a.offset) < (second ?? .max, b.offset)
    }.map(\.element)
    let names = Dictionary(
      tree.fields.flatMap { field in field.objects.map { ($0, field.name) } }
    ) { first, _ in first }
    let order = (graph.resolve(entries["CO"]).array ?? []).compactMap { $0.reference.flatMap { names[$0] } }
    return PDFForm(
      fields: fields, xfa: xfa(entries, isFilled: isWritten(state)),
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

  /// Whether a save of a state takes XFA out.
  private func isWritten(_ state: DocumentState) -> Bool {
    !state.parts.formValues.isEmpty || state.changedPages.values.contains { $0.flattened != nil }
  }

  private func xfa(_ form: PDFDictionary, isFilled: Bool) -> PDFForm.XFA? {
    if graph.resolve(form["XFA"]).isNull { return nil }
    let isDynamic =
      graph.resolve(graph.catalog["NeedsRendering"]).boolean == true
      || (graph.resolve(form["Fields"]).array ?? []).isEmpty
    return isDynamic ? .dynamic : isFilled ? nil : .hybrid
  }

  // MARK: - Widgets

  private struct WidgetPlace {
    let page: PageID
    let annotation: AnnotationID
    let rect: PageRect
    var order: Int
  }

  /// Where widgets are in a state, and their places in the tab order: by page, and on each as the page says (`/Tabs`), or in
  /// the order of its annotations.
  private func widgetPlaces(_ tree: FormTree, _ state: DocumentState) throws -> [ObjectID: WidgetPlace] {
    var byPage: [PageID: [(object: ObjectID, index: Int)]] = [:]
    for widget in tree.fields.lazy.flatMap(\.widgets) {
      guard let place = widget.place, state.index(of: place.page) != nil else { continue }
      byPage[place.page, default: []].append((widget.object, place.index))
    }
    var result: [ObjectID: WidgetPlace] = [:]
    var order = 0
    for page in byPage.keys.sorted(by: { (state.index(of: $0) ?? 0) < (state.index(of: $1) ?? 0) }) {
      var widgets = byPage[page, default: []].sorted { $0.index < $1.index }
      let source = saved.page(page).source
      let found = try sourceAnnotations(of: source)
      let known = origins[page] ?? found.origins
      let names = Dictionary(
        known.compactMap { id, origin in
          origin.graph.isOfSameFile(as: graph) ? origin.element.reference.map { ($0, id) } : nil
        }
      ) { first, _ in first }
      let list = try annotations(of: page, in: state)
      let present = Dictionary(list.map { ($0.id, $0.bounds) }) { first, _ in first }
      let rects = widgets.reduce(into: [ObjectID: PageRect]()) { rects, widget in
        rects[widget.object] = names[widget.object].flatMap { present[$0] }
      }
      switch graph.resolve(try self.page(page).dictionary["Tabs"]).name {
      case "R": widgets.sort { Self.isBefore(rects[$0.object], rects[$1.object], byRows: true) }
      case "C": widgets.sort { Self.isBefore(rects[$0.object], rects[$1.object], byRows: false) }
      default: break
      }
      for widget in widgets {
        guard let rect = rects[widget.object], let name = names[widget.object] else { continue }
        result[widget.object] = WidgetPlace(page: page, annotation: name, rect: rect, order: order)
        order += 1
      }
    }
    return result
  }

  /// Whether a rectangle comes before another one: from top to bottom, then from left to right, or the other way round.
  private static func isBefore(_ a: PageRect?, _ b: PageRect?, byRows: Bool) -> Bool {
    guard let a, let b else { return a != nil && b == nil }
    let (row, column) = (-a.maxY.rounded() < -b.maxY.rounded(), a.minX.rounded() < b.minX.rounded())
    if byRows { return a.maxY.rounded() == b.maxY.rounded() ? column : row }
    return a.minX.rounded() == b.minX.rounded() ? row : column
  }
}
