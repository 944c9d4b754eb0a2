import PostilFile
import PostilModel
public import PostilRender

/// Renders the pages of a document as they are now, edits that are not saved yet included.
///
/// Pages are rendered one at a time on a thread of the renderer's own. A task that is cancelled
/// while its page waits for its turn ends with `CancellationError`, and nothing is rendered for it.
///
/// ```swift
/// let image = try await PageRenderer(document).image(of: page.id, scale: 2)
/// try image.write(to: URL(fileURLWithPath: "page.png"))
/// ```
public final class PageRenderer: Sendable {
  private let worker: RenderWorker

  /// Makes a renderer of a document. It keeps the document open for as long as it lives.
  public init(_ document: PDFDocument) { worker = RenderWorker(document) }

  /// The page on white paper, at `scale` pixels a point: 1 is 72 dpi. Crop box and rotation are heeded.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.invalidArgument` (with the largest scale
  ///   that works), `.damaged` or `.renderFailed`; `CancellationError`.
  public func image(of page: PageID, scale: Double) async throws -> PageImage {
    try await worker.image(of: page) { _ in scale }
  }

  /// The page on white paper, `width` pixels wide, and as high as it then is.
  ///
  /// - Throws: As ``image(of:scale:)``.
  public func image(of page: PageID, width: Int) async throws -> PageImage {
    guard width > 0 else {
      throw PDFError(.invalidArgument, "An image cannot be \(width) pixels wide: give a number above 0.")
    }
    return try await worker.image(of: page) { Double(width) / $0 }
  }
}
