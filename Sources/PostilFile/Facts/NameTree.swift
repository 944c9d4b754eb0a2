/// Name trees (ISO 32000-2, 7.9.6), and the places that they name.
enum NameTree {
  private static let deepest = 32

  /// The value of a name; `nil` if the tree does not have it.
  static func value(of name: [UInt8], in root: PDFObject?, _ objects: some ObjectSource) -> PDFObject? {
    var visited: Set<ObjectID> = []
    return value(of: name, in: root, objects, &visited, depth: 0)
  }

  private static func value(
    of name: [UInt8], in node: PDFObject?, _ objects: some ObjectSource, _ visited: inout Set<ObjectID>,
    depth: Int
  ) -> PDFObject? {
    if let id = node?.reference, !visited.insert(id).inserted { return nil }
    guard depth < deepest, let dictionary = objects.resolve(node).dictionary else { return nil }
    let limits = (objects.resolve(dictionary["Limits"]).array ?? []).compactMap { objects.resolve($0).string }
    if limits.count == 2,
      name.lexicographicallyPrecedes(limits[0]) || limits[1].lexicographicallyPrecedes(name)
    {
      return nil
    }
    let names = objects.resolve(dictionary["Names"]).array ?? []
    for index in stride(from: 0, to: names.count - 1, by: 2)
    where objects.resolve(names[index]).string == name {
      return names[index + 1]
    }
    for kid in objects.resolve(dictionary["Kids"]).array ?? [] {
      if let found = value(of: name, in: kid, objects, &visited, depth: depth + 1) { return found }
    }
    return nil
  }

  /// The destination, an array, of a name: in the tree of the catalog's `/Names`, or, as in PDF 1.1, in its `/Dests`
  /// (12.3.2.4).
  static func destination(named object: PDFObject, _ objects: some ObjectSource) -> PDFObject? {
    let catalog = objects.catalog
    let found: PDFObject?
    switch object {
    case .string(let name):
      found = value(of: name, in: objects.resolve(catalog["Names"]).dictionary?["Dests"], objects)
    case .name(let name): found = objects.resolve(catalog["Dests"]).dictionary?[name]
    default: return nil
    }
    let value = objects.resolve(found)
    let destination = value.dictionary.map { objects.resolve($0["D"]) } ?? value
    return destination.array == nil ? nil : destination
  }
}
