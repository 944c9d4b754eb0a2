package import PostilModel

/// An annotation and all that a file says of it, or will once the document is saved.
package struct AnnotationRecord: Sendable {
  package let annotation: Annotation
  /// Its dictionary, without its page and its place in the structure tree. Pages and other annotations are named
  /// (``PDFValue/page(_:)``, ``PDFValue/annotation(_:)``).
  package let entries: [String: PDFValue]
  /// Whether the annotation's own properties say everything, so that Postil draws the same again.
  package let isPlain: Bool
  /// Whether nothing was left out because it is too much.
  package let isComplete: Bool
}

extension FileStore {
  /// The annotations of a page in a state, bottom first, with what a save of that state would write.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.damaged`.
  /// - Complexity: O(bytes of their appearances).
  package func records(of page: PageID, in state: DocumentState) throws -> [AnnotationRecord] {
    var records: [AnnotationRecord] = []
    try forEachDictionary(of: page, in: state) { annotation, dictionary, objects, pageOf, nameOf in
      records.append(
        try record(annotation, dictionary, objects, page: pageOf, annotation: nameOf))
    }
    return records
  }

  /// Digests of what the annotations of a page in a state do beyond what their values say, as a save would write it: actions and media,
  /// whatever the numbers of objects are and however streams are compressed. Those that do nothing have none.
  ///
  /// - Parameter name: What the pages that actions lead to are called.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.damaged`.
  /// - Complexity: O(annotations of the page, bytes of the media).
  package func actionDigests(
    of page: PageID, in state: DocumentState, naming name: @escaping (PageID) -> String?
  ) throws -> [AnnotationID: [UInt8]] {
    var result: [AnnotationID: [UInt8]] = [:]
    try forEachDictionary(of: page, in: state) { annotation, dictionary, objects, pageOf, _ in
      let parts = annotation.actionEntries(of: dictionary, objects)
      guard !parts.entries.isEmpty else { return }
      var digester = PageFingerprint(objects) { pageOf($0).flatMap(name) }
      result[annotation.id] = digester.digest(.array(parts.entries.flatMap { [.name($0.key), $0.value] }))
    }
    return result
  }

  /// Goes over the annotations of a page in a state, bottom first, with the dictionaries that a save of that state would write, where
  /// their objects are, and what other pages and annotations are.
  private func forEachDictionary(
    of page: PageID, in state: DocumentState,
    _ body: (
      Annotation, PDFDictionary, any ObjectSource, @escaping (ObjectID) -> PageID?,
      @escaping (ObjectID) -> AnnotationID?
    ) throws -> Void
  ) throws {
    let list = try annotations(of: page, in: state)
    guard !list.isEmpty else { return }
    let source = try sourceAnnotations(of: state.page(page).source)
    let isAsSaved = saved.index(of: page) != nil && saved.page(page) == state.page(page)
    let plan =
      isAsSaved ? nil : try SavePlan(showing: page, of: state, self, drawsMissingAppearances: false)
    let known = (origins[page] ?? source.origins).merging(plan?.origins[page] ?? [:]) { $1 }
    let names = Dictionary(
      list.compactMap { one in known[one.id]?.element.reference.map { ($0, one.id) } }
    ) { first, _ in first }
    for annotation in list {
      guard let origin = known[annotation.id] else { continue }
      let isPlanned = plan.map { origin.graph.isOfSameFile(as: $0.changes.graph) } ?? false
      let objects: any ObjectSource = isPlanned ? plan?.changes ?? origin.graph : origin.graph
      try body(
        annotation, objects.resolve(origin.element).dictionary ?? [:], objects,
        { self.page(of: $0, origin.graph, plan) }, { names[$0] })
    }
    try graph.requireReadable(url)
  }

  private func record(
    _ annotation: Annotation, _ dictionary: PDFDictionary, _ objects: any ObjectSource,
    page: @escaping (ObjectID) -> PageID?, annotation name: @escaping (ObjectID) -> AnnotationID?
  ) throws -> AnnotationRecord {
    var dictionary = dictionary
    let isPlain = annotation.isPlain(dictionary, objects)
    for key in ["P", "StructParent"] as [PDFName] { dictionary[key] = nil }
    if isPlain { dictionary["AP"] = nil }
    // Whose appearance it is shows in its object, which is another in another file.
    if var own = objects.resolve(dictionary[PrivateKey.entry]).dictionary {
      for key in [PrivateKey.appearance, PrivateKey.modified] { own[key] = nil }
      dictionary[PrivateKey.entry] = own.entries.isEmpty ? nil : .dictionary(own)
    }
    var reader = PDFValueReader(objects, .copying(page: page, annotation: name))
    var value = try reader.value(dictionary)
    if !reader.isComplete, dictionary["AP"] != nil {
      dictionary["AP"] = nil
      reader = PDFValueReader(objects, .copying(page: page, annotation: name))
      value = try reader.value(dictionary)
      guard case .dictionary(let entries) = value else { return AnnotationRecord(annotation, [:]) }
      return AnnotationRecord(annotation, entries)
    }
    guard case .dictionary(var entries) = value else { return AnnotationRecord(annotation, [:]) }
    // It is to have none where it is imported.
    let isDrawn = annotation.content.capabilities.contains(.drawn)
    if isDrawn, !isPlain, entries["AP"] == nil { entries["AP"] = .null }
    return AnnotationRecord(
      annotation: annotation, entries: entries, isPlain: isPlain, isComplete: reader.isComplete)
  }

  /// The page of an object.
  private func page(of object: ObjectID, _ graph: ObjectGraph, _ plan: SavePlan?) -> PageID? {
    if let found = plan?.pageObjects.first(where: { $0.value == object })?.key { return found }
    if graph.isOfSameFile(as: openedGraph) { return openedPage(of: object) }
    guard graph.isOfSameFile(as: self.graph), let index = tree.index(of: object),
      saved.pages.indices.contains(index)
    else { return nil }
    return saved.pages[index]
  }
}

extension AnnotationRecord {
  /// A record of which something was left out.
  fileprivate init(_ annotation: Annotation, _ entries: [String: PDFValue]) {
    self.init(annotation: annotation, entries: entries, isPlain: false, isComplete: false)
  }
}

extension Annotation {
  /// What is digested of kinds that have no values of it.
  private static let actionKeys: [PDFName] = [
    "A", "PA", "Dest", "Sound", "Movie", "3DD", "RichMediaContent", "RichMediaSettings",
  ]
  /// The triggers of a form field's scripts, which are values of the field (ISO 32000-2, table 199).
  private static let fieldTriggers: [PDFName] = ["K", "F", "V", "C"]

  /// The entries that say what it does, without those that its value says.
  fileprivate func actionEntries(
    of dictionary: PDFDictionary, _ objects: any ObjectSource
  ) -> PDFDictionary {
    var result: PDFDictionary = [:]
    var target: LinkTarget?
    if let link = content.link { target = link.target }
    switch target {
    case nil, .foreign: for key in Self.actionKeys { result[key] = dictionary[key] }
    default: result["Next"] = objects.resolve(dictionary["A"]).dictionary?["Next"]
    }
    if var triggers = objects.resolve(dictionary["AA"]).dictionary {
      if subtype == "Widget" { for key in Self.fieldTriggers { triggers[key] = nil } }
      if !triggers.entries.isEmpty { result["Triggers"] = .dictionary(triggers) }
    }
    return result
  }

  private static let plainKeys: Set<PDFName> = [
    "Type", "Subtype", "P", "NM", "Rect", "F", "Contents", "T", "Subj", "C", "CA", "ca", "BS", "IC", "AP",
    "M",
    "CreationDate", "IRT", "RT", "IT", "Name", "Popup", PrivateKey.entry,
  ]
  private static let plainPrivateKeys: Set<PDFName> = [
    PrivateKey.curves, PrivateKey.areas, PrivateKey.fill, PrivateKey.words, PrivateKey.turn,
    PrivateKey.metadata, PrivateKey.appearance, PrivateKey.modified,
  ]

  /// Whether the properties say all that its dictionary does.
  fileprivate func isPlain(_ dictionary: PDFDictionary, _ objects: any ObjectSource) -> Bool {
    guard foreignKeys.isEmpty, let codec = content.value as? any AnnotationCodec,
      content.capabilities.contains([.drawn, .added])
    else { return false }
    let keys = Self.plainKeys.union(type(of: codec).ownedKeys).union(type(of: codec).keptKeys)
    let own = objects.resolve(dictionary[PrivateKey.entry]).dictionary ?? [:]
    return dictionary.entries.allSatisfy { keys.contains($0.key) }
      && own.entries.allSatisfy { Self.plainPrivateKeys.contains($0.key) }
      && dictionary.hasOwnAppearance(objects.resolve)
  }
}
