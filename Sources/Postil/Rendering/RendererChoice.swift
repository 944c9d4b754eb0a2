/// What is to draw pages. What drew a picture, that says (`PageImage.renderer`).
public enum RendererChoice: String, Sendable, Hashable, CaseIterable {
  /// Poppler, with cairo, in `postil-render`, which is under the GPL.
  case poppler
  /// PDFium, in `postil-render-pdfium`, which loads its library (``PostilRuntime/pdfiumLibrary``) and has nothing that is under the GPL.
  /// Without the library pages are errors with code ``PDFError/Code/rendererNotFound``.
  case pdfium
  /// Poppler, with Splash, its other output device, in `postil-render`. It joins colors as inks where the page says so, and draws
  /// transparency that cairo cannot; pages without paper (``PageLook/Paper``) and files of SVG cairo draws all the same. A `postil-render` that was built without
  /// poppler's private headers does not have it: pages are errors with code ``PDFError/Code/unsupported``.
  case splash
  /// Poppler with cairo. For pages that have something that this is known to draw wrong, PDFium, where it is there, or Splash, whichever
  /// draws more of it right; PDFium if both do. For pages that poppler crashed at or took too long for, PDFium. All of a page is drawn by one of
  /// them. If poppler is not there, PDFium draws all pages.
  case automatic
}
