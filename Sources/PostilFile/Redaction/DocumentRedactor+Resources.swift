import PostilModel

/// What stays in the file only because resources list it (ISO 32000-2, 7.8.3): several pages often share a dictionary that names
/// what each of them uses, and a form on one page would keep what was removed from another.
extension DocumentRedactor {
  /// Leaves out of resources what was replaced somewhere, where the content does not use it.
  func pruneResources(_ pages: [PageEntry]) throws {
    guard !run.replaced.isEmpty else { return }
    for (index, page) in pages.enumerated() {
      guard let id = page.object, var dictionary = changes.object(id).dictionary else {
        guard page.dictionary["Resources"] != nil || page.inherited["Resources"] == nil else {
          let reason = "it is listed twice or stands in the list of pages itself"
          try about(page: index) { throw run.refusal(reason, "Page \(index + 1)") }
          continue
        }
        continue
      }
      var whole = dictionary
      whole.addMissing(page.inherited)
      guard let value = whole["Resources"], let resources = changes.resolve(value).dictionary else {
        continue
      }
      if namesReplaced(resources) {
        let place = "Page \(index + 1)"
        let names = ContentNames(used[id] ?? UsedByContent())
        if used[id] == nil {
          try about(page: index) { try names.add(content(of: whole, place), resources, run, place) }
        }
        dictionary["Resources"] = .dictionary(names.pruned(resources, changes))
      } else if dictionary["Resources"] == nil {
        dictionary["Resources"] = value
      } else {
        continue
      }
      changes.set(id, to: .dictionary(dictionary))
    }
    removeInheritedResources()
    var walk = ObjectWalk(changes)
    while let id = walk.next() {
      guard let dictionary = changes.object(id).dictionary, let value = dictionary["Resources"],
        let resources = changes.resolve(value).dictionary, namesReplaced(resources)
      else { continue }
      var new = dictionary
      switch changes.object(id) {
      case .stream:
        let (used, place) = (ContentNames(), "Object \(id.number)")
        try used.add(run.decoded(.reference(id), place), resources, run, place)
        new["Resources"] = .dictionary(used.pruned(resources, changes))
      case .dictionary where dictionary["Subtype"]?.name == "Type3":
        new["Resources"] = .dictionary(try resourcesOfDrawings(in: dictionary, of: resources))
      default: continue
      }
      if case .stream(_, let body) = changes.object(id) {
        changes.set(id, to: .stream(new, body))
      } else {
        changes.set(id, to: .dictionary(new))
      }
    }
  }

  private func namesReplaced(_ resources: PDFDictionary) -> Bool {
    func isReplaced(_ object: PDFObject?) -> Bool { object?.reference.map(run.replaced.contains) ?? false }
    return resources.entries.contains { category in
      changes.resolve(category.value).dictionary?.entries.contains { entry in
        if isReplaced(entry.value) { return true }
        guard category.key == "ExtGState", let state = changes.resolve(entry.value).dictionary else {
          return false
        }
        return isReplaced(state["SMask"]) || isReplaced(changes.resolve(state["SMask"]).dictionary?["G"])
      } ?? false
    }
  }

  /// Pages have theirs themselves now; nodes of the tree would keep them too.
  private func removeInheritedResources() {
    guard let root = changes.catalog["Pages"]?.reference else { return }
    var pending = [root]
    var visited: Set<ObjectID> = []
    while let id = pending.popLast() {
      guard visited.insert(id).inserted, var node = changes.object(id).dictionary, node["Kids"] != nil else {
        continue
      }
      pending += (changes.resolve(node["Kids"]).array ?? []).compactMap(\.reference)
      guard node["Resources"] != nil else { continue }
      node["Resources"] = nil
      changes.set(id, to: .dictionary(node))
    }
  }
}
