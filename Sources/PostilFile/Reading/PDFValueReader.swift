import Foundation
import PostilModel

/// Makes values of objects, and follows references as far as they belong to what is read.
struct PDFValueReader {
  /// What is read, and how far.
  struct Reach {
    /// How many values may be made: shared objects may make a small file endless.
    var values: Int
    var depth: Int
    /// How many bytes of streams may be read; `nil`: none, and what they draw with is not followed: fonts and images.
    var streamBytes: Int?
    /// The page of an object; `nil`: pages are named by their objects.
    var page: ((ObjectID) -> PageID?)?
    /// Whether references are followed.
    var followsReferences = true
    /// The annotation of an object.
    var annotation: (ObjectID) -> AnnotationID? = { _ in nil }

    /// For looking at a value.
    static var looking: Reach { Reach(values: 10_000, depth: 12) }

    /// For one object, all of it and nothing else.
    static var single: Reach { Reach(values: .max, depth: 500, followsReferences: false) }

    /// For taking all of an annotation to another file.
    static func copying(
      page: @escaping (ObjectID) -> PageID?, annotation: @escaping (ObjectID) -> AnnotationID?
    ) -> Reach {
      Reach(values: 400_000, depth: 48, streamBytes: 64 << 20, page: page, annotation: annotation)
    }
  }

  private let objects: any ObjectSource
  private var reach: Reach
  private var path: Set<ObjectID> = []
  /// Whether nothing was left out because it lies too deep or is too much.
  private(set) var isComplete = true

  init(_ objects: any ObjectSource, _ reach: Reach = .looking) {
    (self.objects, self.reach) = (objects, reach)
  }

  /// The value of a dictionary, whose references are followed.
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if a stream is to be read and cannot be.
  mutating func value(_ dictionary: PDFDictionary) throws -> PDFValue {
    .dictionary(try entries(dictionary, depth: 0))
  }

  /// The value of any object.
  ///
  /// - Throws: As for a dictionary.
  mutating func value(of object: PDFObject) throws -> PDFValue {
    guard case .stream(let dictionary, _) = object else { return try value(object, depth: 0) }
    return .stream(try entries(dictionary, depth: 0), nil)
  }

  private mutating func entries(_ dictionary: PDFDictionary, depth: Int) throws -> [String: PDFValue] {
    var result: [String: PDFValue] = [:]
    for entry in dictionary.entries {
      let value = try value(entry.value, depth: depth + 1)
      if reach.page == nil || value != .null { result[entry.key.description] = value }
    }
    return result
  }

  private mutating func value(_ object: PDFObject, depth: Int) throws -> PDFValue {
    reach.values -= 1
    guard reach.values > 0, depth < reach.depth else { return leftOut(object.reference) }
    switch object {
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .integer(value)
    case .real: return .real(object.number ?? 0)
    case .string(let bytes): return .string(Data(bytes))
    case .name(let name): return .name(name.description)
    case .array(let items): return .array(try items.map { try value($0, depth: depth + 1) })
    case .dictionary(let dictionary): return .dictionary(try entries(dictionary, depth: depth))
    case .stream(let dictionary, _): return .stream(try entries(dictionary, depth: reach.depth - 2), nil)
    case .reference(let id): return try followed(id, depth: depth)
    }
  }

  private mutating func followed(_ id: ObjectID, depth: Int) throws -> PDFValue {
    guard reach.followsReferences else { return .reference(id.number) }
    if let page = reach.page?(id) { return .page(page) }
    if let annotation = reach.annotation(id) { return .annotation(annotation) }
    let target = objects.object(id)
    if standsForItself(target) { return reach.page == nil ? .reference(id.number) : .null }
    guard depth + 1 < reach.depth else { return leftOut(id) }
    guard path.insert(id).inserted else { return reach.page == nil ? .reference(id.number) : .null }
    defer { path.remove(id) }
    guard case .stream(let dictionary, _) = target, let most = reach.streamBytes else {
      return try value(target, depth: depth + 1)
    }
    let data = try objects.streamData(id)
    guard data.count <= most else { return leftOut(id) }
    reach.streamBytes = most - data.count
    return .stream(try entries(dictionary, depth: depth + 1), Data(data))
  }

  private mutating func leftOut(_ id: ObjectID?) -> PDFValue {
    isComplete = false
    return reach.page == nil ? id.map { .reference($0.number) } ?? .null : .null
  }

  /// Whether an object is more than a part of the one that names it: a page, a node of the page tree, an annotation, and
  /// where values are copied, an element of the structure tree.
  private func standsForItself(_ object: PDFObject) -> Bool {
    guard case .dictionary(let dictionary) = object else { return false }
    switch dictionary["Type"]?.name {
    case "Page", "Pages", "Catalog": return true
    case "StructElem", "StructTreeRoot": return reach.page != nil
    default: return dictionary["Subtype"] != nil && dictionary["Rect"] != nil
    }
  }
}
