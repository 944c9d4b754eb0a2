import Foundation
import PostilFile
public import PostilModel
public import PostilRender
import PostilRenderProtocol

/// Shows the pages of a document as they are now, edits that are not saved yet included.
///
/// Pages are drawn by processes of their own, `postil-render`: what hangs or crashes them costs a page and never the
/// program. A viewer asks for what it shows with ``updates(for:)`` and is given a preview at once, then tile after tile:
///
/// ```swift
/// let renderer = PageRenderer(document)
/// let viewport = Viewport(page: page.id, rect: ViewRect(x: 0, y: 0, width: 800, height: 600), scale: 2)
/// for await update in renderer.updates(for: viewport) {
///   if let image = update.preview { show(image) }
///   if let tile = update.tile { show(tile) }
///   if let error = update.error { show(error) }
/// }
/// ```
///
/// What was drawn is kept: tiles and previews in memory, previews on disk too if ``RenderOptions/previewFolder`` says where. A page's own
/// content is drawn once; what this session draws on it is painted over it. So an edit makes only those
/// tiles out of date that it touches (``staleTiles()``), and mostly none of them has to be drawn again by poppler. It has to
/// where an annotation changes that lies under others of the file, or that another program drew. The
/// pages shown are those of the file as it was opened, with all edits, as they will look in the saved file: saving changes
/// nothing that is seen.
///
/// A task that is canceled ends with `CancellationError` at once; what was drawn by then is kept.
public final class PageRenderer: Sendable {
  let options: RenderOptions
  let engines: RenderEngines
  private let renderers: PageRenderers
  let views: PageViews
  let caches: ImageCaches
  /// The memory of what this program paints itself, and no worker sees.
  let pool: PixelBufferPool
  let stored: StoredPreviews?
  let pins = PinnedTiles()
  let broadcast: StaleTilesBroadcast
  let document: PDFDocument

  /// Makes a renderer of a document. It keeps the document open for as long as it lives. Its threads and processes are
  /// started when they are first needed.
  public init(_ document: PDFDocument, options: RenderOptions = RenderOptions()) {
    self.document = document
    self.options = options
    let caches = ImageCaches(options)
    self.caches = caches
    pool = PixelBufferPool(byteLimit: 16 << 20)
    let broadcast = StaleTilesBroadcast()
    self.broadcast = broadcast
    let renderers = PageRenderers(options.renderer) {
      (try? ProcessOptions.standard($0).findProgram()) != nil
    }
    self.renderers = renderers
    views = PageViews(document, options.look, renderers) { stale in
      caches.drop(stale)
      broadcast.send(stale)
    }
    let stored = StoredPreviews(document, document.openedFile, options, pool)
    self.stored = stored
    let backends = document.renderBackends
    engines = RenderEngines(EngineOptions(options)) { file, firstPage, renderer, options in
      let backend = backends.backend(of: file, firstPage: firstPage, renderer)
      return RenderEngine(backend, url: file.url, options: options) { request, image in
        caches.keep(image, for: request)
        stored?.keep(image, for: request)
      }
    }
  }

  // MARK: - How pages are shown

  /// How pages are shown: which layers, with or without annotations, in which colors. Another look makes tiles out of date where it shows
  /// something else (``staleTiles()``); the document does not change.
  ///
  /// - Complexity: O(pages that were shown).
  public var look: PageLook {
    get { views.look }
    set { views.look = newValue }
  }

  // MARK: - Whole pages

  /// The page on white paper, at `scale` pixels a unit of page space: 1 is 72 dpi, but for pages with larger units
  /// (``PDFPage/userUnit``), of which it is 72 dpi divided by their size. Crop box and rotation are heeded. For
  /// large pages and scales use tiles: an image has at most 32,767 pixels a side, and takes up to 1 GB.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.invalidArgument` (with the largest scale
  ///   that works), `.damaged`, `.renderFailed`, `.renderTimedOut`, `.renderCrashed` or `.rendererNotFound`;
  ///   `CancellationError`.
  public func image(of page: PageID, scale: Double) async throws -> PageImage {
    let view = try views.view(of: page)
    let base = try await draw(.page(try view.wholePage(scale: scale)), of: view, RenderUrgency(.visible))
    return try paint(view, over: base, scale: scale)
  }

  /// The page on white paper, `width` pixels wide, and as high as it then is.
  ///
  /// - Throws: As ``image(of:scale:)``.
  public func image(of page: PageID, width: Int) async throws -> PageImage {
    try await image(of: page, scale: scale(of: page, width: width))
  }

  /// The page in the middle of an image of just so many pixels, as large as it fits in, with paper around it.
  ///
  /// - Throws: As ``image(of:scale:)``.
  public func image(of page: PageID, width: Int, height: Int) async throws -> PageImage {
    let size = try ImageSize(pixelWidth: width, height: height)
    let view = try views.view(of: page)
    let image = try await image(of: page, scale: scale(of: page, width: width, height: height))
    guard image.width != width || image.height != height else { return image }
    let paper = view.look.paper == .transparent ? PageImage(try PixelBuffer(size)) : try .blank(size)
    let canvas = try PixelBuffer(copying: paper.with(view.look.colors, pool: pool), pool: nil)
    canvas.place(image, x: max(width - image.width, 0) / 2, y: max(height - image.height, 0) / 2)
    return PageImage(canvas)
  }

  /// The scale at which a page, as it is shown, is so many pixels wide, and no more than so many high.
  package func scale(of page: PageID, width: Int, height: Int? = nil) throws -> Double {
    guard width > 0 else {
      throw PDFError(.invalidArgument, "An image cannot be \(width) pixels wide: give a number above 0.")
    }
    let shown = try views.view(of: page).transform(scale: 1).viewSize
    return min(Double(width) / shown.width, height.map { Double($0) / shown.height } ?? .infinity)
  }

  // MARK: - Housekeeping

  /// Frees memory: the least recently used tiles until `bytes` are left, visible ones last, all previews and spare memory, and
  /// the processes that draw pages and read their text, with their recordings. What is needed again is drawn again.
  public func trimMemory(tileMemory bytes: Int = 0) {
    caches.tiles.shrink(to: bytes)
    caches.outdated.shrink(to: 0)
    caches.previews.shrink(to: 0)
    for engine in engines.all { engine.trimMemory() }
    document.textReader.trimMemory()
    document.popplerReader.trimMemory()
    document.imageReaders.trimMemory()
    pool.drain()
    PixelBufferPool.pictures.drain()
  }

  /// Why no previews are kept on disk, if that was tried and failed: the folder cannot be written to, or the disk is
  /// full. Everything else works without.
  public var previewWarning: PDFError? { stored?.warning }

  /// Removes the pictures of the document's pages that are kept on disk, and keeps none any more: for a document whose content must
  /// not stay, as one that was redacted.
  public func removeStoredPreviews() async { await stored?.removeAll() }

  /// What was wrong with a page when it was drawn, in poppler's words: a font that cannot be read, an image that is
  /// cut short. The page is shown without it. Empty for pages that were not drawn yet.
  public func warnings(of page: PageID) -> [String] {
    guard let key = try? views.view(of: page).renderKey,
      let engine = try? engines.engine(for: key.source, key.renderer, in: document)
    else { return [] }
    return engine.messages(ofPage: key.index)
  }

  /// The fonts that a page shows text in, and its file does not have, each with what the renderer takes in its place: letters may look
  /// different, or be missing. Sorted by name.
  ///
  /// ```swift
  /// for font in try await renderer.substitutedFonts(of: page.id) {
  ///   print("\(font.name) is shown in \(font.substitute ?? "nothing: install a font")")
  /// }
  /// ```
  ///
  /// What is installed decides. PDFium has some fonts of its own; poppler takes all from the system: Debian's `fonts-urw-base35` has the
  /// fourteen that every viewer is to have, `fonts-noto-cjk` those of Chinese, Japanese and Korean texts.
  ///
  /// - Throws: As ``image(of:scale:)``; with code `.unsupported` if the library of PDFium is too old to tell.
  /// - Complexity: O(the page's size). Draws nothing.
  public func substitutedFonts(of page: PageID) async throws -> [SubstitutedFont] {
    let view = try views.view(of: page)
    // Alone, since poppler looks through all pages before the one that is asked for.
    let key = view.ownDocumentKey(in: document)
    if view.renderKey.snapshot == nil, case .blank? = view.renderKey.source { return [] }
    let fonts = try await result(of: .fonts(key), of: view, RenderUrgency(.visible)).fonts()
    guard key.renderer.ofProgram == .poppler else { return SubstitutedFont.sorted(fonts) }
    // Poppler tells of all that resources list.
    let shown = Set(try await document.fonts(on: [page]).compactMap(\.name))
    return SubstitutedFont.sorted(fonts.filter { shown.contains($0.font) })
  }

  /// What poppler is known to draw wrong of a page, whichever renderer is chosen, by name: because of it ``RendererChoice/automatic``
  /// has another draw it.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.damaged`.
  package func popplerWeaknesses(of page: PageID) throws -> [String] {
    try document.popplerWeaknesses(of: page).map(\.rawValue).sorted()
  }

  /// Lets a page be drawn again that took too long or crashed the process that drew it
  /// (``PDFError/Code/renderTimedOut``, ``PDFError/Code/renderCrashed``): until then it fails at once. So does every page of a
  /// document that could not be opened for drawing: after this all of them are tried again. The same holds for the page's text
  /// (``PDFDocument/retryReading(_:)``). Draws nothing by itself. Where `postil-render` was not found
  /// (``PDFError/Code/rendererNotFound``), or the system had no process or memory left, the next request tries again in any case.
  public func retry(_ page: PageID) {
    document.retryReading(page)
    guard let key = try? views.view(of: page).renderKey,
      let engine = try? engines.engine(for: key.source, key.renderer, in: document)
    else { return }
    engine.retry(page: key.index)
  }

  /// What shuts the processes in that draw the document's pages; `nil` before the first was started.
  public var isolation: RenderIsolation? {
    engines.own.lazy.compactMap(\.isolation).first.map { RenderIsolation($0) }
  }

  /// What the system shuts such processes in with, found out by drawing an empty page, and not a document that one may want to
  /// keep from them.
  ///
  /// - Throws: ``PDFError`` as ``image(of:scale:)``, also if less than ``PostilRuntime/requiredIsolation`` is there.
  public static func probeIsolation() async throws -> RenderIsolation? {
    let blank = try PDFDocument()
    _ = try blank.insertBlankPage(width: 16, height: 16, at: 0)
    // Opened again: blank pages of a session are drawn without those processes.
    let document = try PDFDocument(data: await blank.dataRepresentation())
    let renderer = PageRenderer(document)
    _ = try await renderer.image(of: document.pageIDs[0], scale: 1)
    return renderer.isolation
  }

  /// What the renderer did and what it keeps.
  public var statistics: RenderStatistics {
    let work = engines.all.map(\.statistics)
    var statistics = RenderStatistics()
    statistics.tiles = caches.tiles.statistics
    statistics.previews = caches.previews.statistics
    if let stored { statistics.storedPreviews = stored.statistics }
    for work in work {
      statistics.recordingBytes += work.cachedBytes
      statistics.pagesDrawn += work.pagesDrawn
      statistics.joinedRequests += work.joined
      statistics.timedOutPages += work.timedOut
      statistics.crashedPages += work.crashed
    }
    return statistics
  }

  /// Has the engine draw something of a page. Its errors name the page by its place in the file as it was opened;
  /// ours by its place now.
  func draw(_ request: RenderRequest, of view: PageView, _ urgency: RenderUrgency) async throws -> PageImage {
    try await result(of: request, of: view, urgency).image()
  }

  /// As ``draw(_:of:_:)``, for any request.
  func result(of request: RenderRequest, of view: PageView, _ urgency: RenderUrgency) async throws
    -> RenderResult
  {
    do {
      let facts = try document.renderTraits(of: view.page)
      let request = facts.isHardToRecord ? request.withoutRecording : request
      if view.renderKey.snapshot == nil, case .blank? = view.renderKey.source {
        return .image(try Self.blank(request))
      }
      return try await drawn(request, of: view, urgency)
    } catch var error as PDFError {
      error.pageIndex = document.pageIDs.firstIndex(of: view.page)
      throw error
    }
  }

  /// Has the engine of the page's renderer draw; and those of others, if the page is passed on.
  private func drawn(
    _ request: RenderRequest, of view: PageView, _ urgency: RenderUrgency
  ) async throws -> RenderResult {
    var (key, request) = (view.renderKey, request)
    while true {
      do {
        let isInCMYK =
          try key.renderer == .splash && document.popplerWeaknesses(of: view.page).contains(.blendingInCMYK)
        return try await engines.engine(for: key.source, key.renderer, in: document).result(
          of: isInCMYK ? request.inCMYK : request, urgency)
      } catch let error as PDFError where error.passesOn(from: key.renderer) {
        // None draws a page twice.
        let isMissing = [.rendererNotFound, .unsupported].contains(error.code)
        guard let other = renderers.passOn(key, isMissing: isMissing) else { throw error }
        // Whoever has tiles by the other one is told.
        try views.refreshed(view.page)
        key.renderer = other
        request = request.drawn(by: other)
      }
    }
  }

  /// What an engine would draw of a page without content, always as an image.
  private static func blank(_ request: RenderRequest) throws -> PageImage {
    switch request {
    case .tile(let area, _), .page(let area), .preview(let area, _):
      let size = try ImageSize(pixelWidth: area.rect.width, height: area.rect.height)
      return area.renderKey.isTransparent ? PageImage(try PixelBuffer(size)) : try .blank(size)
    case .svg, .fonts, .text, .ownText, .layout, .drawings: throw RenderResult.mismatch
    }
  }

  // MARK: - Annotations

  /// Paints the session's annotations over a page or a part of it.
  func paint(
    _ view: PageView, over base: PageImage, scale: Double, rect: PixelRect? = nil
  ) throws -> PageImage {
    let rect = rect ?? PixelRect(x: 0, y: 0, width: base.width, height: base.height)
    let transform = view.transform(scale: scale)
    let pictures = view.overlay.items(touching: transform.pageRect(ViewRect(rect))).compactMap(\.picture)
    return try paint(pictures, transform, over: base, rect).with(view.look.colors, pool: pool)
  }

  /// Paints pictures over an image that shows a part of a page.
  func paint(
    _ pictures: [PreparedAppearance], _ transform: PageTransform, over base: PageImage, _ rect: PixelRect
  ) throws -> PageImage {
    guard !pictures.isEmpty else { return base }
    let copy = try PixelBuffer(copying: base, pool: pool)
    try OverlayPainter(transform: transform).paint(pictures, into: copy, x: rect.x, y: rect.y)
    return PageImage(copy, renderer: base.renderer)
  }
}

extension ViewRect {
  init(_ rect: PixelRect) {
    self.init(x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height))
  }
}

extension PDFError {
  /// Whether another renderer may do what one could not. What poppler has no memory for may be there the next time.
  fileprivate func passesOn(from renderer: Renderer) -> Bool {
    switch code {
    case .renderCrashed, .renderTimedOut: true
    case .renderFailed, .rendererNotFound, .unsupported, .damaged: renderer != .poppler
    default: false
    }
  }
}

extension EngineOptions {
  fileprivate init(_ options: RenderOptions) {
    self.init()
    workerCount = max(options.workerCount, 1)
    deadline = max(options.deadline, .milliseconds(1))
    cachedRenderings = RenderingCacheLimit(byteCount: max(options.recordingMemory, 0) / workerCount, count: 8)
    cachedRenderings.heavyByteCount = options.heavyRecording
    spareMemory = 48 << 20
    keepsLatestProcess = true
  }
}
