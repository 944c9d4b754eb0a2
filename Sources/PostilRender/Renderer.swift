/// What drew a picture of a page.
public enum Renderer: String, Sendable, Hashable, CaseIterable, Codable {
  /// Poppler with cairo, in the program `postil-render`.
  case poppler
  /// PDFium, in the program `postil-render-pdfium`.
  case pdfium
  /// Poppler with Splash, its other output device, in the program `postil-render`.
  case splash
}

extension Renderer {
  /// The one whose program this one's pages are drawn in.
  package var ofProgram: Renderer { self == .splash ? .poppler : self }
}
