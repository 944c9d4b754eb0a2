import PostilModel

/// A file that is opened once more to read what its pages show: with a view of the objects of its own, and the fonts and limits of all of
/// them. One thread at a time.
final class PageContents {
  let store: FileStore
  let context: ContentContext
  /// What is not read.
  private(set) var hiddenLayers: HiddenLayers
  private let layers: LayerConfiguration
  private var visibility = LayerVisibility()

  /// The objects as the file has them.
  var objects: ObjectGraph { store.openedGraph }

  /// - Throws: ``PDFError`` as opening a document.
  init(_ file: OpenedFile) throws {
    store = try FileStore(file.bytes, url: file.url, password: file.password, options: OpenOptions())
    context = ContentContext(store.openedGraph, fileSize: store.openedGraph.fileSize)
    layers = LayerConfiguration(store.openedGraph)
    hiddenLayers = HiddenLayers(store.openedGraph, layers.hidden(LayerConditions()))
  }

  /// Reads the layers from now on that are seen on a screen after some were switched. O(layers) if they are others than before.
  func show(_ visibility: LayerVisibility) {
    guard visibility != self.visibility else { return }
    self.visibility = visibility
    hiddenLayers = HiddenLayers(store.openedGraph, layers.hidden(LayerConditions(visibility)))
  }

  /// A page, while something of it is read.
  struct Page {
    let source: SourcePage
    let attributes: PageAttributes

    /// What of it is seen.
    var area: PageRect { attributes.boxes[.cropBox] ?? .zero }
  }

  /// Reads something of a page.
  ///
  /// - Parameters:
  ///   - index: The page's place in the file.
  ///   - check: Called every few milliseconds; what it throws ends the reading.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.damaged`; what `body` and `check` throw.
  func read<Result>(
    _ index: Int, check: @escaping @Sendable () throws -> Void, _ body: (Page) throws -> Result
  ) throws -> Result {
    let source = try store.sourcePage(.opened(index))
    let attributes = PageAttributes(source.graph) { source.dictionary[$0] }
    try source.graph.requireReadable(store.url)
    context.begin(check)
    defer { context.end() }
    return try body(Page(source: source, attributes: attributes))
  }

  /// Goes through the content of a page: what stands before damage, and of streams that cannot be read the others.
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if nothing can be read, `.unsupported` if there is too much; what the check throws.
  func interpret(_ page: Page, _ walk: ContentWalk) throws {
    let shown = shown(page)
    try shown.interpret(shown.content(), walk)
  }

  /// What is seen of a page.
  private func shown(_ page: Page) -> ShownPage {
    ShownPage(dictionary: page.source.dictionary, context: context, hiddenLayers: hiddenLayers)
  }

  /// The appearances of a page's annotations: see ``ShownPage/forEachAnnotation(_:)``.
  func forEachShownAnnotation(of page: Page, _ body: (PDFDictionary, PaintedStream?) throws -> Void) throws {
    try shown(page).forEachAnnotation(body)
  }
}
