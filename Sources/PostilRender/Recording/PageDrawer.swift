import CCairo
import PostilModel

/// Renders parts of pages, each from a cached rendering of the page: a recording, or, where replaying would not give
/// the same pixels, an image of a large part. Confined to the thread of its document.
final class PageDrawer {
  let file: PopplerFile
  private let pool: PixelBufferPool?
  private var cachedRenderings: RenderingCache
  /// How often poppler rendered a page.
  private(set) var pagesDrawn = 0
  /// The documents of the snapshots that were drawn last, the latest at the end.
  private var snapshots: [(snapshot: PageSnapshot, file: PopplerFile)] = []
  private static let snapshotLimit = 2

  init(file: PopplerFile, limit: RenderingCacheLimit, pool: PixelBufferPool? = nil) {
    self.file = file
    self.pool = pool
    cachedRenderings = RenderingCache(limit: limit)
  }

  /// The indices of the pages with cached renderings.
  var knownPages: Set<Int> { cachedRenderings.pages }
  /// The memory of the cached renderings, in bytes, as far as known.
  var byteCount: Int { cachedRenderings.byteCount }

  /// Trims the cache to its limit while idle.
  func trimCache() { cachedRenderings.trimWhileIdle() }

  func dropCache() {
    snapshots = []
    cachedRenderings.removeAll()
  }

  /// Draws a part of a page into a buffer of the part's size.
  ///
  /// - Parameter checkpoint: Called between steps; throws if the request has no waiters.
  func draw(_ area: PageArea, into buffer: PixelBuffer, checkpoint: () throws -> Void) throws {
    var area = area
    if cachedRenderings.isHeavy(area.renderKey.index) { area.renderKey.isHardToRecord = true }
    let view = try view(of: area)
    // Several images of one page would evict each other, and each takes rendering all of the page.
    if !CacheExtent.fitsOnePicture(width: view.size.width, height: view.size.height) {
      area.renderKey.isHardToRecord = false
    }
    let rendering = try rendering(for: area, view)
    try checkpoint()
    switch rendering.content {
    case .recording(let recording): try replay(recording, area.rect, view, into: buffer)
    case .picture(let picture): buffer.copy(area.rect, from: picture, at: rendering.area)
    }
  }

  /// Renders a part of a page with poppler directly, without caching.
  func drawDirectly(_ area: PageArea, into buffer: PixelBuffer) throws {
    let view = try view(of: area)
    try buffer.draw { context in
      cairo_translate(context, -Double(area.rect.x), -Double(area.rect.y))
      try paint(area, view, into: context)
    }
  }

  /// The document that a page is drawn from, and its index there.
  private func document(of renderKey: PageRenderKey) throws -> (file: PopplerFile, index: Int) {
    guard let snapshot = renderKey.snapshot else { return (file, renderKey.index) }
    if let known = snapshots.first(where: { $0.snapshot == snapshot }) { return (known.file, 0) }
    let opened = try PopplerFile(.data(snapshot.data()), password: nil)
    snapshots = snapshots.suffix(Self.snapshotLimit - 1) + [(snapshot, opened)]
    return (opened, 0)
  }

  /// The size of a page in points as it is shown, rotated.
  func size(of renderKey: PageRenderKey) throws -> (width: Double, height: Double) {
    let (file, index) = try document(of: renderKey)
    let (width, height) = try file.size(ofPage: index)
    return renderKey.turn.isSideways ? (height, width) : (width, height)
  }

  /// The view of the unrotated page, and the rotation.
  private func view(of area: PageArea) throws -> ViewTurn {
    let (file, index) = try document(of: area.renderKey)
    let (width, height) = try file.size(ofPage: index)
    let view = ViewTurn(turn: area.renderKey.turn, width: width * area.scale, height: height * area.scale)
    // Poppler may measure a file with odd boxes differently than the caller, or NaN.
    guard [view.width, view.height].allSatisfy({ $0 > 0 && $0 <= Self.largestSide }) else {
      throw PDFError(.renderFailed, "The page has no size that could be shown.")
    }
    return view
  }

  /// The largest coordinate of cairo.
  private static let largestSide = 8_388_608.0

  /// The cached rendering that contains the area; it is made if there is none.
  private func rendering(for area: PageArea, _ view: ViewTurn) throws -> CachedRendering {
    let kind = area.renderKey.isHardToRecord ? area.renderKey : area.renderKey.unturned
    let needed = area.renderKey.isHardToRecord ? area.rect : view.source(of: area.rect)
    if let rendering = cachedRenderings.rendering(kind, scale: area.scale, holding: needed) {
      return rendering
    }
    return try cachedRenderings.insert(kind, scale: area.scale) {
      area.renderKey.isHardToRecord ? try picture(of: area, view) : try record(area, needed, view)
    }
  }

  // MARK: - Recordings

  private func record(_ area: PageArea, _ needed: PixelRect, _ view: ViewTurn) throws -> CachedRendering {
    let extent = CacheExtent.recording(of: needed, width: view.width, height: view.height)
    let unturned = PageArea(renderKey: area.renderKey.unturned, scale: area.scale, rect: extent)
    let flat = ViewTurn(turn: .none, width: view.width, height: view.height)
    let recording = try PageRecording(area: extent) { try paint(unturned, flat, into: $0) }
    return CachedRendering(area: extent, content: .recording(recording))
  }

  /// Replays a recording into a buffer. Never through a rotation: cairo 1.16 then rotates each letter the wrong way. A
  /// rotated page is replayed unrotated, aligned with its rotated pixels, and the pixels are rotated.
  private func replay(
    _ recording: PageRecording, _ rect: PixelRect, _ view: ViewTurn, into buffer: PixelBuffer
  ) throws {
    let source = view.exactSource(of: rect)
    guard view.turn != .none else { return try replay(recording, x: source.x, y: source.y, into: buffer) }
    let unturned = try PixelBuffer(
      ImageSize(pixelWidth: source.width, height: source.height), pool: pool, isCleared: false)
    try replay(recording, x: source.x, y: source.y, into: unturned)
    buffer.fill(with: unturned, turned: view.turn)
  }

  private func replay(_ recording: PageRecording, x: Double, y: Double, into buffer: PixelBuffer) throws {
    try buffer.draw { context in
      cairo_translate(context, -x, -y)
      recording.replay(into: context)
    }
  }

  // MARK: - Pictures

  private func picture(of area: PageArea, _ view: ViewTurn) throws -> CachedRendering {
    let extent = CacheExtent.picture(around: area.rect, width: view.size.width, height: view.size.height)
    let buffer = try PixelBuffer(ImageSize(pixelWidth: extent.width, height: extent.height))
    try drawDirectly(PageArea(renderKey: area.renderKey, scale: area.scale, rect: extent), into: buffer)
    return CachedRendering(area: extent, content: .picture(buffer))
  }

  /// Renders a page with poppler, its view's upper left corner at the context's origin.
  private func paint(_ area: PageArea, _ view: ViewTurn, into context: OpaquePointer) throws {
    var (matrix, scaling, turning) = (cairo_matrix_t(), cairo_matrix_t(), view.matrix)
    cairo_matrix_init_scale(&scaling, area.scale, area.scale)
    cairo_matrix_multiply(&matrix, &scaling, &turning)
    pagesDrawn += 1
    let (file, index) = try document(of: area.renderKey)
    try file.withPage(index) { page in
      file.show(page, index: index, hiding: area.renderKey.hidden)
      try PopplerFile.draw(page, matrix, into: context)
    }
  }
}
