import PostilModel

/// A stream whose data are in the file can be given another dictionary without its data being read. Before it is
/// written somewhere else, they are.
extension ObjectChanges {
  /// The objects to write, each stream with its data.
  ///
  /// - Throws: `PDFError` `.damaged` if the data of one cannot be read: they are never left out.
  func withStreamData() throws -> [ObjectID: PDFObject] {
    var result = objects
    for (id, object) in objects {
      guard case .stream(let dictionary, .inFile) = object else { continue }
      result[id] = .stream(dictionary, .encoded(try graph.streamData(id)))
    }
    return result
  }
}

extension ObjectGraph {
  /// A stream's data, as its filters left them.
  ///
  /// - Throws: `PDFError` `.damaged` if there is no such stream, or its data cannot be read.
  func streamData(_ id: ObjectID) throws -> [UInt8] {
    if case .stream(_, .encoded(let data))? = written[id] { return data }
    return try reader.rawStream(id)
  }

  /// All objects that updates appended, with changes on top. A stream that an update appended has its data with it:
  /// they are not in the bytes that were opened.
  func written(with changes: ObjectChanges) -> [ObjectID: PDFObject] {
    written.merging(changes.objects) { old, new in
      guard case .stream(_, .encoded(let data)) = old, case .stream(let dictionary, .inFile) = new else {
        return new
      }
      return .stream(dictionary, .encoded(data))
    }
  }

  /// Takes over what an update appended.
  func merge(_ changes: ObjectChanges) { merge(written(with: changes)) }

  /// The graph as it will be once the changes are written.
  func following(_ changes: ObjectChanges) -> ObjectGraph {
    let next = ObjectGraph(reader)
    next.merge(written(with: changes))
    return next
  }
}
