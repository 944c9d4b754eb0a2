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

extension ObjectSource {
  /// The fields that a widget belongs to, the nearest first (ISO 32000-2, 12.7.4.1). Ends at a field that was there already,
  /// and after 32.
  func fields(above widget: PDFDictionary) -> [(id: ObjectID, dictionary: PDFDictionary)] {
    var result: [(id: ObjectID, dictionary: PDFDictionary)] = []
    var next = widget["Parent"]?.reference
    while let id = next, result.count < 32, !result.contains(where: { $0.id == id }),
      let dictionary = object(id).dictionary
    {
      result.append((id, dictionary))
      next = dictionary["Parent"]?.reference
    }
    return result
  }
}

extension ObjectGraph: ObjectSource {
  var catalog: PDFDictionary { resolve(trailer["Root"]).dictionary ?? [:] }
}

extension ObjectChanges: ObjectSource {
  var catalog: PDFDictionary { resolve(graph.trailer["Root"]).dictionary ?? [:] }

  func streamData(_ id: ObjectID) throws -> [UInt8] {
    if case .stream(_, .encoded(let data))? = objects[id] { return data }
    return try graph.streamData(id)
  }
}
