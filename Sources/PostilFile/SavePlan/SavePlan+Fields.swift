import PostilModel

/// A widget of a page that the file did not have.
struct NewWidget {
  /// The widget in the file.
  let object: ObjectID
  /// The object that it was there; `nil` if it was none.
  let origin: ObjectID?
  /// What it was where it came from, and the objects around it.
  let former: PDFDictionary
  let graph: ObjectGraph
  /// Whether the page is one of the file as it was opened, and back.
  let isBack: Bool
}

/// The form fields of pages that the file did not have (ISO 32000-2, 12.7.4).
///
/// Widgets of one field that come along together stay one field, below copies of the fields that it was in. A field on top whose
/// name the form has already gets another: `name_2`, `name_3` and so on. Of a page that comes back, fields join those that stayed.
/// Of signatures the picture comes along, not the signature: it covers another file.
extension SavePlan {
  /// A field of one of the files that widgets come from.
  private struct FieldKey: Hashable {
    let file: ObjectIdentifier
    let id: ObjectID

    init(_ graph: ObjectGraph, _ id: ObjectID) { (file, self.id) = (ObjectIdentifier(graph.reader), id) }
  }

  mutating func addFields() throws {
    guard !newWidgets.isEmpty else { return }
    var copies: [FieldKey: ObjectID] = [:]
    var lists = FieldLists(changes, reserving: AddedFields(in: state).rootNames)
    var defaults = FormDefaults(known: changes.formFonts)
    let signatures = SignatureRemoval(changes)
    for widget in newWidgets {
      let above = widget.graph.fields(above: widget.former)
      guard !above.isEmpty || widget.former["T"] != nil,
        var dictionary = changes.object(widget.object).dictionary
      else { continue }
      // What annotations of other files were given of it.
      for key in FormTree.inheritable where widget.former[key] == nil { dictionary[key] = nil }
      dictionary["Parent"] = nil
      let isSignature = widget.graph.isSignatureField([widget.former] + above.map(\.dictionary))
      // Before a field is copied, so that no signature is.
      let clear: (inout PDFDictionary) -> Void = isSignature ? signatures.clear : { _ in }
      clear(&dictionary)
      changes.set(widget.object, to: .dictionary(dictionary))
      if widget.isBack {
        var parent: ObjectID?
        for field in above.reversed() {
          guard let name = widget.graph.text(field.dictionary["T"]),
            let object = lists.listedField(name, in: parent)
          else { break }
          copies[FieldKey(widget.graph, field.id)] = object
          parent = object
        }
      }
      var child: ObjectID? = widget.object
      for field in above {
        guard let kid = child else { break }
        if let known = copies[FieldKey(widget.graph, field.id)] {
          lists.append(kid, to: known)
          child = nil
          break
        }
        let copy = try copied(field.dictionary, from: widget.graph, clear)
        copies[FieldKey(widget.graph, field.id)] = copy
        lists.append(kid, to: copy)
        child = copy
      }
      guard let root = child else { continue }
      try takeFormDefaults(root, [widget.former] + above.map(\.dictionary), widget.graph, &defaults)
      if let name = changes.text(changes.object(root).dictionary?["T"]) {
        lists.append(root, named: name, to: nil)
      } else {
        lists.append(root, to: nil)
      }
    }
    renamedFields += lists.renamed
    lists.write(&listings)
    changes.addFormFonts(defaults.new)
    takeCalculations(of: newWidgets)
    drawFields(of: newWidgets.filter { !$0.graph.isOfSameFile(as: store.graph) && !$0.isBack })
    newWidgets = []
  }

  /// Draws the fields of widgets of other files that have no appearance, or that readers draw themselves where they come from
  /// (`/NeedAppearances`): the form here does not ask them to.
  private mutating func drawFields(of widgets: [NewWidget]) {
    let values = fieldWriter
    var areTextsDrawn: [ObjectIdentifier: Bool] = [:]
    let undrawn = widgets.filter { widget in
      let (file, graph) = (ObjectIdentifier(widget.graph.reader), widget.graph)
      let areDrawn = areTextsDrawn[file] ?? (graph.resolve(graph.form?["NeedAppearances"]).boolean == true)
      areTextsDrawn[file] = areDrawn
      let dictionary = changes.object(widget.object).dictionary ?? [:]
      return values.reader.lacksAppearance(dictionary, areTextsDrawn: areDrawn)
    }
    guard !undrawn.isEmpty else { return }
    let objects = Set(undrawn.map(\.object))
    for field in FormTree(changes, pages: []).fields
    where field.widgets.contains(where: { objects.contains($0.object) }) {
      do {
        try values.drawAnew(field)
      } catch {
        warnings.append("the field '\(field.name)' has no appearance: \(error)")
      }
    }
  }

  /// The dictionary of a widget in another file, with the field that lists it there, if the widget names none.
  mutating func dictionaryNamingField(_ widget: PageAnnotations.Origin) -> PDFDictionary {
    var dictionary = widget.dictionary
    guard dictionary["Parent"] == nil, dictionary["FT"] == nil, dictionary["T"] == nil,
      let object = widget.element.reference
    else { return dictionary }
    let file = ObjectIdentifier(widget.graph.reader)
    let tree = formTrees[file] ?? FormTree(widget.graph, pages: [])
    formTrees[file] = tree
    dictionary["Parent"] = tree.field(listing: object).map { .reference($0) }
    return dictionary
  }

  /// A field without its kids, in the file.
  private mutating func copied(
    _ field: PDFDictionary, from graph: ObjectGraph, _ clear: (inout PDFDictionary) -> Void
  ) throws -> ObjectID {
    var dictionary = field
    for key in ["Kids", "Parent"] as [PDFName] { dictionary[key] = nil }
    clear(&dictionary)
    if !graph.isOfSameFile(as: store.graph) {
      dictionary = try copier(from: graph).copy(.dictionary(dictionary)).dictionary ?? [:]
    }
    return changes.add(.dictionary(dictionary))
  }

  /// What forms say for all of their fields, each read once: it lists them all as well.
  private struct FormDefaults {
    /// The fonts that the form of the file has.
    let known: PDFDictionary
    /// Those that it gets.
    var new = PDFDictionary()
    /// What the forms of files say, and their fonts.
    private var sources: [ObjectIdentifier: (entries: PDFDictionary, fonts: PDFDictionary?)] = [:]

    init(known: PDFDictionary) { self.known = known }

    mutating func source(_ graph: ObjectGraph) -> (entries: PDFDictionary, fonts: PDFDictionary?) {
      let file = ObjectIdentifier(graph.reader)
      if let known = sources[file] { return known }
      let form = graph.form ?? [:]
      let fonts = graph.resolve(graph.resolve(form["DR"]).dictionary?["Font"]).dictionary
      let source = (entries: form, fonts: fonts)
      sources[file] = source
      return source
    }
  }

  /// Gives a field on top what its form says for all fields, and the form the font that it is written in.
  private mutating func takeFormDefaults(
    _ root: ObjectID, _ chain: [PDFDictionary], _ graph: ObjectGraph, _ defaults: inout FormDefaults
  ) throws {
    guard !graph.isOfSameFile(as: store.graph), var dictionary = changes.object(root).dictionary else {
      return
    }
    let source = defaults.source(graph)
    for key in ["DA", "Q"] as [PDFName] where !chain.contains(where: { $0[key] != nil }) {
      if let value = source.entries[key] { dictionary[key] = try copier(from: graph).copy(value) }
    }
    changes.set(root, to: .dictionary(dictionary))
    let texts = ([dictionary] + chain).compactMap { graph.resolve($0["DA"]).string }
    for name in Set(texts.compactMap { DefaultAppearance($0).fontName }) {
      if let font = source.fonts?[name], defaults.known[name] == nil, defaults.new[name] == nil {
        defaults.new[name] = try copier(from: graph).copy(font)
      }
    }
  }
}
