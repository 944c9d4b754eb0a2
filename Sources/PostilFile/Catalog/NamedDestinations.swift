import PostilModel

/// The places that a document has under names (ISO 32000-2, 12.3.2.4): read once, since a name tree is no quick way to look up
/// the names of thousands of links.
struct NamedDestinations {
  private let names: [[UInt8]: PDFObject]
  private let oldNames: PDFDictionary
  private let objects: any ObjectSource

  init(_ objects: any ObjectSource) {
    self.objects = objects
    let catalog = objects.catalog
    oldNames = objects.resolve(catalog["Dests"]).dictionary ?? [:]
    names = NameTree.entries(of: objects.resolve(catalog["Names"]).dictionary?["Dests"], objects)
  }

  /// The names as texts, with the objects that they are in the file. Of a text that is a string and a name of the oldest kind, the
  /// string counts. O(names); what they stand for is not read.
  var texts: [String: PDFObject] {
    var result: [String: PDFObject] = [:]
    for entry in oldNames.entries { result[entry.key.description] = .name(entry.key) }
    for name in names.keys { result[TextString.decode(name)] = .string(name) }
    return result
  }

  /// Texts with what they stand for, in the order of the objects that say it: those of one object stream are decoded together.
  func inOrder(_ texts: [String: PDFObject]) -> [(text: String, name: PDFObject)] {
    texts.map { (text: $0.key, name: $0.value, number: found($0.value)?.reference?.number ?? 0) }
      .sorted { $0.number < $1.number }.map { ($0.text, $0.name) }
  }

  private func found(_ name: PDFObject) -> PDFObject? {
    switch name {
    case .string(let bytes): names[bytes]
    case .name(let name): oldNames[name]
    default: nil
    }
  }

  /// The destination, an array, that a string or a name stands for; `nil` for what is neither, or is not there.
  subscript(name: PDFObject) -> PDFObject? {
    let value = objects.resolve(found(name))
    let destination = value.dictionary.map { objects.resolve($0["D"]) } ?? value
    return destination.array == nil ? nil : destination
  }
}
