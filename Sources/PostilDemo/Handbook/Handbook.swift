import CPostilCairo
import Foundation
import Postil

/// A short book for the demo to edit: text, vectors with gradients and transparency, a picture,
/// links inside and to the web, and an outline.
enum Handbook {
  static let size = (width: 595.0, height: 842.0)
  /// The colours of the book: ink, pale ink, accent, paper.
  static let (ink, pale, accent, paper) = (0x2B2B2B, 0x8A867E, 0x2F5D62, 0xFBF8F1)

  /// The chapters, in the order they are bound in: the contents come last, by mistake.
  private static let pages: [(title: String, draw: @Sendable (Canvas) -> Void)] = [
    ("A Handbook of Margins", title), ("What a postil is", whatAPostilIs), ("A year of notes", aYearOfNotes),
    ("Light through paper", lightThroughPaper), ("The valley", plate), ("Marks and their makers", table),
    ("Contents", contents),
  ]

  /// Writes the book. Cairo 1.16 lists objects for links that it then leaves out, so its file is
  /// repaired by a rewrite.
  static func write(to url: URL) throws {
    let drawn = FileManager.default.temporaryDirectory.appendingPathComponent("postil-demo-\(UUID()).pdf")
    defer { try? FileManager.default.removeItem(at: drawn) }
    try draw(to: drawn)
    try PDFDocument.openAndWait(drawn).saveAndWait(
      to: url, SaveOptions.rewrite(RewriteOptions(objectStreams: true)))
  }

  private static func draw(to url: URL) throws {
    let surface = cairo_pdf_surface_create(url.path, size.width, size.height)
    defer { cairo_surface_destroy(surface) }
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, "A Handbook of Margins")
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_AUTHOR, "The Postil authors")
    let context = cairo_create(surface)
    defer { cairo_destroy(context) }
    let canvas = Canvas(context: context, width: size.width, height: size.height)
    for (index, page) in pages.enumerated() {
      canvas.destination("page-\(index + 1)")
      page.draw(canvas)
      cairo_pdf_surface_add_outline(
        surface, CAIRO_PDF_OUTLINE_ROOT, page.title, "page=\(index + 1)", CAIRO_PDF_OUTLINE_FLAG_OPEN)
      cairo_show_page(context)
    }
    cairo_surface_finish(surface)
    try check([cairo_status(context), cairo_surface_status(surface)])
  }

  private static func check(_ states: [cairo_status_t]) throws {
    guard let status = states.first(where: { $0 != CAIRO_STATUS_SUCCESS }) else { return }
    throw PDFError(
      .cannotWrite, "The document cannot be made: check that there is space for temporary files.",
      underlying: cairo_status_to_string(status).map { String(cString: $0) })
  }

  // MARK: - Furniture

  static func heading(_ canvas: Canvas, _ number: String, _ title: String) {
    canvas.color(paper)
    canvas.rectangle(0, 0, canvas.width, canvas.height)
    canvas.fill()
    canvas.color(accent)
    canvas.font(.sans, 8.5)
    canvas.text("A HANDBOOK OF MARGINS", 64, 52)
    canvas.line(64, 60, canvas.width - 64, 60, width: 0.6)
    canvas.font(.serif, 25)
    canvas.color(ink)
    canvas.text(title, 64, 112)
    canvas.color(pale)
    canvas.font(.italic, 10)
    canvas.text(number, 64, canvas.height - 36)
  }

  static func body(_ canvas: Canvas, _ text: String, y: Double) -> Double {
    canvas.font(.serif, 9.6)
    canvas.color(ink)
    return canvas.paragraph(text, x: 64, y: y, width: 346, leading: 15.4) + 6
  }

  static func caption(_ canvas: Canvas, _ text: String, _ x: Double, _ y: Double, width: Double) {
    canvas.font(.italic, 8.6)
    canvas.color(pale)
    canvas.paragraph(text, x: x, y: y, width: width, leading: 12.5)
  }
}
