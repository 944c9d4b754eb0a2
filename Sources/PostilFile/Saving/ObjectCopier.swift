/// Copies an object and all that it leads to from the file that a rewrite replaced: what undo
/// brings back after such a save is no longer in the new file.
final class ObjectCopier {
  private let source: ObjectGraph
  private let changes: ObjectChanges
  private var copies: [ObjectID: ObjectID]
  private var pending: [ObjectID] = []

  /// - Parameter known: Pages and annotations of the old file and what they are in the new one;
  ///   references to them are led there and not followed.
  init(from source: ObjectGraph, to changes: ObjectChanges, known: [ObjectID: ObjectID]) {
    self.source = source
    self.changes = changes
    copies = known
  }

  /// - Throws: `PDFError` `.damaged` if a stream that it leads to cannot be read.
  func copy(_ object: PDFObject) throws -> PDFObject {
    let result = translate(object)
    while let id = pending.popLast() {
      guard let copy = copies[id] else { continue }
      changes.set(copy, to: try content(of: id))
    }
    return result
  }

  private func content(of id: ObjectID) throws -> PDFObject {
    let object = source.object(id)
    guard case .stream(let dictionary, let body) = object else { return translate(object) }
    let translated = translate(.dictionary(dictionary)).dictionary ?? [:]
    if case .encoded = body { return .stream(translated, body) }
    return .stream(translated, .encoded(try source.streamData(id)))
  }

  private func translate(_ object: PDFObject) -> PDFObject {
    switch object {
    case .reference(let id): return .reference(number(id))
    case .array(let items): return .array(items.map(translate))
    case .dictionary(let dictionary):
      var result = PDFDictionary()
      for entry in dictionary.entries { result.append(entry.key, translate(entry.value)) }
      return .dictionary(result)
    default: return object
    }
  }

  private func number(_ id: ObjectID) -> ObjectID {
    if let known = copies[id] { return known }
    let copy = changes.allocate()
    copies[id] = copy
    pending.append(id)
    return copy
  }
}
