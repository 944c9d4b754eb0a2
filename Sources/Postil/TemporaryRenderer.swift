public import Foundation

/// Stands in for the renderer that is being written.
public final class PageRenderer: Sendable {
  /// Makes a renderer of a document.
  public init(_ document: PDFDocument) {}
  /// The page at a scale.
  public func image(of page: PageID, scale: Double) async throws -> PageImage {
    throw PDFError(.unsupported, "not yet")
  }
  /// The page at a width.
  public func image(of page: PageID, width: Int) async throws -> PageImage {
    throw PDFError(.unsupported, "not yet")
  }
}

/// Stands in for the picture that is being written.
public struct PageImage: Sendable {
  /// Writes it as PNG.
  public func write(to url: URL) throws {}
}
