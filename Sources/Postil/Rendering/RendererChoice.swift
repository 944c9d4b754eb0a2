/// What is to draw pages. What drew a picture, that says (`PageImage.renderer`).
public enum RendererChoice: String, Sendable, Hashable, CaseIterable {
  /// Poppler, with cairo, in `postil-render`, which is under the GPL.
  case poppler
  /// PDFium, in `postil-render-pdfium`, which loads its library (``PostilRuntime/pdfiumLibrary``) and has nothing that is under the GPL.
  /// Without the library pages are errors with code ``PDFError/Code/rendererNotFound``.
  case pdfium
  /// Poppler, with Splash, its other output device, in `postil-render`. It draws transparency that cairo cannot, and joins colors as inks
  /// where the page asks for it. Files of SVG and pages without paper (``PageLook/paper``) are cairo's all the same. Where `postil-render` was built
  /// without poppler's private headers, pages are errors with code ``PDFError/Code/unsupported``.
  case splash
  /// Poppler, with cairo. Pages that have something that this is known to draw wrong, Splash draws or PDFium, as far as they are
  /// there: whichever draws more of it right, and Splash if both draw all of it right. Pages that poppler crashed at or took too long for, PDFium draws. All of a page is drawn
  /// by one of them. If poppler is not there, PDFium draws all pages.
  case automatic
}
