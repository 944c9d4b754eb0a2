import Foundation

/// Makes values of objects, and follows references as far as they belong to what is read.
struct PDFValueReader {
  let graph: ObjectGraph
  private var path: Set<ObjectID> = []
  /// How many values may still be made: shared objects may make a small file endless.
  private var budget = 10_000

  private static let maximumDepth = 12

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// The value of a dictionary, whose references are followed.
  mutating func value(_ dictionary: PDFDictionary) -> PDFValue { .dictionary(entries(dictionary, depth: 0)) }

  private mutating func entries(_ dictionary: PDFDictionary, depth: Int) -> [String: PDFValue] {
    var result: [String: PDFValue] = [:]
    for entry in dictionary.entries { result[entry.key.description] = value(entry.value, depth: depth + 1) }
    return result
  }

  private mutating func value(_ object: PDFObject, depth: Int) -> PDFValue {
    budget -= 1
    guard budget > 0, depth < Self.maximumDepth else {
      return object.reference.map { .reference($0.number) } ?? .null
    }
    switch object {
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .integer(value)
    case .real: return .real(object.number ?? 0)
    case .string(let bytes): return .string(Data(bytes))
    case .name(let name): return .name(name.description)
    case .array(let items): return .array(items.map { value($0, depth: depth + 1) })
    case .dictionary(let dictionary): return .dictionary(entries(dictionary, depth: depth))
    // What it draws with is not followed: fonts and images.
    case .stream(let dictionary, _): return .stream(entries(dictionary, depth: Self.maximumDepth - 2))
    case .reference(let id): return followed(id, depth: depth)
    }
  }

  private mutating func followed(_ id: ObjectID, depth: Int) -> PDFValue {
    let target = graph.object(id)
    guard depth + 1 < Self.maximumDepth, !Self.standsForItself(target), path.insert(id).inserted else {
      return .reference(id.number)
    }
    defer { path.remove(id) }
    return value(target, depth: depth + 1)
  }

  /// Whether an object is more than a part of the one that names it: a page, a node of the page tree, an annotation.
  private static func standsForItself(_ object: PDFObject) -> Bool {
    guard case .dictionary(let dictionary) = object else { return false }
    let type = dictionary["Type"]?.name
    if type == "Page" || type == "Pages" || type == "Catalog" { return true }
    return dictionary["Subtype"] != nil && dictionary["Rect"] != nil
  }
}
