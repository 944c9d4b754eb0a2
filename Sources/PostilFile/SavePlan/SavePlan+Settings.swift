import PostilModel

extension SavePlan {
  /// Writes the entries of the catalog and of the viewer preferences that are others (ISO 32000-2, 7.7.2 and 12.2).
  mutating func writeSettings() throws {
    guard state.parts.settings != store.saved.parts.settings else { return }
    let opened = try store.openedSettings()
    let old = store.saved.parts.settings ?? opened
    let new = state.parts.settings ?? opened
    guard old != new else { return }
    let open = old.openTarget == new.openTarget ? nil : try openAction(new.openTarget, opened)
    let preferences =
      old.viewerPreferences == new.viewerPreferences ? nil : viewerPreferences(old, new)
    if let preferences, let object = changes.catalog["ViewerPreferences"]?.reference,
      changes.object(object).dictionary != nil
    {
      changes.set(object, to: preferences)
    }
    changes.changeCatalog { catalog in
      if old.language != new.language {
        catalog["Lang"] = new.language.map { .string(TextString.encode($0)) }
      }
      if old.pageMode != new.pageMode {
        catalog["PageMode"] = new.pageMode.map { .name(PDFName($0.rawValue)) }
      }
      if old.pageLayout != new.pageLayout {
        catalog["PageLayout"] = new.pageLayout.map { .name(PDFName($0.rawValue)) }
      }
      if let open { catalog["OpenAction"] = open }
      if let preferences, catalog["ViewerPreferences"]?.reference == nil {
        catalog["ViewerPreferences"] = preferences
      }
    }
  }

  private func viewerPreferences(_ old: DocumentSettings, _ new: DocumentSettings) -> PDFObject {
    var result = changes.resolve(changes.catalog["ViewerPreferences"]).dictionary ?? [:]
    let keys = Set(old.viewerPreferences.keys).union(new.viewerPreferences.keys)
    for key in keys.sorted() where old.viewerPreferences[key] != new.viewerPreferences[key] {
      result[PDFName(key)] = new.viewerPreferences[key]?.object
    }
    return .dictionary(result)
  }

  /// `/OpenAction`: null for none.
  private mutating func openAction(_ target: LinkTarget?, _ opened: DocumentSettings) throws -> PDFObject {
    guard let target else { return .null }
    if target == opened.openTarget, let value = store.openedGraph.catalog["OpenAction"] {
      let isSameFile = store.openedGraph.isOfSameFile(as: store.graph)
      return isSameFile ? value : try copier(from: store.openedGraph).copy(value)
    }
    if case .place(let place) = target { try find(place.page) }
    let pages = pageObjects
    var dictionary = PDFDictionary()
    target.write(to: &dictionary) { pages[$0] }
    if let action = dictionary["A"] { return action }
    guard let destination = dictionary["Dest"] else { return .null }
    // A name alone is none that the catalog can have.
    return destination.array != nil ? destination : .dictionary(["S": .name("GoTo"), "D": destination])
  }
}
