import Foundation
import Postil
import PostilTestSupport
import PostilTools
import Testing

/// A page to paint on, and how it is shown.
struct OverlaySheet: Sendable, CustomTestStringConvertible {
  var mediaBox: [Double] = [0, 0, 200, 160]
  var cropBox: [Double]?
  var rotation = 0
  var scale = 1.0

  var testDescription: String { "\(rotation)° at \(scale), crop box \(cropBox ?? mediaBox)" }

  /// All turns, scales and crop boxes.
  static let all: [OverlaySheet] = [0, 90, 180, 270].flatMap { rotation in
    [0.5, 1, 1.1, 1.37, 2, 8].map { OverlaySheet(rotation: rotation, scale: $0) }
      + [1, 1.37, 3].map { scale in
        OverlaySheet(
          mediaBox: [-50, -40, 250, 210], cropBox: [-7.25, 3.4, 180.1276, 150.7], rotation: rotation,
          scale: scale)
      }
  }

  private var data: Data {
    var document = PageDocument()
    document.pages[0].mediaBox = mediaBox
    document.pages[0].cropBox = cropBox
    document.pages[0].rotation = rotation
    document.pages[0].content = "0.6 0.8 0.7 rg 60 0 60 160 re f 0.2 0.3 0.9 rg 0 70 200 20 re f"
    return document.data
  }

  /// The document with annotations on its page, saved and opened again.
  func document(_ annotations: [Annotation] = []) throws -> PDFDocument {
    let document = try PDFDocument(data: data)
    for annotation in annotations { try document.add(annotation, to: document.pageIDs[0]) }
    return try PDFDocument(data: document.dataRepresentationAndWait())
  }

  /// What poppler shows of the page with annotations.
  func rendered(_ annotations: [Annotation] = []) async throws -> PageImage {
    let document = try document(annotations)
    return try await PageRenderer(document, options: .forTests).image(of: document.pageIDs[0], scale: scale)
  }

  /// What is seen where annotations and a drawing are painted over the page.
  func painted(
    _ annotations: [Annotation] = [], tool: (any DrawingTool)? = nil
  ) async throws -> PageImage {
    let transform = try document().page(at: 0).transform(scale: scale)
    return try await rendered().painting(
      annotations, drawing: tool?.draw() ?? Appearance(), transform: transform)
  }
}
