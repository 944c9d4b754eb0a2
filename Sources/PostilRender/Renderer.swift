/// What drew a picture of a page.
public enum Renderer: String, Sendable, Hashable, CaseIterable, Codable {
  /// Poppler with cairo, in the program `postil-render`.
  case poppler
  /// PDFium, in the program `postil-render-pdfium`.
  case pdfium
}
