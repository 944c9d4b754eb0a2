import PostilModel

/// What is wrong with a block, and where that stands.
struct PlacedError: Error {
  var error: PDFError

  init(_ error: PDFError, _ name: String, _ place: SourcePlace) {
    self.error = error
    self.error.message = "\(name) at \(place): \(error.message)"
  }

  /// Does something, and says where, if it cannot be done.
  ///
  /// - Parameter place: `nil`: that is not known.
  static func at<Result>(_ name: String, _ place: SourcePlace?, _ body: () throws -> Result) throws -> Result
  {
    do { return try body() } catch let error as PDFError {
      guard let place else { throw error }
      throw PlacedError(error, name, place)
    }
  }
}
