import PostilModel

/// The form of one file that widgets of new pages come from, as far as it came along.
private struct ImportedForm {
  let graph: ObjectGraph
  /// Whether its fields join those of the file again.
  let isBack: Bool
  /// What its fields and widgets became.
  var copies: [ObjectID: [ObjectID]] = [:]
  /// By the names that fields on top had there those that they have now, of each copy one.
  var names: [String: [String]] = [:]
  /// The fields and widgets that may have scripts, each with the copy of its field on top that it is below.
  var parts: [(object: ObjectID, copy: Int)] = []

  init(_ widget: NewWidget) { (graph, isBack) = (widget.graph, widget.isBack) }

  var hasOtherNames: Bool { names.contains { $0.value.contains { [old = $0.key] in $0 != old } } }

  /// The full name now of a field that a script of a copy names; `nil` if it has the same, or did not come along.
  func name(_ name: String, in copy: Int) -> String? {
    let root = name.prefix { $0 != "." }
    guard let names = names[String(root)], let now = names.indices.contains(copy) ? names[copy] : names.last,
      now != root
    else { return nil }
    return now + name.dropFirst(root.count)
  }
}

/// The calculations of form fields of pages that the file did not have (ISO 32000-2, 12.7.3 and 12.6.3).
extension SavePlan {
  /// Takes the order in which the fields are calculated along (`/CO`), and has those calculations that are understood name fields
  /// by the names that they have now.
  mutating func takeCalculations(of widgets: [NewWidget]) {
    var forms: [ImportedForm] = []
    var places: [ObjectIdentifier: Int] = [:]
    var roots: [ObjectID: Int] = [:]
    var known: Set<ObjectID> = []
    for widget in widgets {
      guard let dictionary = changes.object(widget.object).dictionary else { continue }
      let (old, new) = (widget.graph.fields(above: widget.former), changes.fields(above: dictionary))
      guard old.last != nil || widget.former["T"] != nil else { continue }
      let place = places[ObjectIdentifier(widget.graph.reader)] ?? forms.count
      if place == forms.count { forms.append(ImportedForm(widget)) }
      places[ObjectIdentifier(widget.graph.reader)] = place
      if let origin = widget.origin { forms[place].copies[origin, default: []].append(widget.object) }
      for (field, copy) in zip(old, new) where forms[place].copies[field.id]?.contains(copy.id) != true {
        forms[place].copies[field.id, default: []].append(copy.id)
      }
      let root = new.last?.id ?? widget.object
      if roots[root] == nil, let name = changes.text(changes.object(root).dictionary?["T"]) {
        let former = widget.graph.text((old.last?.dictionary ?? widget.former)["T"]) ?? name
        roots[root] = forms[place].names[former]?.count ?? 0
        forms[place].names[former, default: []].append(name)
      }
      for object in [widget.object] + new.map(\.id) where known.insert(object).inserted {
        forms[place].parts.append((object, roots[root] ?? 0))
      }
    }
    for form in forms {
      takeCalculationOrder(of: form)
      if form.hasOtherNames { for part in form.parts { renameFields(in: part.object, part.copy, form) } }
    }
  }

  /// Puts fields behind those that the file's own form has in its order, or, if they were in that order, where they stood.
  private mutating func takeCalculationOrder(of form: ImportedForm) {
    let former = (form.graph.resolve(form.graph.form?["CO"]).array ?? []).compactMap(\.reference)
    var order = former.flatMap { id in
      form.copies[id] ?? (form.isBack ? objectInFile(id, of: form.graph).map { [$0] } ?? [] : [])
    }
    guard !order.isEmpty, var entries = changes.form else { return }
    if !form.isBack, let copies = former.compactMap({ form.copies[$0]?.count }).max(), copies > 1 {
      // Each copy for itself, in the order of the source.
      order = (0..<copies).flatMap { copy in
        former.compactMap { id in form.copies[id].flatMap { $0.indices.contains(copy) ? $0[copy] : nil } }
      }
    }
    let listed = changes.resolve(entries["CO"]).array ?? []
    let all = Self.merged(listed, order)
    if let original = listings.originals[.form("CO")], let items = changes.resolve(original).array {
      listings.originals[.form("CO")] = .array(Self.merged(items, order))
    }
    guard all.count > listed.count else { return }
    entries["CO"] = .array(all)
    changes.setForm(entries)
  }

  /// A list with further elements: each behind the one that it follows, if that is in the list, else at the end.
  private static func merged(_ list: [PDFObject], _ order: [ObjectID]) -> [PDFObject] {
    var known = Set(list.lazy.compactMap(\.reference))
    var following: [ObjectID: [PDFObject]] = [:]
    var (others, last): ([PDFObject], ObjectID?) = ([], nil)
    let isAnyListed = order.contains { known.contains($0) }
    for id in order {
      if !known.insert(id).inserted {
        last = id
      } else if let last {
        following[last, default: []].append(.reference(id))
      } else {
        others.append(.reference(id))
      }
    }
    let result = list.flatMap { item in
      [item] + (item.reference.flatMap { following.removeValue(forKey: $0) } ?? [])
    }
    return isAnyListed ? others + result : result + others
  }

  /// What an object of the file as it was opened is in the file now.
  private func objectInFile(_ id: ObjectID, of graph: ObjectGraph) -> ObjectID? {
    if graph.isOfSameFile(as: store.graph) { return id }
    guard graph.isOfSameFile(as: store.openedGraph), id.generation == 0 else { return nil }
    return store.current.numbers.now(id.number).map { ObjectID(number: $0) }
  }

  /// Has the calculation of a field name others as they are called now. Of scripts that are not understood and seem to name some,
  /// a warning tells.
  private mutating func renameFields(in object: ObjectID, _ copy: Int, _ form: ImportedForm) {
    guard var dictionary = changes.object(object).dictionary,
      var actions = changes.resolve(dictionary["AA"]).dictionary
    else { return }
    let reader = FormFieldReader(objects: changes)
    var isTold = false
    for (key, script) in reader.scripts(in: actions) {
      if let calculation = FormCalculation(script.source) {
        guard let source = calculation.script(naming: { form.name($0, in: copy) }),
          var action = changes.resolve(actions[key]).dictionary
        else { continue }
        // The action may be one for several copies of the field.
        action["JS"] = .string(TextString.encode(source))
        actions[key] = .dictionary(action)
        dictionary["AA"] = .dictionary(actions)
        changes.set(object, to: .dictionary(dictionary))
      } else if !isTold, let name = script.quotedTexts.first(where: { form.name($0, in: copy) != nil }) {
        isTold = true
        let field = changes.fullName(of: dictionary)
        let now = form.name(name, in: copy) ?? name
        warnings.append(
          "a script of the field '\(field)' names the field '\(name)', which is called '\(now)' now: it was left as it is"
        )
      }
    }
  }
}
