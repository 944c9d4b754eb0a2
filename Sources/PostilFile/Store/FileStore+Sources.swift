package import Foundation
package import PostilModel

extension FileStore {
  // MARK: - Documents that pages come from

  /// Opens a file, which others may have open as well, as a source of pages.
  ///
  /// - Returns: How many pages it has.
  package func register(_ file: OpenedFile, as id: SourceID) throws -> Int {
    let document = try FileStore(file.bytes, url: file.url, password: file.password, options: openOptions)
    documents[.imported(id)] = document
    return document.pageCount
  }

  /// Opens a PDF file of one page as a source.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if it has another number of pages, or as opening a file.
  package func register(_ data: Data, as id: ContentID) throws {
    let document = try FileStore(
      FileBytes(data: data), url: nil, password: nil, options: OpenOptions(access: .memory))
    guard document.pageCount == 1 else {
      throw PDFError(
        .invalidArgument,
        "The content of a page must be a PDF file of one page, and this has \(document.pageCount).")
    }
    documents[.content(id)] = document
  }

  /// The file that a source of pages is in, and the page's index there; `nil` for blank pages.
  package func file(of source: PageSource) throws -> (file: OpenedFile, index: Int)? {
    switch source {
    case .opened(let index): (opened, index)
    case .imported(let id, let index): (try document(.imported(id)).opened, index)
    case .content(let id): (try document(.content(id)).opened, 0)
    case .blank: nil
    }
  }

  /// - Throws: ``PDFError`` with code `.pageOutOfRange` if there is no such page.
  package func require(_ source: PageSource) throws {
    switch source {
    case .opened(let index): guard (0..<pageCount).contains(index) else { throw Self.missing.about(url) }
    case .imported(let id, let index):
      guard (0..<(try document(.imported(id)).pageCount)).contains(index) else {
        throw Self.missing.about(url)
      }
    case .content(let id): _ = try document(.content(id))
    case .blank: break
    }
  }

  private func document(_ source: SourceDocument) throws -> FileStore {
    guard let document = documents[source] else { throw Self.missing.about(url) }
    return document
  }

  /// The file that objects are of, for messages.
  func url(of graph: ObjectGraph) -> URL? {
    documents.values.first { $0.openedGraph === graph }.map(\.url) ?? url
  }

  private static let missing = PDFError(
    .pageOutOfRange, "The content of a page is missing: the document that it comes from was not given.")

  // MARK: - Pages

  /// A page as its source has it.
  func sourcePage(_ source: PageSource) throws -> SourcePage {
    try require(source)
    switch source {
    case .imported(let id, let index): return try document(.imported(id)).sourcePage(.opened(index))
    case .content(let id): return try document(.content(id)).sourcePage(.opened(0))
    case .blank(let size):
      let box = PDFObject.coordinates([0, 0, size.width, size.height])
      return SourcePage(
        graph: graph, object: nil,
        dictionary: ["Type": .name("Page"), "MediaBox": box, "Resources": .dictionary([:])])
    case .opened(let index): return SourcePage(try openedPage(at: index), openedGraph)
    }
  }

  /// A page as the file has it now.
  func pageInFile(_ id: PageID) throws -> SourcePage { SourcePage(try page(id), graph) }

  /// Boxes and rotation of a page as its source has them.
  package func attributes(of source: PageSource) throws -> PageAttributes {
    if let known = caches.attributes[source] { return known }
    let page = try sourcePage(source)
    let attributes = PageAttributes(page.graph) { page.dictionary[$0] }
    try page.graph.requireReadable(url(of: page.graph))
    caches.attributes[source] = attributes
    return attributes
  }

  /// Boxes and rotation of a page as edits left it.
  package func attributes(of page: PageState) throws -> PageAttributes {
    var attributes = try attributes(of: page.source)
    attributes.rotation = attributes.rotation + page.rotation
    guard let boxes = page.boxes else { return attributes }
    let media = boxes[.mediaBox] ?? attributes.boxes[.mediaBox] ?? .zero
    let crop = boxes[.cropBox] ?? attributes.boxes[.cropBox] ?? media
    attributes.boxes.merge(boxes) { $1 }
    if boxes[.cropBox] != nil { attributes.hasUselessCropBox = false }
    attributes.boxes[.mediaBox] = media
    attributes.boxes[.cropBox] = crop.intersection(media).flatMap { $0.isEmpty ? nil : $0 } ?? media
    return attributes
  }

  /// What a page's objects say about drawing it.
  package func renderTraits(of source: PageSource) throws -> RenderTraits {
    if let known = caches.traits[source] { return known }
    let page = try sourcePage(source)
    let traits = RenderTraits(page.dictionary, page.graph)
    try page.graph.requireReadable(url(of: page.graph))
    caches.traits[source] = traits
    return traits
  }

  /// What poppler is known to draw wrong of a page.
  ///
  /// - Complexity: O(the page's content), up to some milliseconds.
  package func popplerWeaknesses(of source: PageSource) throws -> Set<PopplerWeakness> {
    if let known = caches.popplerWeaknesses[source] { return known }
    let page = try sourcePage(source)
    let found = PopplerWeaknessCheck.weaknesses(of: page.dictionary, page.graph)
    try page.graph.requireReadable(url(of: page.graph))
    caches.popplerWeaknesses[source] = found
    return found
  }

  // MARK: - Annotations

  /// Where a page's source has annotations without an appearance that a snapshot of it has one for; empty for most pages.
  ///
  /// - Complexity: O(annotations) at first.
  package func missingAppearances(of source: PageSource) throws -> [PageRect] {
    if let known = caches.missingAppearances[source] { return known }
    let page = try sourcePage(source)
    let found = MissingAppearances(page.dictionary, page.graph).areas
    try page.graph.requireReadable(url(of: page.graph))
    caches.missingAppearances[source] = found
    return found
  }

  /// The annotations that a page's source has, bottom first.
  package func annotations(of source: PageSource) throws -> [Annotation] {
    try openedAnnotations(of: source).list
  }

  /// The annotations that a page's source has, and where they are in it.
  package func openedAnnotations(of source: PageSource) throws -> OpenedAnnotations {
    try sourceAnnotations(of: source).opened
  }

  /// Whether poppler refuses a page as its source has it, because of the number of its annotations.
  package func hasTooManyAnnotations(_ source: PageSource) throws -> Bool {
    if let known = caches.annotations[source] {
      return known.opened.list.count > PageAnnotations.mostForRenderer
    }
    let page = try sourcePage(source)
    return page.graph.resolve(page.dictionary["Annots"]).array?.count ?? 0 > PageAnnotations.mostForRenderer
  }

  func sourceAnnotations(of source: PageSource) throws -> SourceAnnotations {
    if let known = caches.annotations.use(source) { return known }
    let page = try sourcePage(source)
    let isOpened = page.graph === openedGraph
    let found = PageAnnotations(page.dictionary, page.graph) { isOpened ? self.openedPage(of: $0) : nil }
    try page.graph.requireReadable(url(of: page.graph))
    let result = SourceAnnotations(
      opened: OpenedAnnotations(
        list: found.values, marks: found.marks, ownAppearances: found.ownAppearances),
      origins: found.origins, links: found.links)
    caches.annotationReads += 1
    for case .opened(let index) in caches.annotations.insert(result, for: source) {
      origins[PageID(number: index + 1)] = nil
    }
    if case .opened(let index) = source {
      let page = PageID(number: index + 1)
      if origins[page] == nil { origins[page] = originsInFile(found.origins, of: found.values, on: page) }
    }
    return result
  }

  /// The annotations that a page's source has, for an edit that may change them: they are kept from now on.
  package func annotationsToEdit(of source: PageSource) throws -> OpenedAnnotations {
    caches.annotations.pin(source)
    return try openedAnnotations(of: source)
  }

  /// Where the annotations of a page of the file, which no edit changed yet, are now.
  private func originsInFile(
    _ opened: [AnnotationID: PageAnnotations.Origin], of list: [Annotation], on page: PageID
  ) -> [AnnotationID: PageAnnotations.Origin] {
    // The same dictionary, and not another one of the same size.
    if openedGraph.isOfSameFile(as: graph) { return opened }
    // In a file that was written anew every object has another number.
    guard saved.index(of: page) != nil, let dictionary = try? self.page(page).dictionary else {
      return opened
    }
    return (try? relocated(opened, of: list.map(\.id), in: dictionary)) ?? opened
  }

  /// Has a page's annotations read before they are changed, so that it is known where each comes from.
  package func loadAnnotations(of page: PageID, from source: PageSource) throws {
    caches.annotations.pin(source)
    let found = try sourceAnnotations(of: source)
    if origins[page] == nil { origins[page] = found.origins }
  }

  /// What the file says of an annotation, as it is now or was before it was deleted; `nil` if the file does not have it.
  package func rawValue(
    of id: AnnotationID, on page: PageID, from source: PageSource
  ) throws -> PDFValue? {
    let found = try sourceAnnotations(of: source)
    guard let origin = (origins[page] ?? found.origins)[id] else { return nil }
    var reader = PDFValueReader(origin.graph)
    let value = try reader.value(origin.dictionary)
    try origin.graph.requireReadable(url)
    return value
  }

  /// The bytes of the file that an annotation has in the file (`/FS`).
  ///
  /// - Throws: ``PDFError`` with code `.unsupported` if they are not in the document, or `.damaged`.
  package func attachedData(of id: AnnotationID, on page: PageID, from source: PageSource) throws -> Data {
    let found = try sourceAnnotations(of: source)
    let origin = (origins[page] ?? found.origins)[id]
    let graph = origin?.graph ?? self.graph
    return try data(specification: origin.flatMap { graph.resolve($0.dictionary["FS"]).dictionary }, graph)
  }

  /// The bytes of a file specification.
  ///
  /// - Throws: ``PDFError`` with code `.unsupported` if they are not in the document, or `.damaged`.
  func data(specification: PDFDictionary?, _ graph: ObjectGraph) throws -> Data {
    guard let specification, let stream = AttachedFile.stream(specification, graph) else {
      throw PDFError(
        .unsupported, "The document has only the name of the file, not its bytes: look for it elsewhere.",
        url: url)
    }
    let limit = StreamLimit.attachment(encoded: try graph.streamData(stream).count)
    return Data(try graph.decodedStream(stream, limit: limit))
  }

  /// The page that an object of the file was when it was opened; `nil` if it was none. It is of no document yet: links of two files
  /// to pages with one number are compared as equal.
  func openedPage(of object: ObjectID) -> PageID? {
    if let known = caches.openedPages[object] { return known }
    let page = openedTree.index(of: object).map { PageID(number: $0 + 1) }
    caches.openedPages[object] = page
    return page
  }

  /// The annotations of a page in a state, bottom first.
  func annotations(of page: PageID, in state: DocumentState) throws -> [Annotation] {
    let page = state.page(page)
    return try page.annotations?.items ?? annotations(of: page.source)
  }
}

extension SourcePage {
  /// A page of a file, with what it inherits.
  fileprivate init(_ page: PageEntry, _ graph: ObjectGraph) {
    self.init(graph: graph, object: page.object, dictionary: page.withInherited)
  }
}
