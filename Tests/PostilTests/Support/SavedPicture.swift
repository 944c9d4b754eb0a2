import Foundation
import Testing

@testable import Postil

/// Compares what a session shows with what the file that a save would write shows when it is opened anew.
struct SavedPicture {
  let renderer: PageRenderer
  let document: PDFDocument
  var scale = 1.0

  init(_ document: PDFDocument) {
    self.document = document
    renderer = PageRenderer(document, options: .forTests)
  }

  /// The largest difference of a channel on any page, 0…255.
  ///
  /// - Parameter tiles: Whether tiles are compared too; those of a page that the session turned are turned pixel by pixel.
  func largestDifference(tiles: Bool = true) async throws -> Int {
    let saved = try PDFDocument(data: document.dataRepresentationAndWait())
    let other = PageRenderer(saved, options: .forTests)
    try #require(saved.pageCount == document.pageCount)
    var largest = 0
    for (page, reopened) in zip(document.pageIDs, saved.pageIDs) {
      let expected = Pixels(try await other.image(of: reopened, scale: scale))
      largest = max(largest, Pixels(try await renderer.image(of: page, scale: scale)).largest(from: expected))
      guard tiles, document.state.rotation(of: page) == .none else { continue }
      // Tiles with tiles: where a tile ends, cairo cuts off polygons.
      let mosaic = try await renderer.mosaic(of: page, scale: scale, size: 64)
      let expectedMosaic = try await other.mosaic(of: reopened, scale: scale, size: 64)
      largest = max(largest, mosaic.largest(from: expectedMosaic))
    }
    return largest
  }
}

extension Pixels {
  /// The largest difference of a channel; 255 if the sizes differ.
  func largest(from other: Pixels) -> Int {
    guard width == other.width, values.count == other.values.count else { return 255 }
    return zip(values, other.values).reduce(0) { $1.0 == $1.1 ? $0 : max($0, Self.distance($1.0, $1.1)) }
  }
}
