import PostilModel

/// Places under names (ISO 32000-2, 12.3.2.4). Names that stand for what is not understood stay as they are.
extension SavePlan {
  mutating func writeDestinations() throws {
    let isSamePart = state.parts.destinations == store.saved.parts.destinations
    // Pages that are gone or back take the session's names with them.
    guard !isSamePart || (state.parts.destinations != nil && state.pages != store.saved.pages) else { return }
    let old = try byName(store.saved)
    let new = try byName(state)
    guard old != new else { return }
    let names = changes.resolve(changes.catalog["Names"]).dictionary ?? [:]
    var tree = NameTree.entries(of: names["Dests"], changes)
    var oldest = changes.resolve(changes.catalog["Dests"]).dictionary ?? [:]
    let hadOldest = oldest
    var keys: [String: [[UInt8]]] = [:]
    for key in tree.keys { keys[TextString.decode(key), default: []].append(key) }
    for (name, place) in old where new[name] != place {
      for key in keys[name] ?? [] { tree[key] = nil }
      // Names that are no texts are looked up there alone (ISO 32000-2, 12.3.2.4).
      if new[name] == nil { oldest[PDFName(name)] = nil }
    }
    for (name, place) in new where old[name] != place {
      guard state.index(of: place.page) != nil else { continue }
      try find(place.page)
      guard let page = pageObjects[place.page] else { continue }
      let isOldest = old[name] != nil && oldest[PDFName(name)] != nil
      if isOldest { oldest[PDFName(name)] = place.object(page: page) }
      if let key = keys[name]?.first ?? (isOldest ? nil : TextString.encode(name)) {
        tree[key] = place.object(page: page)
      }
    }
    let root = tree.isEmpty ? nil : NameTree.updating(names["Dests"], to: tree, changes)
    changeNames { $0["Dests"] = root }
    guard oldest != hadOldest else { return }
    if let object = changes.catalog["Dests"]?.reference {
      changes.set(object, to: .dictionary(oldest))
    } else {
      changes.changeCatalog { $0["Dests"] = oldest.entries.isEmpty ? nil : .dictionary(oldest) }
    }
  }

  private func byName(_ state: DocumentState) throws -> [String: PageDestination] {
    guard let given = state.parts.destinations else { return try store.openedDestinations() }
    let present = given.filter { state.index(of: $0.destination.page) != nil }
    return Dictionary(present.map { ($0.name, $0.destination) }) { first, _ in first }
  }
}
