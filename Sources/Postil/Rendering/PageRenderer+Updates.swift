import PostilModel
import PostilRender

extension PageRenderer {
  /// What a viewport shows, as it becomes ready: first a preview of each page that has tiles missing, then the visible
  /// tiles, from the center outwards, then a ring of tiles around them, for scrolling. The stream ends when
  /// all are there.
  ///
  /// When the viewport moves on, let go of the stream and ask for another: tiles that are no longer wanted are not begun, and
  /// those that are there come at once. After an edit do the same for the tiles that ``staleTiles()``
  /// names. Nothing is done on the caller's thread. What is off the page shows nothing; a page or
  /// tile that cannot be shown is an update of its own, and the others still come.
  public func updates(for viewport: Viewport) -> AsyncStream<RenderUpdate> {
    AsyncStream { continuation in
      let task = Task {
        await send(viewport, to: continuation)
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func send(_ viewport: Viewport, to updates: AsyncStream<RenderUpdate>.Continuation) async {
    let plan = ViewportPlan(viewport, views)
    for failure in plan.failures { updates.yield(.failed(failure.page, nil, failure.error)) }
    pins.set(Set(plan.visible.flatMap(keys)), in: caches)
    let fresh = plan.pages.filter { page in !isReady(plan.visible.filter { $0.page == page }) }
    let previews = fresh.enumerated().map { RenderTask.preview($1, rank: $0) }
    let visible = plan.visible.enumerated().map { RenderTask.tile($1, RenderUrgency(.visible, rank: $0)) }
    let nearby = plan.nearby.enumerated().map { RenderTask.tile($1, RenderUrgency(.nearby, rank: $0)) }
    await withTaskGroup(of: Void.self) { group in
      for (number, wish) in (previews + visible + nearby).enumerated() {
        // As many at a time as keep the workers busy.
        if number >= Self.wishLimit { await group.next() }
        if Task.isCancelled { return }
        group.addTask { await self.fulfil(wish, to: updates) }
      }
    }
  }

  private static var wishLimit: Int { 64 }

  private enum RenderTask {
    case preview(PageID, rank: Int)
    case tile(TileID, RenderUrgency)
  }

  private func fulfil(_ wish: RenderTask, to updates: AsyncStream<RenderUpdate>.Continuation) async {
    switch wish {
    case .preview(let page, let rank): await sendPreview(of: page, rank, to: updates)
    case .tile(let id, let urgency): await send(id, urgency, to: updates)
    }
  }

  private func send(
    _ id: TileID, _ urgency: RenderUrgency, to updates: AsyncStream<RenderUpdate>.Continuation
  ) async {
    do {
      updates.yield(.tile(try await tile(id, urgency)))
    } catch let error as PDFError {
      updates.yield(.failed(id.page, id, error))
    } catch {
      // The task was canceled.
    }
  }

  private func sendPreview(
    of page: PageID, _ rank: Int, to updates: AsyncStream<RenderUpdate>.Continuation
  ) async {
    // A page that has no preview has no tiles either, and those say why.
    guard let image = try? await preview(of: page, RenderUrgency(.preview, rank: rank)) else { return }
    updates.yield(.preview(page, image))
  }

  /// Whether tiles are in memory.
  private func isReady(_ tiles: [TileID]) -> Bool {
    tiles.allSatisfy { id in keys(of: id).contains { caches.tiles.contains($0) } }
  }

  /// What a tile may be kept by.
  private func keys(of id: TileID) -> [ImageCaches.TileKey] {
    guard let view = try? views.view(of: id.page), let place = try? TilePlace(id, view) else { return [] }
    return [.base(place.ownArea)] + (place.isPaintedOver ? [.shown(id)] : [])
  }
}

/// What a viewport needs, the most important first.
private struct ViewportPlan {
  private(set) var pages: [PageID] = []
  private(set) var visible: [TileID] = []
  private(set) var nearby: [TileID] = []
  private(set) var failures: [(page: PageID, error: PDFError)] = []

  init(_ viewport: Viewport, _ views: PageViews) {
    for area in viewport.areas {
      do {
        let view = try views.view(of: area.page)
        let grid = try TileGrid(view, scale: viewport.scale, size: viewport.tileSize)
        let seen = try grid.tiles(of: area.page, in: area.rect)
        guard !seen.isEmpty else { continue }
        let known = Set(seen)
        let around = try grid.tiles(of: area.page, in: area.rect, margin: 1).filter { !known.contains($0) }
        pages.append(area.page)
        visible += seen
        nearby += around
      } catch let error as PDFError {
        failures.append((area.page, error))
      } catch {
        // Unreachable: only PDFError is thrown.
      }
    }
  }
}
