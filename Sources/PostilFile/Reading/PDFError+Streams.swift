import PostilModel

extension PDFError {
  /// Why the filters of a stream cannot be undone.
  static func undecodableStream(_ id: ObjectID, _ failure: StreamDecoder.Failure) -> PDFError {
    guard case .tooLarge(let limit) = failure else { return unreadableStream(id, failure.detail) }
    return PDFError(
      .damaged,
      "The stream of object \(id.number) \(id.generation) is larger than \(limit >> 20) MB when it is decompressed, which nothing that belongs there is.",
      underlying: failure.detail)
  }
}
