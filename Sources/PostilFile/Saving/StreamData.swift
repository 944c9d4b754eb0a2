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
