import PostilModel

/// The files that a document holds as a whole (`/EmbeddedFiles`, ISO 32000-2, 7.11.4), and their file specifications.
struct OpenedAttachments {
  struct Entry {
    let attachment: DocumentAttachment
    /// The name as the file has it.
    let key: [UInt8]
    let specification: PDFObject
  }

  /// In the order of the names in the file. Entries that are no file specifications are left out; they stay in the file.
  let entries: [Entry]

  /// - Complexity: O(entries of the tree).
  init(_ objects: any ObjectSource) {
    let tree = NameTree.entries(
      of: objects.resolve(objects.catalog["Names"]).dictionary?["EmbeddedFiles"], objects)
    var names: Set<String> = []
    entries = tree.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { key, value in
      guard let file = AttachedFile(value, objects) else { return nil }
      let relationship = objects.resolve(objects.resolve(value).dictionary?["AFRelationship"]).name
      var name = TextString.decode(key)
      // Two keys may be written differently and read the same.
      if name.isEmpty || names.contains(name) { name = "\(name)#\(names.count + 1)" }
      names.insert(name)
      return Entry(
        attachment: DocumentAttachment(
          file, name: name,
          relationship: relationship.map { DocumentAttachment.Relationship(rawValue: $0.description) }),
        key: key, specification: value)
    }
  }

  subscript(name: String) -> Entry? { entries.first { $0.attachment.name == name } }
}
