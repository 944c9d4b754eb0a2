import PostilRender
import Testing

extension Renderer {
  /// The renderers that tests can have draw: poppler, and PDFium where its library is.
  static let found = allCases.filter { $0 == .poppler || (try? RendererProgram.find($0)) != nil }
  static let isPDFiumFound = found.contains(.pdfium)
  /// Why tests are skipped.
  static let pdfiumIsMissing: Comment = "PDFium's library was not found: make pdfium gets it"
}
