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
        let used = ContentNames()
        try about(page: index) { try used.add(content(of: whole, place), resources, run, place) }
        dictionary["Resources"] = .dictionary(used.pruned(resources, changes))
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
      let place = "Object \(id.number)"
      let used = ContentNames()
      switch changes.object(id) {
      case .stream: try used.add(run.decoded(.reference(id), place), resources, run, place)
      case .dictionary where dictionary["Subtype"]?.name == "Type3":
        for drawing in changes.resolve(dictionary["CharProcs"]).dictionary?.entries ?? [] {
          try used.add(run.decoded(drawing.value, place), resources, run, place)
        }
      default: continue
      }
      var new = dictionary
      new["Resources"] = .dictionary(used.pruned(resources, changes))
      if case .stream(_, let body) = changes.object(id) {
        changes.set(id, to: .stream(new, body))
      } else {
        changes.set(id, to: .dictionary(new))
      }
    }
  }

  private func namesReplaced(_ resources: PDFDictionary) -> Bool {
    resources.entries.contains { category in
      changes.resolve(category.value).dictionary?.entries.contains {
        $0.value.reference.map(run.replaced.contains) ?? false
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

  // MARK: - Type 3 fonts

  /// Leaves out of Type 3 fonts, whose glyphs are drawings that may be anything, those that no text uses any more.
  func pruneDrawings() throws {
    guard run.hasRemovedDrawings else { return }
    var used: [ObjectID: Set<UInt32>] = [:]
    var fonts: Set<ObjectID> = []
    var walk = ObjectWalk(changes)
    while let id = walk.next() {
      guard let dictionary = changes.object(id).dictionary else { continue }
      if dictionary["Type"]?.name == "Font", dictionary["Subtype"]?.name == "Type3" { fonts.insert(id) }
    }
    guard !fonts.isEmpty else { return }
    try forEachContent { content, resources, place in
      let names = changes.resolve(resources["Font"]).dictionary ?? [:]
      let shown = ContentNames()
      try shown.add(content, resources, run, place)
      for (font, codes) in shown.codes {
        if let id = names[font]?.reference, fonts.contains(id) { used[id, default: []].formUnion(codes) }
      }
    }
    for id in fonts {
      guard var font = changes.object(id).dictionary,
        let drawings = changes.resolve(font["CharProcs"]).dictionary
      else { continue }
      let codes = used[id] ?? []
      let names = Set(
        GlyphDrawings.names(of: font, changes).filter { codes.contains(UInt32(clamping: $0.key)) }.values)
      let kept = drawings.entries.filter { names.contains($0.key) }
      guard kept.count < drawings.entries.count else { continue }
      font["CharProcs"] = .dictionary(PDFDictionary(kept))
      changes.set(id, to: .dictionary(font))
    }
  }

  /// Calls `body` with each content of the document, and its resources.
  func forEachContent(_ body: ([UInt8], PDFDictionary, String) throws -> Void) throws {
    var walk = ObjectWalk(changes)
    var inherited: [ObjectID: PDFDictionary] = [:]
    for index in 0..<pageCount {
      let page = try page(at: index)
      if let id = page.object { inherited[id] = changes.resolve(page.withInherited["Resources"]).dictionary }
    }
    while let id = walk.next() {
      let object = changes.object(id)
      guard let dictionary = object.dictionary else { continue }
      let own = changes.resolve(dictionary["Resources"]).dictionary
      if let resources = own ?? inherited[id], inherited[id] != nil {
        try body(content(of: dictionary, "Object \(id.number)"), resources, "Object \(id.number)")
      } else if object.isStream, let own {
        try body(run.decoded(.reference(id), "Object \(id.number)"), own, "Object \(id.number)")
      } else if object.isStream, dictionary["Subtype"]?.name == "Form" {
        // A form without resources uses those of what it is painted on (7.8.3): any of them.
        for resources in inherited.values {
          try body(run.decoded(.reference(id), "Object \(id.number)"), resources, "Object \(id.number)")
        }
      } else if dictionary["Subtype"]?.name == "Type3", let own {
        for drawing in changes.resolve(dictionary["CharProcs"]).dictionary?.entries ?? [] {
          try body(run.decoded(drawing.value, "Object \(id.number)"), own, "Object \(id.number)")
        }
      }
    }
  }
}
