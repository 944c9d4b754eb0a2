import CPostilCairo
package import PostilRenderProtocol
package import PostilRenderServer

/// Renders parts of pages, each from a cached rendering of the page: a recording, or, where replaying would not give
/// the same pixels, an image of a large part.
package final class PageDrawer: PageDrawing {
  private var documents: SnapshotDocuments<PopplerDocument>
  private var cachedRenderings: RenderingCache<CachedRendering>
  /// For pictures that are not cached.
  private var scratch = ScratchMemory()
  /// How often poppler rendered a page.
  package private(set) var pagesDrawn = 0
  package init(_ document: PopplerDocument, limit: RenderingCacheLimit) {
    documents = SnapshotDocuments(document)
    cachedRenderings = RenderingCache(limit: limit)
  }

  package var document: PopplerDocument { documents.document }
  /// The indices of the pages with cached renderings.
  package var knownPages: Set<Int> { cachedRenderings.pages }
  /// The memory of the cached renderings, in bytes.
  package var byteCount: Int { cachedRenderings.byteCount }
  /// The numbers of the snapshots whose documents are kept.
  package var knownSnapshots: [Int] { documents.numbers }

  /// Trims the cache to its limit while idle.
  package func trimCache() {
    cachedRenderings.trimWhileIdle()
    scratch.trim()
  }

  /// Keeps the document of a snapshot.
  package func add(_ snapshot: PopplerDocument, number: Int) {
    documents.add(snapshot, number: number)
  }

  /// Draws a part of a page into a block of the part's size.
  package func draw(_ area: DrawnArea, into block: PixelBlock) throws {
    var area = area
    if cachedRenderings.isHeavy(area.page.index) { area.page.isHardToRecord = true }
    let view = try view(of: area)
    // Several images of one page would evict each other, and each takes rendering all of the page.
    if !CacheExtent.fitsOnePicture(width: view.size.width, height: view.size.height) {
      area.page.isHardToRecord = false
    }
    // Of Splash there are no recordings.
    if area.page.isDrawnBySplash { area.page.isHardToRecord = true }
    let rendering = try rendering(for: area, view)
    switch rendering.content {
    case .recording(let recording): try replay(recording, at: rendering.offset, area.rect, view, into: block)
    case .picture(let picture): block.copy(area.rect, from: picture, at: rendering.area)
    }
  }

  /// Renders a part of a page directly, without caching.
  private func drawDirectly(_ area: DrawnArea, into block: PixelBlock) throws {
    let view = try view(of: area)
    if area.page.isDrawnBySplash {
      let (document, index) = try documents.document(of: area.page)
      pagesDrawn += 1
      return try document.forSplash().draw(area, ofPage: index, into: block)
    }
    try block.draw { context in
      cairo_translate(context, -Double(area.rect.x), -Double(area.rect.y))
      try paint(area, view, into: context)
    }
  }

  /// Draws a part of a page without caching. The pixels stay until the next call of this.
  package func pixels(_ area: DrawnArea) throws -> UnsafeRawBufferPointer {
    let block = try scratch.block(width: area.rect.width, height: area.rect.height)
    try drawDirectly(area, into: block)
    return UnsafeRawBufferPointer(block.bytes)
  }

  package func svg(_ page: WorkerPage) throws -> [UInt8] {
    var area = DrawnArea(page: page, scale: 1, rect: PixelRect(x: 0, y: 0, width: 1, height: 1))
    let size = try view(of: area).size
    area.scale = SVGFile.scale(width: size.width, height: size.height)
    let view = try view(of: area)
    let file = SVGFile(width: size.width, height: size.height, scale: area.scale)
    try file.draw { try paint(area, view, isEmpty: true, into: $0) }
    return try file.finished()
  }

  package func fontSubstitutes(_ page: WorkerPage) throws -> [FontSubstitute] {
    let (document, index) = try documents.document(of: page)
    return document.fontSubstitutes(upToPage: index)
  }

  /// The view of the unturned page, and the turn.
  private func view(of area: DrawnArea) throws -> ViewTurn {
    let (document, index) = try documents.document(of: area.page)
    return try ViewTurn(area, ofPageOf: document.size(ofPage: index))
  }

  /// The cached rendering that contains the area; it is made if there is none.
  private func rendering(for area: DrawnArea, _ view: ViewTurn) throws -> CachedRendering {
    var kind = area.page
    if !kind.isHardToRecord { kind.quarterTurns = 0 }
    let needed = area.page.isHardToRecord ? area.rect : view.source(of: area.rect)
    let offset = area.page.isHardToRecord ? (x: 0, y: 0) : view.fraction
    if let rendering = cachedRenderings.rendering(
      kind, scale: area.scale, holding: needed, at: offset)
    {
      return rendering
    }
    return try cachedRenderings.insert(kind, scale: area.scale) {
      area.page.isHardToRecord ? try picture(of: area, view) : try record(kind, area.scale, needed, view)
    }
  }

  // MARK: - Recordings

  private func record(_ page: WorkerPage, _ scale: Double, _ needed: PixelRect, _ view: ViewTurn) throws
    -> CachedRendering
  {
    let extent = CacheExtent.recording(of: needed, width: view.width, height: view.height)
    let unturned = DrawnArea(page: page, scale: scale, rect: extent)
    let flat = ViewTurn(turn: .none, width: view.width, height: view.height)
    let offset = view.fraction
    let recording = try PageRecording(area: extent) { context in
      cairo_translate(context, -offset.x, -offset.y)
      try paint(unturned, flat, into: context)
    }
    return CachedRendering(area: extent, content: .recording(recording), offset: offset)
  }

  /// Replays a recording into a block. Never through a rotation: cairo 1.16 then rotates each letter the wrong way. A
  /// turned page is replayed unturned, aligned with its turned pixels, and the pixels are turned.
  private func replay(
    _ recording: PageRecording, at offset: (x: Double, y: Double), _ rect: PixelRect, _ view: ViewTurn,
    into block: PixelBlock
  ) throws {
    var source = view.exactSource(of: rect)
    // Without errors of rounding: images would be drawn off the pixels that they were averaged to.
    (source.x, source.y) = ((source.x - offset.x).rounded(), (source.y - offset.y).rounded())
    guard view.turn != .none else { return try replay(recording, x: source.x, y: source.y, into: block) }
    let unturned = try PixelBlock(width: source.width, height: source.height)
    try replay(recording, x: source.x, y: source.y, into: unturned)
    view.turn.turn(
      UnsafeRawBufferPointer(unturned.bytes), into: block.bytes, width: block.width, height: block.height)
  }

  private func replay(_ recording: PageRecording, x: Double, y: Double, into block: PixelBlock) throws {
    try block.draw { context in
      cairo_translate(context, -x, -y)
      recording.replay(into: context)
    }
  }

  // MARK: - Pictures

  private func picture(of area: DrawnArea, _ view: ViewTurn) throws -> CachedRendering {
    let extent = CacheExtent.picture(around: area.rect, width: view.size.width, height: view.size.height)
    let block = try PixelBlock(width: extent.width, height: extent.height)
    try drawDirectly(DrawnArea(page: area.page, scale: area.scale, rect: extent), into: block)
    return CachedRendering(area: extent, content: .picture(block))
  }

  /// Renders a page with poppler, its view's upper left corner at the context's origin.
  ///
  /// - Parameter isEmpty: Whether nothing was drawn with the context yet.
  private func paint(_ area: DrawnArea, _ view: ViewTurn, isEmpty: Bool = false, into context: OpaquePointer)
    throws
  {
    var (matrix, scaling, turning) = (cairo_matrix_t(), cairo_matrix_t(), view.matrix)
    cairo_matrix_init_scale(&scaling, area.scale, area.scale)
    cairo_matrix_multiply(&matrix, &scaling, &turning)
    pagesDrawn += 1
    let (document, index) = try documents.document(of: area.page)
    try document.withPage(index) { page in
      document.show(page, index: index, hiding: area.page.hidden)
      try PopplerDocument.draw(
        page, matrix, on: area.page.isTransparent ? isEmpty ? .none : .cleared : .white, into: context)
    }
  }
}

extension WorkerPage {
  /// On no paper, cairo draws.
  fileprivate var isDrawnBySplash: Bool { device != .cairo && !isTransparent }
}
