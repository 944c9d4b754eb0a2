public import PostilModel
import PostilRender

extension PageRenderer {
  /// A piece of a page, from memory if it is there, else drawn. O(1) in the first case.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if the page has no such tile or cannot be shown at that
  ///   scale, or as ``image(of:scale:)``; `CancellationError`.
  public func tile(_ id: TileID) async throws -> Tile {
    try await tile(id, RenderUrgency(.visible))
  }

  /// A piece of a page if it is in memory: quick enough to be asked for while a window is drawn.
  ///
  /// - Throws: As ``tile(_:)``.
  public func cachedTile(_ id: TileID) throws(PDFError) -> Tile? {
    try PDFError.only {
      let place = try place(of: id)
      return try place.hasOverlay ? shown(place) : base(place).map { place.tile($0) }
    }
  }

  /// The tiles of a page at a scale that a rectangle of the page's view touches, in pixels; all of the page's if none is given. From the
  /// center of the rectangle outwards; none if it is off the page.
  ///
  /// - Throws: As ``tile(_:)``, and also with code `.invalidArgument` if they are more than a million.
  public func tiles(
    of page: PageID, scale: Double, size: Int = TileID.defaultSize, in rect: ViewRect? = nil
  ) throws(PDFError) -> [TileID] {
    try PDFError.only {
      let grid = try TileGrid(try views.view(of: page), scale: scale, size: size)
      let rect = rect ?? ViewRect(x: 0, y: 0, width: Double(grid.width), height: Double(grid.height))
      return try grid.tiles(of: page, in: rect)
    }
  }

  /// A part of the page on white paper, at `scale` pixels a unit of page space: the pixels of ``image(of:scale:)`` that show it, without the
  /// others being drawn.
  ///
  /// ```swift
  /// let figure = try await renderer.image(of: page.id, in: PageRect(x: 72, y: 400, width: 200, height: 120), scale: 4)
  /// ```
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - rect: The part, in page space. What lies beside the page is left out, and a part of a pixel counts as a whole one.
  ///   - scale: Pixels a unit of page space; 1 is 72 dpi, unless the page has a larger one (``PDFPage/userUnit``).
  /// - Throws: As ``tile(_:)``; also with code `.invalidArgument` if nothing of the page is in the part, or the image would be too
  ///   large.
  public func image(of page: PageID, in rect: PageRect, scale: Double) async throws -> PageImage {
    let view = try views.view(of: page)
    let grid = try TileGrid(view, scale: scale, size: TileID.defaultSize)
    guard let pixels = grid.pixels(of: rect) else {
      throw PDFError(
        .invalidArgument, "Nothing of \(page) is in the rectangle: it shows \(view.cropBox) of page space.")
    }
    _ = try ImageSize(pixelWidth: pixels.width, height: pixels.height)
    let area = PageArea(renderKey: view.renderKey(atScale: scale), scale: scale, rect: pixels)
    let base = try await draw(.tile(area, sameAs: area), of: view, RenderUrgency(.visible))
    return try paint(view, over: base, scale: scale, rect: pixels)
  }

  /// The page on white paper, put together of tiles: the picture of ``image(of:scale:)``, with what tiles there are used
  /// again.
  ///
  /// - Throws: As ``tile(_:)`` and ``image(of:scale:)``.
  public func image(of page: PageID, scale: Double, tileSize: Int) async throws -> PageImage {
    let size = try views.view(of: page).transform(scale: 1).viewSize
    let canvas = try PixelBuffer(ImageSize(width: size.width, height: size.height, scale: scale))
    var renderer: Renderer?
    for id in try tiles(of: page, scale: scale, size: tileSize) {
      let tile = try await tile(id)
      renderer = tile.image.renderer
      canvas.place(tile.image, x: Int(tile.frame.x), y: Int(tile.frame.y))
    }
    return PageImage(canvas, renderer: renderer)
  }

  /// As ``tile(_:)``, with an urgency.
  func tile(_ id: TileID, _ urgency: RenderUrgency) async throws -> Tile {
    try Task.checkCancellation()
    let place = try place(of: id)
    if place.hasOverlay, let shown = try shown(place) ?? paintAdded(place) { return shown }
    let image: PageImage
    if let base = base(place) {
      image = base
    } else {
      image = try await draw(.tile(place.area, sameAs: place.ownArea), of: place.view, urgency)
    }
    return try paint(place, over: image)
  }

  // MARK: - Places

  private func place(of id: TileID) throws -> TilePlace {
    try TilePlace(id, try views.view(of: id.page))
  }

  private func base(_ place: TilePlace) -> PageImage? { caches.tiles.value(for: .base(place.ownArea)) }

  private func shown(_ place: TilePlace) throws -> Tile? {
    if let image = caches.tiles.value(for: .shown(place.id)) { return place.tile(image) }
    // A tile that no annotation touches is not kept twice.
    guard !place.isPaintedOver else { return nil }
    return base(place).map { place.tile($0) }
  }

  /// The tile as it was, with what has come on top of it since; `nil` if something else has changed.
  private func paintAdded(_ place: TilePlace) throws -> Tile? {
    guard let old = caches.outdated.value(for: place.id) else { return nil }
    caches.outdated.removeValue(for: place.id)
    let before = try TilePlace(place.id, old.view)
    guard before.ownArea == place.ownArea, place.view.look.colors == .original else { return nil }
    let (painted, wanted) = (before.items, place.items)
    guard wanted.starts(with: painted, by: ===) else { return nil }
    let added = wanted.dropFirst(painted.count).compactMap(\.picture)
    let transform = place.view.transform(scale: place.id.scale)
    return keep(try paint(added, transform, over: old.image, place.area.rect), place)
  }

  private func paint(_ place: TilePlace, over base: PageImage) throws -> Tile {
    guard place.hasOverlay, place.isPaintedOver else { return place.tile(base) }
    return keep(
      try paint(place.view, over: base, scale: place.id.scale, rect: place.area.rect), place)
  }

  private func keep(_ image: PageImage, _ place: TilePlace) -> Tile {
    // What an edit made out of date in the meantime must not take the place of what is right by now.
    views.ifCurrent(place.view) { caches.keep(image, for: .shown(place.id)) }
    return place.tile(image)
  }
}

/// A tile and how its page looks.
struct TilePlace {
  let id: TileID
  let view: PageView
  let area: PageArea
  private let pageRect: PageRect

  init(_ id: TileID, _ view: PageView) throws {
    let grid = try TileGrid(view, scale: id.scale, size: id.size)
    guard let rect = grid.rect(column: id.column, row: id.row) else {
      throw PDFError(
        .invalidArgument,
        "At scale \(id.scale) the page has \(grid.columnCount) × \(grid.rowCount) tiles: there is none at \(id.column), \(id.row)."
      )
    }
    self.id = id
    self.view = view
    area = PageArea(renderKey: view.renderKey(atScale: id.scale), scale: id.scale, rect: rect)
    pageRect = grid.pageRect(column: id.column, row: id.row)
  }

  /// The annotations of the session that touch the tile, bottom first. O(annotations).
  var items: [Overlay.Item] { view.overlay.items(touching: pageRect) }

  var hasOverlay: Bool { changesColors || !view.overlay.items.isEmpty }

  private var changesColors: Bool { view.look.colors != .original }

  /// Whether an annotation of the session touches the tile, or its colors are others than what is drawn has. O(annotations).
  var isPaintedOver: Bool {
    changesColors || view.overlay.items.contains { $0.area?.intersects(pageRect) ?? false }
  }

  /// The area, told by what can be seen in it: annotations hidden or changed elsewhere on the page do not matter.
  var ownArea: PageArea {
    var own = area
    if own.renderKey.snapshot != nil, let areas = view.snapshotAreas(atScale: id.scale),
      !areas.contains(where: { $0.intersects(pageRect) })
    {
      own.renderKey.snapshot = nil
    }
    own.renderKey.hidden.removeAll { mark in mark.reach.map { !$0.intersects(pageRect) } ?? false }
    return own
  }

  func tile(_ image: PageImage) -> Tile { Tile(id: id, frame: ViewRect(area.rect), image: image) }
}

extension TileGrid {
  /// The tiles that a rectangle of the view touches, from its center outwards.
  func tiles(of page: PageID, in rect: ViewRect, margin: Int = 0) throws -> [TileID] {
    guard let (columns, rows) = try tiles(in: rect, margin: margin) else { return [] }
    let side = Double(size)
    let (midX, midY) = (rect.x + rect.width / 2, rect.y + rect.height / 2)
    func distance(_ tile: TileID) -> Double {
      let (dx, dy) = ((Double(tile.column) + 0.5) * side - midX, (Double(tile.row) + 0.5) * side - midY)
      return dx * dx + dy * dy
    }
    let all = rows.flatMap { row in
      columns.map { TileID(page: page, scale: scale, size: size, column: $0, row: row) }
    }
    return all.map { ($0, distance($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}
