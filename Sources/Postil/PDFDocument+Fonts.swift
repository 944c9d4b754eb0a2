import PostilGraphics
import PostilModel

extension PDFDocument {
  /// Sets the texts of annotations that edits would have drawn: what no font has is found when it is written, not when it
  /// is saved. An annotation that is only moved keeps the picture that it has.
  ///
  /// - Parameter page: The page of an id as it is before the edits.
  /// - Throws: ``PDFError`` with code `.missingGlyphs` or `.invalidArgument`.
  func requireFonts(for edits: [Edit], page: (PageID) throws -> PDFPage) throws {
    for edit in edits {
      switch edit.kind {
      case .addAnnotations(let added, _): for one in added { try one.annotation.requireFonts() }
      case .replaceAnnotations(let changed, let id):
        for new in changed where !new.content.isPathsOnly {
          let old = try page(id).annotation(named: new.id)
          let isDrawnAnew = old.map {
            $0.content.displacement(to: new.content) == nil || $0.style != new.style
          }
          if isDrawnAnew ?? true { try new.requireFonts() }
        }
      default: break
      }
    }
  }
}

extension Annotation {
  fileprivate func requireFonts() throws {
    guard !content.isPathsOnly else { return }
    for placed in appearance.texts { _ = try placed.text.measured() }
  }
}
