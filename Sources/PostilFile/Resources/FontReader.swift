package import PostilModel

/// Finds the fonts in which a file's pages show text. It has its own view of the objects; one thread at a time.
package final class FontReader {
  private let contents: PageContents

  package init(_ file: OpenedFile) throws { contents = try PageContents(file) }

  /// The fonts found so far, in the order in which they are used.
  package private(set) var fonts: [DocumentFont] = []
  private var places: [PageResources.Font: Int] = [:]

  /// Adds the fonts of a page.
  ///
  /// - Parameters:
  ///   - index: The page's place in the file.
  ///   - id: What the page is in the document.
  ///   - check: Called every few milliseconds; what it throws ends the reading.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.damaged` or `.unsupported`; what `check` throws.
  /// - Complexity: O(bytes of what the page shows).
  package func addFonts(ofPage index: Int, as id: PageID, check: @escaping @Sendable () throws -> Void) throws
  {
    for font in try contents.resources(ofPage: index, check: check).fonts {
      let place = places[font] ?? fonts.count
      if place == fonts.count {
        guard let dictionary = dictionary(font) else { continue }
        places[font] = place
        fonts.append(dictionary)
      }
      fonts[place].pages.append(id)
    }
  }

  private func dictionary(_ font: PageResources.Font) -> DocumentFont? {
    let objects = contents.objects
    switch font {
    case .object(let id):
      return objects.object(id).dictionary.map { DocumentFont($0, number: id.number, objects) }
    case .direct(let entries): return DocumentFont(entries, number: nil, objects)
    }
  }
}
