import PostilModel

/// Counts what does not come along with pages, by kinds.
struct LeftBehindList {
  private var found: [LeftBehind.Kind: (count: Int, names: [String])] = [:]

  mutating func add(_ kind: LeftBehind.Kind, _ name: String? = nil) {
    found[kind, default: (0, [])].count += 1
    if let name, !name.isEmpty, found[kind].map({ $0.names.count < LeftBehind.mostNames }) == true {
      found[kind]?.names.append(name)
    }
  }

  /// Adds several, in the order of their names, of which no more are read than are told.
  mutating func add(_ kind: LeftBehind.Kind, _ names: some Sequence<String>, count: Int) {
    guard count > 0 else { return }
    let told = Array(names.prefix(LeftBehind.mostNames))
    for name in told { add(kind, name) }
    found[kind]?.count += count - told.count
  }

  /// One for each kind that there is.
  var all: [LeftBehind] {
    LeftBehind.Kind.allCases.compactMap { kind in
      found[kind].map { LeftBehind(kind, count: $0.count, names: $0.names) }
    }
  }
}

extension FileStore {
  /// Finds what does not come along with pages and is no part of the document that edits know: read from the file as it was opened.
  ///
  /// - Parameters:
  ///   - places: The pages.
  ///   - isOwn: Whether they are copied within the document, which keeps what belongs to none of them.
  ///   - comes: Whether a page object is one of them.
  /// - Complexity: O(pages and their annotations), of a whole document without a form O(pages).
  func findLeftBehind(
    by places: [Int], isWhole: Bool, isOwn: Bool, _ rest: inout LeftBehindList, _ comes: (ObjectID) -> Bool
  ) throws {
    let catalog = openedGraph.catalog
    let form = openedGraph.form
    let names = try openedNames()
    let actions = ActionDestinations(objects: openedGraph) { $0 }
    let tree = openedGraph.resolve(catalog["StructTreeRoot"]).dictionary
    let hasLostTags = tree != nil && (isOwn || (!isWhole && openedGraph.resolve(tree?["ParentTree"]).isNull))
    var hasWidgets = false
    let order = isOwn ? [] : (openedGraph.resolve(form?["CO"]).array ?? []).compactMap(\.reference)
    var fields: Set<ObjectID> = []
    var hasLayers = isWhole
    for place in places {
      let page = try openedPage(at: place).withInherited
      if page["AA"] != nil { rest.add(.scripts, "page \(place + 1)") }
      if hasLostTags, page["StructParents"] != nil { rest.add(.tags, "page \(place + 1)") }
      if !hasLayers {
        let properties = openedGraph.resolve(openedGraph.resolve(page["Resources"]).dictionary?["Properties"])
        hasLayers = properties.dictionary.map { !$0.entries.isEmpty } ?? false
      }
      guard !isWhole || form != nil else { continue }
      for element in openedGraph.resolve(page["Annots"]).array ?? [] {
        guard let annotation = openedGraph.resolve(element).dictionary else { continue }
        let kind = openedGraph.resolve(annotation["Subtype"]).name
        // Within the document they go on leading where they led.
        if !isWhole, !isOwn {
          let own = kind == "Link" ? annotation["Dest"] : nil
          for destination in [own].compactMap(\.self) + actions.destinations(below: annotation) {
            guard let target = target(of: destination, names), !comes(target) else { continue }
            rest.add(.links, openedTree.index(of: target).map { "page \($0 + 1)" })
          }
        }
        if kind == "Widget" {
          hasWidgets = true
          if !order.isEmpty {
            if let widget = element.reference { fields.insert(widget) }
            fields.formUnion(openedGraph.fields(above: annotation).map(\.id))
          }
          if let name = signedField(of: annotation) { rest.add(.signatures, name) }
        }
      }
    }
    guard !isOwn else { return }
    for entry in NameTree.entries(
      of: openedGraph.resolve(catalog["Names"]).dictionary?["JavaScript"], openedGraph
    )
    .keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      rest.add(.scripts, TextString.decode(entry))
    }
    let opening = openedGraph.resolve(openedGraph.resolve(catalog["OpenAction"]).dictionary?["S"]).name
    if opening == "JavaScript" { rest.add(.scripts, "OpenAction") }
    if catalog["AA"] != nil { rest.add(.scripts, "AA") }
    if hasWidgets, form?["XFA"] != nil { rest.add(.xfa) }
    if hasWidgets {
      let missing = order.filter { !fields.contains($0) }
      rest.add(
        .calculationOrder,
        missing.lazy.compactMap { id in self.openedGraph.object(id).dictionary.map(self.openedGraph.fullName)
        },
        count: missing.count)
    }
    for intent in openedGraph.resolve(catalog["OutputIntents"]).array ?? [] {
      let intent = openedGraph.resolve(intent).dictionary
      rest.add(
        .outputIntents,
        openedGraph.text(intent?["Info"]) ?? openedGraph.text(intent?["OutputConditionIdentifier"]))
    }
    for thread in openedGraph.resolve(catalog["Threads"]).array ?? [] {
      let information = openedGraph.resolve(openedGraph.resolve(thread).dictionary?["I"]).dictionary
      rest.add(.articles, openedGraph.text(information?["Title"]))
    }
    if hasLayers, hasLayerSettings(catalog) { rest.add(.layerSettings) }
    if catalog["Collection"] != nil { rest.add(.portfolio) }
  }

  /// The page that a destination is on; `nil` if it is on none of the document.
  private func target(of destination: PDFObject, _ names: NamedDestinations) -> ObjectID? {
    let destination = openedGraph.resolve(destination)
    let place = destination.array ?? names[destination].flatMap { openedGraph.resolve($0).array }
    return place?.first?.reference
  }

  /// The name of the field whose widget an annotation is, if it is signed.
  private func signedField(of widget: PDFDictionary) -> String? {
    let chain = [widget] + openedGraph.fields(above: widget).map(\.dictionary)
    guard openedGraph.isSigned(chain) else { return nil }
    return openedGraph.fullName(of: widget)
  }

  /// Whether there are several settings of layers.
  private func hasLayerSettings(_ catalog: PDFDictionary) -> Bool {
    let properties = openedGraph.resolve(catalog["OCProperties"]).dictionary
    return !(openedGraph.resolve(properties?["Configs"]).array ?? []).isEmpty
  }
}
