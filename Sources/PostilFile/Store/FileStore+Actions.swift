package import PostilModel

/// What documents do by themselves, for comparing them: as the file has it, since edits change none of it.
extension FileStore {
  /// A digest of the scripts and actions that the document runs: those that have names, those of the catalog, and what it does when
  /// it is opened, unless that is to show a page. `nil` if there are none.
  ///
  /// - Parameter name: What the pages that actions lead to are called.
  /// - Complexity: O(their bytes).
  package func documentActionsDigest(naming name: @escaping (PageID) -> String?) -> [UInt8]? {
    var parts: [PDFObject] = []
    let catalog = graph.catalog
    let scripts = NameTree.entries(of: graph.resolve(catalog["Names"]).dictionary?["JavaScript"], graph)
    for (key, action) in scripts.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      parts += [.string(key), action]
    }
    if let triggers = catalog["AA"] { parts += [.name("Triggers"), triggers] }
    if let action = graph.resolve(catalog["OpenAction"]).dictionary,
      graph.resolve(action["S"]).name != "GoTo" || action["Next"] != nil
    {
      parts += [.name("OpenAction"), .dictionary(action)]
    }
    return parts.isEmpty ? nil : digest(parts, name)
  }

  /// A digest of what the items of the outline do that lead to no page and no web address: other files, scripts. `nil` if there are
  /// none.
  ///
  /// - Parameter name: As for ``documentActionsDigest(naming:)``.
  /// - Complexity: O(items).
  package func outlineActionsDigest(naming name: @escaping (PageID) -> String?) -> [UInt8]? {
    var parts: [PDFObject] = []
    let outline = OpenedOutline(LinkTargetReader(objects: graph) { _ in nil })
    for index in outline.targets.indices {
      guard let item = outline.dictionary(at: index, graph),
        let action = graph.resolve(item["A"]).dictionary
      else { continue }
      let kind = graph.resolve(action["S"]).name
      if kind != "GoTo", kind != "URI" {
        parts.append(.dictionary(action))
      } else if let next = action["Next"] {
        parts.append(next)
      }
    }
    return parts.isEmpty ? nil : digest(parts, name)
  }

  /// A digest of how a page comes to be shown and what it does then (ISO 32000-2, 12.4.4 and table 198). `nil` if it says nothing of
  /// that, or cannot be read.
  ///
  /// - Complexity: O(bytes of its actions).
  package func behaviorDigest(of source: PageSource) -> [UInt8]? {
    guard let page = try? sourcePage(source) else { return nil }
    var parts: [PDFObject] = []
    for (key, name) in [("Dur", "Duration"), ("Trans", "Transition"), ("AA", "Triggers")]
      as [(PDFName, PDFName)]
    {
      let value = page.graph.resolve(page.dictionary[key])
      if !value.isNull { parts += [.name(name), value] }
    }
    guard !parts.isEmpty else { return nil }
    var digester = PageFingerprint(page.graph)
    return digester.digest(.array(parts))
  }

  /// The texts that stand for what cannot be read, and those that replace text (ISO 32000-2, 14.9.3 to 14.9.5), sorted. Texts of
  /// annotations that those have themselves are not among them.
  ///
  /// - Complexity: O(elements of the structure).
  package func alternateTexts() -> [String] {
    guard let tree = StructureTree(graph) else { return [] }
    var result: [String] = []
    var pending = tree.kids(of: tree.root)
    var seen: Set<ObjectID> = []
    while let next = pending.popLast() {
      if let id = next.reference { guard seen.insert(id).inserted else { continue } }
      guard let element = graph.resolve(next).dictionary, element["S"] != nil else { continue }
      let kids = tree.kids(of: element)
      // What is no object of its own could contain itself only by one that is.
      pending += kids
      for key in ["Alt", "ActualText", "E"] as [PDFName] {
        guard let text = graph.text(element[key]), !isNote(text, of: kids) else { continue }
        result.append("\(key) \(text)")
      }
    }
    return result.sorted()
  }

  /// Whether a text is the one of an annotation among the kids of an element.
  private func isNote(_ text: String, of kids: [PDFObject]) -> Bool {
    kids.contains { kid in
      guard let reference = graph.resolve(kid).dictionary?["Obj"],
        let annotation = graph.resolve(reference).dictionary
      else { return false }
      return graph.text(annotation["Contents"]) == text
    }
  }

  private func digest(_ parts: [PDFObject], _ name: @escaping (PageID) -> String?) -> [UInt8] {
    var digester = PageFingerprint(graph) { object in
      guard let index = self.tree.index(of: object), self.saved.pages.indices.contains(index) else {
        return nil
      }
      return name(self.saved.pages[index])
    }
    return digester.digest(.array(parts))
  }
}
