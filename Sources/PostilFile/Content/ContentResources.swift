/// The resources of a content stream (ISO 32000-2, 7.8.3), by category and name. What a stream's own do not have, those of the stream
/// around it may: the standard does not say so, and poppler and PDFium do.
final class ContentResources {
  let dictionary: PDFDictionary
  private let outer: ContentResources?
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

  /// - Parameter outer: Those of the stream around.
  init(_ dictionary: PDFDictionary, _ objects: any ObjectSource, within outer: ContentResources? = nil) {
    (self.dictionary, self.objects, self.outer) = (dictionary, objects, outer)
  }

  /// What a name stands for.
  func value(_ category: PDFName, _ name: PDFName) -> PDFObject? {
    ownValue(category, name) ?? outer?.value(category, name)
  }

  /// Whether a name is one of the outermost stream's.
  func isOutermost(_ category: PDFName, _ name: PDFName) -> Bool {
    guard let outer else { return true }
    return ownValue(category, name) == nil && outer.isOutermost(category, name)
  }

  /// Whether a name is one of the stream's, or of those around it, as far as they lie in another one.
  func have(_ category: PDFName, _ name: PDFName, inside other: ContentResources) -> Bool {
    self !== other && (ownValue(category, name) != nil || outer?.have(category, name, inside: other) == true)
  }

  private func ownValue(_ category: PDFName, _ name: PDFName) -> PDFObject? {
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

extension ContentResources: Hashable {
  static func == (a: ContentResources, b: ContentResources) -> Bool { a === b }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
