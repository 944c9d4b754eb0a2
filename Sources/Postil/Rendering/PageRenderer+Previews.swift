public import PostilModel
public import PostilRender

extension PageRenderer {
  /// A page as a whole at low quality (see ``RenderOptions/previewSize``), from memory or disk if it is there, else
  /// drawn.
  ///
  /// - Throws: As ``image(of:scale:)``.
  public func preview(of page: PageID) async throws -> PageImage {
    try await preview(of: page, RenderUrgency(.preview))
  }

  /// A small picture of a page, `width` pixels wide: made of the preview where that is large enough.
  ///
  /// - Throws: As ``image(of:scale:)``; with code `.invalidArgument` also for a width that is not above 0.
  public func thumbnail(of page: PageID, width: Int) async throws -> PageImage {
    try await thumbnail(of: page, width: width, RenderUrgency(.visible))
  }

  /// Small pictures of all pages, `width` pixels wide, from the page at `start` outwards: that one first, then
  /// its neighbors. The order is that of the pages at the time of the call; pages moved later keep their turn. A
  /// page that cannot be shown has an error instead of a picture, and the others still come.
  ///
  /// - Parameters:
  ///   - width: The width of the pictures, in pixels, above 0.
  ///   - start: The place of the page to begin with, from 0; the nearest if there is no such page.
  public func thumbnails(width: Int, from start: Int = 0) -> AsyncStream<PageThumbnail> {
    thumbnails(of: Self.outwards(document.pageIDs, from: start), width: width)
  }

  /// Small pictures of some pages, `width` pixels wide, roughly in the order given: see ``thumbnails(width:from:)``.
  public func thumbnails(of pages: [PageID], width: Int) -> AsyncStream<PageThumbnail> {
    AsyncStream { continuation in
      let task = Task {
        let places = document.pageIDs.enumerated().reduce(into: [:]) { $0[$1.element] = $1.offset }
        await send(pages.map { ($0, places[$0] ?? -1) }, width, to: continuation)
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// The pages from one of them outwards.
  private static func outwards(_ pages: [PageID], from start: Int) -> [PageID] {
    let start = min(max(start, 0), max(pages.count - 1, 0))
    let order = pages.indices.sorted { a, b in
      let (toA, toB) = (abs(a - start), abs(b - start))
      return toA == toB ? a > b : toA < toB
    }
    return order.map { pages[$0] }
  }

  private func send(
    _ pages: [(page: PageID, index: Int)], _ width: Int,
    to thumbnails: AsyncStream<PageThumbnail>.Continuation
  ) async {
    await withTaskGroup(of: Void.self) { group in
      for (rank, (page, index)) in pages.enumerated() {
        // A few on their way keep the workers busy; all at once would fill the memory.
        if rank > options.workerCount { await group.next() }
        if Task.isCancelled { return }
        group.addTask {
          let urgency = RenderUrgency(.thumbnail, rank: rank)
          guard let image = await self.thumbnailResult(of: page, width: width, urgency) else { return }
          thumbnails.yield(PageThumbnail(page: page, index: index, image: image))
        }
      }
    }
  }

  private func thumbnailResult(
    of page: PageID, width: Int, _ urgency: RenderUrgency
  ) async -> Result<PageImage, PDFError>? {
    do {
      return .success(try await thumbnail(of: page, width: width, urgency))
    } catch {
      return (error as? PDFError).map { .failure($0) }
    }
  }

  private func thumbnail(
    of page: PageID, width: Int, _ urgency: RenderUrgency
  ) async throws -> PageImage {
    guard width > 0 else {
      throw PDFError(.invalidArgument, "A picture cannot be \(width) pixels wide: give a number above 0.")
    }
    let view = try views.view(of: page)
    let size = view.transform(scale: 1).viewSize
    let scale = Double(width) / size.width
    let small = try ImageSize(width: size.width, height: size.height, scale: scale)
    let side = options.previewSide
    guard max(small.width, small.height) <= side else {
      let base = try await base(of: view, side: max(small.width, small.height), urgency)
      return try paint(view, over: base.scaled(to: small), scale: scale)
    }
    return try await preview(of: page, urgency).scaled(to: small)
  }

  /// As ``preview(of:)``, with an urgency.
  func preview(of page: PageID, _ urgency: RenderUrgency) async throws -> PageImage {
    let view = try views.view(of: page)
    let base = try await base(of: view, side: options.previewSide, urgency)
    let size = view.transform(scale: 1).viewSize
    return try paint(view, over: base, scale: Double(options.previewSide) / max(size.width, size.height))
  }

  /// A page's own content at low quality, as it is turned now.
  private func base(of view: PageView, side: Int, _ urgency: RenderUrgency) async throws -> PageImage {
    try Task.checkCancellation()
    let area = try view.preview(side: side)
    let key = ImageCaches.PreviewKey(renderKey: area.renderKey, side: side)
    if let known = caches.previews.value(for: key) { return try known.turned(by: view.renderKey.turn) }
    if let known = await stored?.image(of: view, side: side) {
      caches.keep(known, for: key)
      return try known.turned(by: view.renderKey.turn)
    }
    let image = try await draw(.preview(area, side: side), of: view, urgency)
    return try image.turned(by: view.renderKey.turn)
  }
}

extension RenderOptions {
  var previewSide: Int { min(max(previewSize, 16), 2_048) }
}

/// A small picture of a page.
public struct PageThumbnail: Sendable {
  /// The page.
  public let page: PageID
  /// The page's place when it was asked for, from 0; -1 if there is no such page.
  public let index: Int
  /// The picture, or why there is none: ``PDFError``.
  public let image: Result<PageImage, PDFError>
}
