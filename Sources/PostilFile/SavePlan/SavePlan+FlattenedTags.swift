import PostilModel

/// What was an annotation and is content now stays in the element of the structure that it was in (ISO 32000-2, 14.7.5.2): what a field
/// says is still read at its place.
extension SavePlan {
  /// How content that was an annotation is marked; `nil` in documents without tags. What had no element is an artifact.
  ///
  /// - Parameters:
  ///   - object: The annotation, which the file no longer shows.
  ///   - page: The page, whose lists are up to date but for its contents.
  mutating func tag(ofFlattened object: ObjectID?, _ value: Annotation, on page: ObjectID) -> ContentTag? {
    guard isTagged else { return nil }
    guard let object, listings.removed.contains(object), let element = listings.elements[object],
      let type = changes.resolve(changes.object(element).dictionary?["S"]).name,
      type == "Form" || type == "Annot", let number = place(of: element, on: page)
    else { return .artifact() }
    let content: PDFDictionary = ["Type": .name("MCR"), "Pg": .reference(page), "MCID": .integer(number)]
    bringBack(element, with: .dictionary(content), value, object)
    return .content(type == "Form" ? "Form" : "Figure", number: number)
  }

  /// Takes an element into the list of those that content of a page belongs to. Returns its place there, which is the number of the
  /// content; `nil` if the list cannot be told.
  private mutating func place(of element: ObjectID, on page: ObjectID) -> Int? {
    guard let root = changes.catalog["StructTreeRoot"]?.reference,
      var rootEntries = changes.object(root).dictionary, let entries = changes.object(page).dictionary
    else { return nil }
    guard let key = changes.resolve(entries["StructParents"]).integer else {
      if flattenedElements[page] == nil {
        // Numbers that lead nowhere would lead to the elements of the list.
        guard let content = try? changes.content(ofPage: entries),
          content.withUnsafeBytes({ ByteSearch.first("MCID", in: $0, from: 0) }) == nil
        else { return nil }
      }
      flattenedElements[page, default: []].append(element)
      return (flattenedElements[page]?.count ?? 1) - 1
    }
    guard let owner = NumberTree.value(of: key, in: rootEntries["ParentTree"], changes),
      var list = changes.resolve(owner).array
    else { return nil }
    list.append(.reference(element))
    if let id = owner.reference {
      changes.set(id, to: .array(list))
    } else {
      let tree = NumberTree.replacing([key: .array(list)], in: rootEntries["ParentTree"], changes)
      if tree != rootEntries["ParentTree"] {
        rootEntries["ParentTree"] = tree
        changes.set(root, to: .dictionary(rootEntries))
      }
    }
    return list.count - 1
  }

  /// Puts an element back where it was in the tree, with content in place of its annotation.
  private mutating func bringBack(
    _ element: ObjectID, with content: PDFObject, _ value: Annotation, _ annotation: ObjectID
  ) {
    guard var entries = changes.object(element).dictionary else { return }
    let kids = changes.resolve(entries["K"])
    let left = kids.array ?? (kids.isNull ? [] : entries["K"].map { [$0] } ?? [])
    entries["K"] = left.isEmpty ? content : .array(left + [content])
    if changes.resolve(entries["S"]).name == "Form" {
      let attributes = changes.resolve(entries["A"])
      let others = attributes.array ?? (attributes.isNull ? [] : entries["A"].map { [$0] } ?? [])
      let isSaid = others.contains {
        changes.resolve(changes.resolve($0).dictionary?["O"]).name == "PrintField"
      }
      if !isSaid {
        let role = PDFObject.dictionary(["O": .name("PrintField"), "Role": .name(printRole(of: annotation))])
        entries["A"] = others.isEmpty ? role : .array(others + [role])
      }
    } else {
      entries["S"] = .name("Figure")
      if entries["Alt"] == nil {
        entries["Alt"] = .string(TextString.encode(value.contents ?? value.subject ?? value.subtype))
      }
    }
    changes.set(element, to: .dictionary(entries))
    if listings.removedElements.remove(element) != nil, let parent = entries["P"]?.reference {
      _ = filterKids(of: parent)
    }
  }

  /// What a field looks like that can no longer be filled in (ISO 32000-2, table 383).
  private func printRole(of widget: ObjectID) -> PDFName {
    let dictionary = changes.object(widget).dictionary ?? [:]
    let fields = [dictionary] + changes.fields(above: dictionary).map(\.dictionary)
    func entry(_ key: PDFName) -> PDFObject? {
      fields.lazy.map { changes.resolve($0[key]) }.first { !$0.isNull }
    }
    switch entry("FT")?.name {
    case "Btn":
      let flags = entry("Ff")?.integer ?? 0
      return flags & 1 << 15 != 0 ? "rb" : flags & 1 << 16 != 0 ? "pb" : "cb"
    case "Ch": return "lb"
    default: return "tv"
    }
  }

  /// Gives pages without a list of elements one with those that what was flattened belongs to.
  func claimFlattened() {
    guard !flattenedElements.isEmpty else { return }
    let merge = StructureMerge(changes, isNew: false)
    for (page, elements) in flattenedElements.sorted(by: { $0.key < $1.key }) {
      for (number, element) in elements.enumerated() { _ = merge.claim(number, of: page, for: element) }
    }
    merge.write()
  }
}
