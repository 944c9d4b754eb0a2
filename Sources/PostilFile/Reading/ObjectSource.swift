import PostilModel

/// Objects to read: those of a file, or of a file with changes that are not written yet.
protocol ObjectSource: AnyObject {
  func object(_ id: ObjectID) -> PDFObject
  func resolve(_ object: PDFObject?) -> PDFObject
  /// A stream's data, as its filters left them.
  ///
  /// - Throws: `PDFError` `.damaged` if there is no such stream, or its data cannot be read.
  func streamData(_ id: ObjectID) throws -> [UInt8]
  /// The document's catalog (ISO 32000-2, 7.7.2).
  var catalog: PDFDictionary { get }
}

extension ObjectGraph: ObjectSource {
  var catalog: PDFDictionary { resolve(trailer["Root"]).dictionary ?? [:] }
}

extension ObjectChanges: ObjectSource {
  var catalog: PDFDictionary { resolve(trailer["Root"] ?? graph.trailer["Root"]).dictionary ?? [:] }

  func streamData(_ id: ObjectID) throws -> [UInt8] {
    if case .stream(_, .encoded(let data))? = objects[id] { return data }
    return try graph.streamData(id)
  }
}
