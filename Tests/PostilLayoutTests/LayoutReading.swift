import Foundation
import Postil
import PostilLayout
import PostilTestSupport

/// What is read of a document that was written.
struct LayoutReading {
  let document: PDFDocument
  /// The words of each page.
  let pages: [PageText]
  let structure: DocumentStructure

  init(_ layout: LayoutDocument, conformingTo standards: Set<Conformance> = []) async throws {
    document = try PDFDocument(data: try layout.dataAndWait(conformingTo: standards))
    var pages: [PageText] = []
    for page in document.pages { pages.append(try await document.text(of: page.id)) }
    self.pages = pages
    structure = try await document.structure()
  }

  /// The types of all elements with a type, in order.
  var types: [String] {
    var types: [String] = []
    structure.forEach { element, _ in types.append(element.type) }
    return types
  }

  func elements(_ type: String) -> [StructureElement] {
    var found: [StructureElement] = []
    structure.forEach { element, _ in if element.type == type { found.append(element) } }
    return found
  }

  /// Where a text is on a page.
  func box(_ text: String, page: Int = 0) -> PageRect? {
    (try? pages[page].matches(of: text))?.first?.quads.map(\.bounds).reduce(nil) { $0?.union($1) ?? $1 }
  }
}
