import PostilFile
import PostilModel
import PostilRender

extension UndecodedImage {
  /// Has the renderer paint it pixel by pixel.
  ///
  /// - Parameter deadline: How long that may take.
  /// - Throws: As ``PageRenderer/image(of:scale:)``.
  func painted(
    within deadline: Duration = RenderOptions().deadline
  ) async throws -> PaintedImage {
    let page = try await PDFDocument.opening.result { [document] in try PDFDocument(data: document) }
    var options = RenderOptions()
    options.deadline = deadline
    let picture = try await PageRenderer(page, options: options).image(of: page.pageIDs[0], scale: 1)
    guard picture.width == width, picture.height == height else {
      throw PDFError(.unsupported, "An image is too large to be painted: \(width) × \(height) pixels.")
    }
    return picture.withPixels { pixels in
      PaintedImage(width: width, height: height, pixels, bytesPerRow: picture.bytesPerRow)
    }
  }
}
