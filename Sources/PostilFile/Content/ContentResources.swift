/// The resources of a content stream (ISO 32000-2, 7.8.3), by category and name.
final class ContentResources {
  let dictionary: PDFDictionary
  private let objects: any ObjectSource
  /// Those that were asked for: a few, which are compared faster than hashed.
  private var categories: [(name: PDFName, category: Category)] = []

  private struct Category {
    let entries: PDFDictionary
    /// Where entries are, if there are many.
    let index: [PDFName: PDFObject]?

    private static let fewest = 16

    init(_ entries: PDFDictionary) {
      self.entries = entries
      index =
        entries.entries.count < Self.fewest
        ? nil : Dictionary(entries.entries.map { ($0.key, $0.value) }) { first, _ in first }
    }
  }

  init(_ dictionary: PDFDictionary, _ objects: any ObjectSource) {
    (self.dictionary, self.objects) = (dictionary, objects)
  }

  /// What a name stands for.
  func value(_ category: PDFName, _ name: PDFName) -> PDFObject? {
    let category = known(category)
    return category.index.map { $0[name] } ?? category.entries[name]
  }

  /// All names of a category.
  func entries(_ category: PDFName) -> PDFDictionary { known(category).entries }

  private func known(_ name: PDFName) -> Category {
    if let known = categories.first(where: { $0.name == name }) { return known.category }
    let category = Category(objects.resolve(dictionary[name]).dictionary ?? [:])
    categories.append((name, category))
    return category
  }
}
