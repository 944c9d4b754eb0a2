import PostilModel

extension SavePlan {
  /// Writes the page labels (ISO 32000-2, 12.4.2) if they are others. Each page keeps its label, wherever it is moved.
  func writePageLabels() throws {
    guard state.pages != store.saved.pages || state.parts.pageLabels != store.saved.parts.pageLabels else {
      return
    }
    let new = try store.labelRanges(in: state)
    guard new != (try store.labelRanges(in: store.saved)) else { return }
    let tree = new.isEmpty ? nil : PageLabelTree.tree(new)
    if let tree, let object = changes.catalog["PageLabels"]?.reference,
      changes.object(object).dictionary != nil
    {
      changes.set(object, to: tree)
    } else {
      changes.changeCatalog { $0["PageLabels"] = tree }
    }
  }
}
