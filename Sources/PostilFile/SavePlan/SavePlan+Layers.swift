import PostilModel

extension SavePlan {
  /// Writes which layers are shown and hidden when the document is opened: the default configuration (ISO 32000-2, 8.11.4.3).
  mutating func writeLayers() throws {
    guard state.parts.layers != store.saved.parts.layers else { return }
    let opened = try store.openedLayers()
    let wanted = opened.hidden(state.parts.layers ?? LayerVisibility())
    let now = LayerConfiguration(changes).hidden
    let places = try store.layersInFile()
    var (shown, hidden): (Set<ObjectID>, Set<ObjectID>) = ([], [])
    for layer in opened.layers {
      guard let place = places[layer], wanted.contains(layer) != now.contains(place) else { continue }
      if wanted.contains(layer) { hidden.insert(place) } else { shown.insert(place) }
    }
    warnOfUsages(opened)
    guard !shown.isEmpty || !hidden.isEmpty else { return }
    changes.changeCatalog { catalog in
      change(&catalog, "OCProperties") { properties in
        change(&properties, "D") { standard in
          write("OFF", in: &standard, adding: hidden, removing: shown)
          let isListed = standard["ON"] != nil || changes.resolve(standard["BaseState"]).name == "OFF"
          if isListed { write("ON", in: &standard, adding: shown, removing: hidden) }
        }
      }
    }
  }

  /// Changes a dictionary where it stands: in an object of its own, or in the one around it.
  private func change(_ outer: inout PDFDictionary, _ key: PDFName, _ change: (inout PDFDictionary) -> Void) {
    var dictionary = changes.resolve(outer[key]).dictionary ?? [:]
    change(&dictionary)
    if let object = outer[key]?.reference, changes.object(object).dictionary != nil {
      changes.set(object, to: .dictionary(dictionary))
    } else {
      outer[key] = .dictionary(dictionary)
    }
  }

  private func write(
    _ key: PDFName, in standard: inout PDFDictionary, adding: Set<ObjectID>, removing: Set<ObjectID>
  ) {
    var list = (changes.resolve(standard[key]).array ?? []).filter { item in
      item.reference.map { !removing.contains($0) } ?? true
    }
    let known = Set(list.compactMap(\.reference))
    list += adding.subtracting(known).sorted().map { .reference($0) }
    standard[key] = list.isEmpty && standard[key] == nil ? nil : .array(list)
  }

  /// The states of some layers are not what decides.
  private mutating func warnOfUsages(_ opened: LayerConfiguration) {
    let (old, new) = (store.saved.parts.layers, state.parts.layers)
    for layer in opened.layers {
      let id = LayerID(rawValue: layer.number)
      guard old?[id] != new?[id], let isShown = opened.usage(of: layer).isShownOnScreen else { continue }
      let name = store.openedGraph.text(store.openedGraph.object(layer).dictionary?["Name"]) ?? ""
      warnings.append(
        "the layer '\(name)' is \(isShown ? "shown" : "hidden") on screens by its usage, whatever its state is"
      )
    }
  }
}
