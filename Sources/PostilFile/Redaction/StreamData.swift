import Foundation
import PostilModel

/// The data of streams with their filters undone, wherever the stream is.
enum StreamData {
  /// - Throws: ``PDFError`` with code `.damaged` if the stream cannot be read, or has a filter that is not known here.
  static func decoded(_ object: PDFObject, _ changes: ObjectChanges) throws -> [UInt8] {
    if let id = object.reference {
      switch changes.objects[id] {
      case .stream(let dictionary, .encoded(let data))?: return try decoded(dictionary, data, changes)
      case .reference(let other)?: return try decoded(.reference(other), changes)
      default: return try changes.graph.reader.decodedStream(id, losses: true)
      }
    }
    guard case .stream(let dictionary, .encoded(let data)) = object else {
      throw PDFError(.damaged, "it is no stream")
    }
    return try decoded(dictionary, data, changes)
  }

  /// Undoes filters of data that are in memory.
  private static func decoded(
    _ dictionary: PDFDictionary, _ data: [UInt8], _ changes: ObjectChanges
  ) throws -> [UInt8] {
    guard dictionary["Filter"] != nil else { return data }
    var entries = PDFDictionary()
    for key in ["Filter", "DecodeParms"] as [PDFName] {
      entries[key] = resolved(dictionary[key], changes, depth: 0)
    }
    // Both libqpdf and what is read directly take streams from files.
    var writer = NewFileWriter(
      [
        ObjectID(number: 1): .dictionary(["Type": .name("Catalog"), "Pages": .reference(ObjectID(number: 2))]
        ),
        ObjectID(number: 2): .dictionary(["Type": .name("Pages"), "Kids": .array([]), "Count": .integer(0)]),
        ObjectID(number: 3): .stream(entries, .encoded(data)),
      ], trailer: ["Root": .reference(ObjectID(number: 1))])
    var file = Data()
    try writer.write { file.append(contentsOf: $0) }
    return try QPDFReader(FileBytes(data: file), password: nil).decodedStream(
      ObjectID(number: 3), losses: true)
  }

  private static func resolved(_ object: PDFObject?, _ changes: ObjectChanges, depth: Int) -> PDFObject {
    guard depth < 8 else { return .null }
    switch changes.resolve(object) {
    case .array(let items): return .array(items.map { resolved($0, changes, depth: depth + 1) })
    case .dictionary(let dictionary):
      return .dictionary(
        dictionary.entries.reduce(into: [:]) {
          $0.append($1.key, resolved($1.value, changes, depth: depth + 1))
        })
    // Globals of JBIG2, which is not decoded here.
    case .stream: return .null
    case let value: return value
    }
  }
}
