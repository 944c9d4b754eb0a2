import PostilModel

/// What is wrong with a block, and where that stands.
struct PlacedError: Error {
  var error: PDFError

  init(_ error: PDFError, _ name: String, _ place: SourcePlace) {
    self.error = error
    self.error.message = "\(name) at \(place): \(error.message)"
  }
}
