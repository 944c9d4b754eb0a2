/// What is to draw pages. What drew a picture, that says (`PageImage.renderer`).
public enum RendererChoice: String, Sendable, Hashable, CaseIterable {
  /// Poppler, with cairo, in `postil-render`, which is under the GPL.
  case poppler
  /// PDFium, in `postil-render-pdfium`, which loads its library (``PostilRuntime/pdfiumLibrary``) and has nothing that is under the GPL.
  /// Without the library pages are errors with code ``PDFError/Code/rendererNotFound``.
  case pdfium
  /// Poppler; and PDFium, where it is there, for pages that have something that poppler is known to draw wrong, and for those that poppler
  /// crashed at or took too long for. All of a page is drawn by one of them. If poppler is not there, PDFium draws all pages.
  case automatic
}
