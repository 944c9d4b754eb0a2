/// Objects by their numbers, as ``ObjectRoles`` goes through them: those of a revision, or those of a file as it was opened.
protocol NumberedObjects: ObjectSource {
  var trailer: PDFDictionary { get }

  /// The object of a number, whatever its generation; `nil` if it cannot be read.
  func read(_ number: Int) -> RevisionObjects.Read?
}

extension NumberedObjects {
  func object(_ number: Int) -> PDFObject { read(number)?.object ?? .null }
}

/// The objects of a file that are of generation 0, which are all in nearly all files.
final class GraphObjects: NumberedObjects {
  private let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  var trailer: PDFDictionary { graph.trailer }
  var catalog: PDFDictionary { graph.catalog }
  func object(_ id: ObjectID) -> PDFObject { graph.object(id) }
  func streamData(_ id: ObjectID) throws -> [UInt8] { try graph.streamData(id) }

  func read(_ number: Int) -> RevisionObjects.Read? {
    RevisionObjects.Read(object: graph.object(ObjectID(number: number)))
  }
}
