import PostilModel

/// The files that the document holds as a whole (`/EmbeddedFiles` and `/AF`, ISO 32000-2, 7.11.4 and 14.13).
extension SavePlan {
  mutating func writeAttachments() throws {
    guard state.parts.attachments != store.saved.parts.attachments else { return }
    let old = try store.attachments(in: store.saved)
    let new = try store.attachments(in: state)
    guard old != new else { return }
    let names = changes.resolve(changes.catalog["Names"]).dictionary ?? [:]
    var tree = NameTree.entries(of: names["EmbeddedFiles"], changes)
    let before = Set(tree.keys)
    let present = OpenedAttachments(changes)
    var associated = changes.resolve(changes.catalog["AF"]).array ?? []
    let kept = Set(new.map(\.name))
    var removed: Set<ObjectID> = []
    for attachment in old where !kept.contains(attachment.name) {
      guard let entry = present[attachment.name] else { continue }
      if let object = entry.specification.reference { removed.insert(object) }
      tree[entry.key] = nil
      associated.removeAll { $0 == entry.specification }
    }
    let former = Dictionary(old.map { ($0.name, $0) }) { first, _ in first }
    for attachment in new where former[attachment.name] != attachment {
      let entry = present[attachment.name]
      let specification = try specification(of: attachment, former[attachment.name], entry)
      tree[entry?.key ?? TextString.encode(attachment.name)] = .reference(specification)
      associated.removeAll { $0 == entry?.specification || $0 == .reference(specification) }
      if attachment.relationship != nil || archivePart >= 3 { associated.append(.reference(specification)) }
    }
    try empty(removed)
    let root = tree.isEmpty ? nil : NameTree.updating(names["EmbeddedFiles"], to: tree, changes)
    changeNames { $0["EmbeddedFiles"] = root }
    nameInitialFile(of: Set(tree.keys), before: before)
    let list = changes.resolve(changes.catalog["AF"]).array ?? []
    if associated != list {
      changes.changeCatalog { $0["AF"] = associated.isEmpty ? nil : .array(associated) }
    }
  }

  /// Takes the bytes out of the specifications of files that went: pages, elements and others may name them too (`/AF`). What an annotation
  /// shows stays. O(annotations of all pages).
  private func empty(_ removed: Set<ObjectID>) throws {
    guard !removed.isEmpty else { return }
    var removed = removed
    try store.forEachAnnotationList { list in
      removed.subtract(list.compactMap { store.graph.resolve($0).dictionary?["FS"]?.reference })
    }
    for object in removed {
      guard var specification = changes.object(object).dictionary else { continue }
      (specification["EF"], specification["RF"]) = (nil, nil)
      changes.set(object, to: .dictionary(specification))
    }
  }

  /// Has a portfolio say with which file it opens (ISO 32000-2, 12.3.5) while it has that file.
  private func nameInitialFile(of names: Set<[UInt8]>, before: Set<[UInt8]>) {
    guard var collection = changes.resolve(changes.catalog["Collection"]).dictionary else { return }
    let opened = store.openedGraph.resolve(store.openedGraph.catalog["Collection"]).dictionary
    let (now, former) = (
      changes.resolve(collection["D"]).string, store.openedGraph.resolve(opened?["D"]).string
    )
    if let now, !names.contains(now), before.contains(now) {
      collection["D"] = nil
    } else if let former, now == nil, names.contains(former), !before.contains(former) {
      collection["D"] = .string(former)
    } else {
      return
    }
    if let object = changes.catalog["Collection"]?.reference {
      changes.set(object, to: .dictionary(collection))
    } else {
      changes.changeCatalog { $0["Collection"] = .dictionary(collection) }
    }
  }

  /// The object of a file specification that is new or changed.
  private mutating func specification(
    of attachment: DocumentAttachment, _ former: DocumentAttachment?, _ entry: OpenedAttachments.Entry?
  ) throws -> ObjectID {
    let file = attachment.file
    var object: ObjectID
    var dictionary: PDFDictionary
    if let entry, let former, former.file.hasSameBytes(as: file) {
      object = entry.specification.reference ?? changes.allocate()
      dictionary = changes.resolve(entry.specification).dictionary ?? ["Type": .name("Filespec")]
      if former.file != file { EmbeddedFiles.describe(file, in: &dictionary) }
    } else if let new = writer.files.dictionary(of: file) {
      object = changes.allocate()
      dictionary = new
    } else if let specification = try store.openedSpecification(of: file) {
      let isSameFile = store.openedGraph.isOfSameFile(as: store.graph)
      let value =
        isSameFile
        ? store.openedGraph.resolve(specification)
        : try copier(from: store.openedGraph).copy(store.openedGraph.resolve(specification))
      object = isSameFile ? specification.reference ?? changes.allocate() : changes.allocate()
      dictionary = value.dictionary ?? [:]
      EmbeddedFiles.describe(file, in: &dictionary)
    } else {
      throw PDFError(
        .unsupported,
        "The bytes of the attachment '\(attachment.name)' are not in the document: attach the file itself.")
    }
    dictionary["AFRelationship"] = attachment.relationship.map { .name(PDFName($0.rawValue)) }
    if archivePart >= 3 { completeForArchive(&dictionary) }
    changes.set(object, to: .dictionary(dictionary))
    return object
  }

  /// Says what PDF/A wants to know of an attachment, where nobody said it (ISO 19005-3, 6.8).
  private func completeForArchive(_ specification: inout PDFDictionary) {
    if specification["AFRelationship"] == nil { specification["AFRelationship"] = .name("Unspecified") }
    guard let id = AttachedFile.stream(specification, changes),
      case .stream(var entries, let body) = changes.object(id), entries["Subtype"] == nil
    else { return }
    entries["Subtype"] = .name("application/octet-stream")
    changes.set(id, to: .stream(entries, body))
  }

  /// The part of PDF/A that the document says it keeps; 0 for none.
  var archivePart: Int { claims.first { $0.standard == .archive }?.part ?? 0 }

  /// Changes the document's name dictionary (ISO 32000-2, 7.7.4).
  func changeNames(_ change: (inout PDFDictionary) -> Void) {
    let entry = changes.catalog["Names"]
    var names = changes.resolve(entry).dictionary ?? [:]
    change(&names)
    if let object = entry?.reference, changes.object(object).dictionary != nil {
      changes.set(object, to: .dictionary(names))
    } else {
      changes.changeCatalog { $0["Names"] = names.entries.isEmpty ? nil : .dictionary(names) }
    }
  }
}

extension AttachedFile {
  /// Whether two are the same bytes, whatever they are called.
  fileprivate func hasSameBytes(as other: AttachedFile) -> Bool { contents == other.contents }
}
