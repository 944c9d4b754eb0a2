import PostilFile
import PostilModel
import PostilRender

extension UndecodedImage {
  /// Has the renderer paint it pixel by pixel.
  ///
  /// - Throws: As ``PageRenderer/image(of:scale:)``.
  func painted() async throws -> PaintedImage {
    let page = try await PDFDocument.opening.result { [document] in try PDFDocument(data: document) }
    let picture = try await PageRenderer(page).image(of: page.pageIDs[0], scale: 1)
    guard picture.width == width, picture.height == height else {
      throw PDFError(.unsupported, "An image is too large to be painted: \(width) × \(height) pixels.")
    }
    return picture.withPixels { pixels in
      PaintedImage(width: width, height: height, pixels, bytesPerRow: picture.bytesPerRow)
    }
  }
}
