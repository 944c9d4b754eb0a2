package import Foundation
package import PostilModel

/// Objects of the file as it is now, as values; edits that were not saved are not in them.
extension FileStore {
  /// The trailer (ISO 32000-2, 7.5.5).
  ///
  /// - Throws: ``PDFError`` with code `.damaged`.
  package func trailerValue() throws -> PDFValue { try value(.dictionary(graph.trailer)) }

  /// The catalog (7.7.2).
  package func catalogValue() throws -> PDFValue { try value(.dictionary(graph.catalog)) }

  /// An object by its number; null if there is none.
  package func objectValue(_ number: Int, generation: Int) throws -> PDFValue {
    try value(graph.object(ObjectID(number: number, generation: generation)))
  }

  /// A page's dictionary as the file has it; `nil` for a page that is not in the file yet.
  package func pageValue(_ id: PageID) throws -> PDFValue? {
    guard saved.index(of: id) != nil else { return nil }
    let page = try page(id)
    return try value(page.object.map { graph.object($0) } ?? .dictionary(page.dictionary))
  }

  /// The data of a stream.
  ///
  /// - Parameters:
  ///   - limit: The most bytes.
  ///   - isDecoded: Whether its filters are undone, but for those of images.
  /// - Throws: ``PDFError`` with code `.damaged` if there is no such stream, or it cannot be read; `.unsupported` if there would be more
  ///   bytes than the limit.
  package func streamData(_ number: Int, generation: Int, limit: Int, isDecoded: Bool) throws -> Data {
    let id = ObjectID(number: number, generation: generation)
    let tooLarge = PDFError(
      .unsupported, "The stream of object \(number) has more than \(limit) bytes: allow more of them.",
      url: url)
    guard case .stream(let dictionary, _) = graph.object(id) else {
      try graph.requireReadable(url)
      throw PDFError(.damaged, "Object \(number) is no stream: give the number of one.", url: url)
    }
    let data = try graph.streamData(id)
    guard isDecoded else {
      guard data.count <= limit else { throw tooLarge }
      return Data(data)
    }
    do {
      let bytes = try data.withUnsafeBytes {
        try StreamDecoder.decode($0, dictionary, limit: limit, graph.resolve).bytes
      }
      return Data(bytes)
    } catch let failure as StreamDecoder.Failure {
      if case .tooLarge = failure { throw tooLarge }
      throw PDFError.undecodableStream(id, failure).about(url)
    }
  }

  private func value(_ object: PDFObject) throws -> PDFValue {
    var reader = PDFValueReader(graph, .single)
    let value = try reader.value(of: object)
    try graph.requireReadable(url)
    return value
  }
}
