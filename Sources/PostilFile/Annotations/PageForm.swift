package import Foundation
import PostilModel

/// A page of a document as a form XObject (ISO 32000-2, 8.10), without its annotations.
struct PageForm {
  let object: ObjectID
  /// Its width and height in points; the lower left corner is at the origin.
  let size: (width: Double, height: Double)
}

/// The forms of the pages that annotations show: each document's is made once.
package final class PageForms {
  private let changes: ObjectChanges
  private var sources: [Data: PageFormSource] = [:]
  private var known: [Place: PageForm] = [:]

  private struct Place: Hashable {
    let document: Data
    let index: Int
  }

  init(_ changes: ObjectChanges) { self.changes = changes }

  /// - Throws: ``PDFError`` with code `.invalidArgument` if that is no document whose page can be used.
  func form(of document: Data, index: Int) throws -> PageForm {
    let place = Place(document: document, index: index)
    if let form = known[place] { return form }
    do {
      let source = try sources[document] ?? PageFormSource(document, to: changes)
      sources[document] = source
      let page = try source.page(at: index)
      let form = try source.form(of: page, matrix: Self.matrix(page.box, page.rotation))
      try source.requireReadable()
      let box = page.box
      let sides = page.rotation.isSideways ? (box.height, box.width) : (box.width, box.height)
      let result = PageForm(object: changes.add(form), size: sides)
      known[place] = result
      return result
    } catch let error as PDFError {
      throw Self.unusable(error)
    }
  }

  /// Lists the layers of the documents.
  func finish() { for source in sources.values { source.listLayers() } }

  fileprivate static func unusable(_ error: PDFError) -> PDFError {
    PDFError(
      .invalidArgument,
      "The page cannot be shown on another: it must be in a PDF document that can be read, and cover an area.",
      underlying: error.message)
  }

  /// Turns the box as the page is turned, and puts its lower left corner at the origin.
  private static func matrix(_ box: PageRect, _ rotation: PageRotation) -> [Double] {
    switch rotation {
    case .none: [1, 0, 0, 1, -box.minX, -box.minY]
    case .clockwise90: [0, -1, 1, 0, -box.minY, box.maxX]
    case .clockwise180: [-1, 0, 0, -1, box.maxX, box.maxY]
    case .clockwise270: [0, 1, -1, 0, box.maxY, -box.minX]
    }
  }
}

/// Looks at the pages that annotations show: each document is read once.
package final class PageFormCheck {
  private var sources: [Data: PageFormSource] = [:]

  package init() {}

  /// - Throws: ``PDFError`` with code `.invalidArgument` if that is no document whose page can be used.
  package func requirePage(_ index: Int, of document: Data) throws {
    do {
      let source = try sources[document] ?? PageFormSource(document, to: nil)
      sources[document] = source
      guard try !source.page(at: index).box.isEmpty else {
        throw PDFError(.invalidGeometry, "The page covers no area.")
      }
    } catch let error as PDFError {
      throw PageForms.unusable(error)
    }
  }
}

/// A document whose pages become forms. What several of them share, such as fonts, is copied once.
final class PageFormSource {
  private let graph: ObjectGraph
  private let copier: ObjectCopier?
  private var tree: PageTree
  private lazy var clusters = ClusterTexts(graph)
  private lazy var context = ContentContext(graph, fileSize: graph.fileSize)

  /// - Parameter changes: Where forms are added; `nil` if there are to be none.
  /// - Throws: ``PDFError`` if that is no document.
  init(_ document: Data, to changes: ObjectChanges?) throws {
    let bytes = try FileBytes(data: document)
    graph = ObjectGraph(try ObjectReader(bytes, password: nil, chain: try? XrefChain(bytes.pointer)))
    copier = changes.map { [graph] in ObjectCopier(from: graph, to: $0) }
    tree = try PageTree(graph)
  }

  /// A page of the document.
  struct Page {
    fileprivate let dictionary: PDFDictionary
    /// The crop box.
    let box: PageRect
    let rotation: PageRotation
  }

  /// - Throws: ``PDFError`` if there is no such page.
  func page(at index: Int) throws -> Page {
    let count = tree.count
    guard index >= 0, index < count else {
      throw PDFError(.pageOutOfRange, "The document has \(count) pages.")
    }
    let page = try PageTree.entry(at: index, in: &tree, of: count, graph, nil).withInherited
    let attributes = PageAttributes(graph) { page[$0] }
    return Page(
      dictionary: page, box: attributes.boxes[.cropBox] ?? .zero, rotation: attributes.rotation)
  }

  /// A page as a form, without its annotations and without its transparency group: that of cairo's pages is isolated,
  /// and would keep what is below out of blending.
  ///
  /// - Parameter matrix: From the page's space to that of the form's user.
  /// - Throws: ``PDFError`` if the page cannot be used.
  func form(of page: Page, matrix: [Double]) throws -> PDFObject {
    let dictionary = try dictionary(of: page, matrix: matrix)
    return try deflatedContent(of: page, dictionary)
      ?? Flate.stream(dictionary, try graph.content(ofPage: page.dictionary))
  }

  private func dictionary(of page: Page, matrix: [Double]) throws -> PDFDictionary {
    var dictionary: PDFDictionary = ["Type": .name("XObject"), "Subtype": .name("Form")]
    dictionary["BBox"] = AnnotationWriter.rect(page.box)
    dictionary["Matrix"] = .numbers(matrix)
    dictionary["Resources"] = try copier?.copy(page.dictionary["Resources"] ?? .dictionary([:]))
    return dictionary
  }

  /// The form with the data of the page's only content stream as the file has them, if they are deflated: it takes no time to use them
  /// again, however much they say.
  private func deflatedContent(of page: Page, _ dictionary: PDFDictionary) throws -> PDFObject? {
    guard let id = page.dictionary["Contents"]?.reference, case .stream(let own, _) = graph.object(id),
      own["Filter"]?.name == "FlateDecode", own["DecodeParms"] == nil, own["F"] == nil
    else { return nil }
    var dictionary = dictionary
    dictionary["Filter"] = .name("FlateDecode")
    return .stream(dictionary, .encoded(try graph.streamData(id)))
  }

  /// A page that cairo drew texts on, as a form.
  ///
  /// - Throws: ``PDFError`` if the page cannot be used.
  func form(ofTexts page: Page, matrix: [Double]) throws -> PDFObject {
    let content = try graph.content(ofPage: page.dictionary)
    clusters.read(content, resources: page.dictionary["Resources"])
    return Flate.stream(try dictionary(of: page, matrix: matrix), content)
  }

  /// A page that cairo drew texts on, as a part of another content.
  ///
  /// - Throws: ``PDFError`` if the page cannot be used.
  func content(ofTexts page: Page, matrix: [Double]) throws -> TextContent {
    let content = try graph.content(ofPage: page.dictionary)
    let resources = page.dictionary["Resources"] ?? .dictionary([:])
    clusters.read(content, resources: resources)
    return try TextContent(
      content, graph.resolve(resources).dictionary ?? [:],
      copied: try copier?.copy(.dictionary(resolved(resources))).dictionary ?? [:], matrix: matrix, context)
  }

  /// Resources whose categories are dictionaries of their own.
  private func resolved(_ resources: PDFObject) -> PDFDictionary {
    var result = PDFDictionary()
    for entry in graph.resolve(resources).dictionary?.entries ?? [] {
      result.append(entry.key, graph.resolve(entry.value))
    }
    return result
  }

  /// Completes the maps of fonts of pages with texts, when all forms are made.
  func completeTexts() throws {
    for (map, bytes) in clusters.maps {
      try copier?.replace(map, by: Flate.stream([:], bytes))
    }
    for font in clusters.allFonts { try completeDescendant(of: font) }
  }

  /// Has a composite font with TrueType outlines say that its codes are numbers of glyphs: cairo leaves it out, and PDF/A wants it
  /// (ISO 19005-3, 6.2.11.3.2).
  private func completeDescendant(of font: ObjectID) throws {
    guard let copier, let list = graph.resolve(graph.object(font).dictionary?["DescendantFonts"]).array,
      let descendant = list.first?.reference, let dictionary = graph.object(descendant).dictionary,
      dictionary["Subtype"]?.name == "CIDFontType2", dictionary["CIDToGIDMap"] == nil,
      var copy = try copier.copy(.dictionary(dictionary)).dictionary
    else { return }
    copy["CIDToGIDMap"] = .name("Identity")
    try copier.replace(descendant, by: .dictionary(copy))
  }

  /// Lists the layers of what was copied.
  func listLayers() { copier?.listLayers() }

  /// - Throws: ``PDFError`` if something could not be read.
  func requireReadable() throws { try graph.requireReadable(nil) }
}
