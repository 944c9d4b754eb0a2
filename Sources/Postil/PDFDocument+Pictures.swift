import PostilFile
import PostilGraphics
import PostilModel

extension PDFDocument {
  /// Looks at texts, images and pages of documents in annotations that edits would have drawn: characters that no font has,
  /// and what is damaged, are found when they are added, not when they are saved. An annotation that is only moved keeps
  /// the picture that it has.
  ///
  /// - Parameter page: The page of an id as it is before the edits.
  /// - Throws: ``PDFError`` with code `.missingGlyphs` or `.invalidArgument`.
  func requirePictures(for edits: [Edit], page: (PageID) throws -> PDFPage) throws {
    let pages = PageFormCheck()
    for edit in edits {
      switch edit.kind {
      case .addAnnotations(let added, _): for one in added { try one.annotation.requirePictures(pages) }
      case .replaceAnnotations(let changed, let id):
        for new in changed where !new.content.isPathsOnly {
          let old = try page(id).annotation(named: new.id)
          if let old, new.dictionary == old.dictionary, new.style == old.style,
            old.content.displacement(to: new.content) != nil
          {
            continue
          }
          try new.requirePictures(pages)
        }
      default: break
      }
    }
  }
}

extension Annotation {
  fileprivate func requirePictures(_ pages: PageFormCheck) throws {
    guard !content.isPathsOnly, dictionary?.hasAppearance != true else { return }
    for item in appearance.placedItems {
      switch item.content {
      case .text(let placed): _ = try placed.text.measured()
      case .image(let placed): try placed.image.requireReadable()
      case .page(let placed): try pages.requirePage(placed.index, of: placed.document)
      case .path, .group: break
      }
    }
  }
}
