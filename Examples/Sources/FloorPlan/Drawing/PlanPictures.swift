import Foundation
import Postil

extension PlanDocument {
  /// Writes a picture of each page of a document into a folder, with the route that it shows: `NAME-1.png` and so on.
  ///
  /// - Parameter scale: Pixels a point.
  /// - Returns: The files.
  @discardableResult public static func writePictures(
    of document: PDFDocument, named name: String, to folder: URL, scale: Double = 1.5
  ) async throws -> [URL] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var options = RenderOptions()
    options.previewFolder = nil
    let renderer = PageRenderer(document, options: options)
    var files: [URL] = []
    for page in document.pages {
      let file = folder.appendingPathComponent("\(name)-\(page.index + 1).png")
      try await renderer.image(of: page.id, scale: scale).write(to: file)
      files.append(file)
    }
    return files
  }
}
