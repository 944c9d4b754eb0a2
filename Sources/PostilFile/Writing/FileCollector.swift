import Foundation
import PostilModel

/// Writes the objects that a document leads to from its catalog and its information dictionary, and nothing else, as one
/// revision of a file with new numbers and a new identifier. What says that it is PDF/A-1 gets a cross-reference table, as that wants it.
struct FileCollector {
  private let changes: ObjectChanges
  private let trailer: PDFDictionary
  private let hasIdentifier: Bool
  private let hasTable: Bool

  /// - Parameters:
  ///   - root: Where the document begins; `nil`: at the catalog of the file.
  ///   - keepsInformation: Whether the information dictionary is taken along.
  ///   - hasIdentifier: Whether the file gets an identifier; without one, equal objects give equal bytes.
  init(
    _ changes: ObjectChanges, root: ObjectID? = nil, keepsInformation: Bool = true, hasIdentifier: Bool = true
  ) {
    self.changes = changes
    self.hasIdentifier = hasIdentifier
    hasTable = root == nil && changes.metadataPacket?.claims.hasFirstArchive == true
    var trailer: PDFDictionary = [
      "Root": root.map { .reference($0) } ?? changes.graph.trailer["Root"] ?? .null
    ]
    if root == nil, keepsInformation { trailer["Info"] = changes.graph.trailer["Info"] }
    self.trailer = trailer
  }

  /// - Throws: ``PDFError`` with code `.damaged` if a stream cannot be read; what the monitor throws.
  func data(_ monitor: WorkMonitor = .none) throws -> Data {
    var numbers = ObjectTable<ObjectID>()
    var pending: [ObjectID] = []
    func number(_ id: ObjectID) -> PDFObject {
      if let known = numbers[id] { return .reference(known) }
      guard !changes.object(id).isNull else { return .null }
      let new = ObjectID(number: numbers.count + 1)
      numbers[id] = new
      pending.append(id)
      return .reference(new)
    }
    var newTrailer = PDFDictionary()
    for entry in trailer.entries { newTrailer[entry.key] = entry.value.mapReferences(number) }
    if hasIdentifier {
      let identifier = PDFObject.string((0..<16).map { _ in UInt8.random(in: .min ... .max) })
      newTrailer["ID"] = .array([identifier, identifier])
    }
    var objects: [ObjectID: PDFObject] = [:]
    while let id = pending.popLast() {
      guard let new = numbers[id] else { continue }
      var object = changes.object(id)
      if case .stream(var dictionary, .inFile) = object {
        dictionary["Length"] = nil
        object = .stream(dictionary, .encoded(try changes.streamData(id)))
      }
      objects[new] = object.mapReferences(number)
    }
    var data = Data()
    try NewFileWriter.write(objects, trailer: newTrailer, hasTable: hasTable, monitor) {
      data.append(contentsOf: $0)
    }
    return data
  }
}
