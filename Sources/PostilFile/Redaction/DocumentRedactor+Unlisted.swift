import PostilModel

/// Pages and other contents that no page shows, but that something in the document leads to.
extension DocumentRedactor {
  /// Empties pages that are not in the page tree: no area is theirs, so nobody could say what of them has to go.
  func emptyUnlistedPages(_ pages: [PageEntry]) {
    run.report.hiddenItems += UnlistedPages(changes, listed: pages.compactMap(\.object)).empty()
  }

  /// Removes what was found, and what is hidden, from all contents that no page and no annotation shows: templates, forms and
  /// patterns that only resources list, drawings of Type 3 fonts.
  func redactUnlistedContents(_ pages: [PageEntry]) throws {
    guard run.looksEverywhere || !plan.matcher.isEmpty else { return }
    let listed = Set(pages.compactMap(\.object))
    var walk = ObjectWalk(changes)
    while let id = walk.next() {
      let object = changes.object(id)
      guard let dictionary = object.dictionary, !otherContents.contains(id), !reading.streams.contains(id)
      else { continue }
      let place = "Object \(id.number)"
      if object.isStream {
        let isForm = changes.resolve(dictionary["Subtype"]).name == "Form"
        guard isForm || changes.resolve(dictionary["PatternType"]).integer == 1 else { continue }
        try redactUnlisted(.reference(id), resources: nil, place)
      } else if changes.resolve(dictionary["Subtype"]).name == "Type3" {
        for drawing in changes.resolve(dictionary["CharProcs"]).dictionary?.entries ?? [] {
          guard let stream = drawing.value.reference, !reading.streams.contains(stream) else { continue }
          try redactUnlisted(drawing.value, resources: dictionary["Resources"], place)
        }
      } else if !listed.contains(id), dictionary["Subtype"] == nil, dictionary["Resources"] != nil,
        dictionary["Contents"] != nil
      {
        try redactUnlisted(page: id, dictionary, place)
      }
    }
  }

  /// - Parameter resources: What counts if the stream has no resources itself.
  private func redactUnlisted(_ object: PDFObject, resources: PDFObject?, _ place: String) throws {
    guard let id = object.reference, case .stream(let dictionary, _) = changes.object(id),
      otherContents.insert(id).inserted
    else { return }
    let hasOwn = changes.resolve(resources).dictionary != nil
    let outer = run.interpreter(hasOwn ? resources : changes.form?["DR"])
    let stream = PaintedStream(object, dictionary, within: outer)
    let found = try readable(place) { try reading.read(stream) }
    guard !found.hits.isEmpty || run.looksEverywhere else { return }
    let redactor = ContentRedactor(run, outer, areas: [], hits: GlyphHits(), place: place, owner: nil)
    let new = try redactor.redactedStream(stream, areas: [], hits: found.hits)
    // Whatever leads to it leads to what is left.
    if let new { changes.set(id, to: changes.resolve(new)) }
  }

  private func redactUnlisted(page id: ObjectID, _ dictionary: PDFDictionary, _ place: String) throws {
    let bytes = try content(of: dictionary, place)
    let found = try readable(place) { try reading.read(bytes, run.interpreter(dictionary["Resources"])) }
    guard !found.hits.isEmpty || run.looksEverywhere else { return }
    let redactor = ContentRedactor(
      run, run.interpreter(dictionary["Resources"]), areas: [], hits: found.hits, place: place, owner: id)
    let (content, remaining) = try redactor.redact(bytes)
    guard redactor.isChanged else { return }
    for reference in changes.references(in: dictionary["Contents"]) { run.replaced.insert(reference) }
    var new = dictionary
    new["Contents"] = .reference(changes.add(Flate.stream([:], content)))
    new["Resources"] = .dictionary(remaining)
    for key in RedactionRun.keysBesideContent + ["Thumb"] { new[key] = nil }
    changes.set(id, to: .dictionary(new))
  }

  // MARK: -

  /// Calls `body` with each content of the document, but for those of some pages, and its resources.
  func forEachContent(but known: Set<ObjectID>, _ body: ([UInt8], PDFDictionary, String) throws -> Void)
    throws
  {
    var walk = ObjectWalk(changes)
    var inherited: [ObjectID: PDFDictionary] = [:]
    for index in 0..<pageCount {
      let page = try page(at: index)
      if let id = page.object { inherited[id] = page.inherited }
    }
    let form = changes.form
    let fallback = changes.resolve(form?["DR"]).dictionary ?? [:]
    while let id = walk.next() {
      let object = changes.object(id)
      guard var dictionary = object.dictionary else { continue }
      let place = "Object \(id.number)"
      if known.contains(id) { continue }
      if let inherited = inherited[id] {
        dictionary.addMissing(inherited)
        try body(
          content(of: dictionary, place), changes.resolve(dictionary["Resources"]).dictionary ?? [:], place)
        continue
      }
      let own = changes.resolve(dictionary["Resources"]).dictionary
      if object.isStream {
        let isForm = changes.resolve(dictionary["Subtype"]).name == "Form"
        guard isForm || changes.resolve(dictionary["PatternType"]).integer == 1 else { continue }
        try body(run.decoded(.reference(id), place), own ?? fallback, place)
      } else if dictionary["Subtype"]?.name == "Type3" {
        for drawing in changes.resolve(dictionary["CharProcs"]).dictionary?.entries ?? [] {
          try body(run.decoded(drawing.value, place), own ?? [:], place)
        }
      } else if own != nil, dictionary["Subtype"] == nil, dictionary["Contents"] != nil {
        try body(content(of: dictionary, place), own ?? [:], place)
      }
    }
  }
}
