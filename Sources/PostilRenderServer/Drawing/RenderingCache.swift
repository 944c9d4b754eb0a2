package import PostilRenderProtocol

/// An LRU cache of renderings. It has few entries, so that a linear search is fast.
package struct RenderingCache<Rendering: KeptRendering> {
  private struct Entry {
    let page: WorkerPage
    let scale: Double
    let rendering: Rendering
    let byteCount: Int
  }

  private let limit: RenderingCacheLimit
  /// The most recently used is at the end.
  private var entries: [Entry] = []
  private var heavyPages: Set<Int> = []

  package init(limit: RenderingCacheLimit) { self.limit = limit }

  package var pages: Set<Int> { Set(entries.map(\.page.index)) }
  package var byteCount: Int { entries.reduce(0) { $0 + $1.byteCount } }

  package mutating func rendering(
    _ page: WorkerPage, scale: Double, holding rect: PixelRect, at offset: (x: Double, y: Double)
  ) -> Rendering? {
    let found = entries.lastIndex { entry in
      entry.page == page && entry.scale == scale && entry.rendering.area.contains(rect)
        && entry.rendering.offset == offset
    }
    guard let found else { return nil }
    let entry = entries.remove(at: found)
    entries.append(entry)
    return entry.rendering
  }

  /// Makes a rendering and adds it, evicting the least recently used.
  package mutating func insert(_ page: WorkerPage, scale: Double, _ make: () throws -> Rendering) throws
    -> Rendering
  {
    // Renderings with other annotations are out of date.
    entries.removeAll { entry in
      entry.page.index == page.index
        && (entry.page.hidden != page.hidden || entry.page.snapshot != page.snapshot)
    }
    let before = HeapMemory.byteCount
    let rendering = try make()
    // Not every library reports the memory of what is kept, cairo not that of a recording. Fonts that were loaded meanwhile count as its own.
    let grown = max(HeapMemory.byteCount - before, Self.smallestByteCount)
    entries.append(
      Entry(page: page, scale: scale, rendering: rendering, byteCount: rendering.byteCount ?? grown))
    if rendering.byteCount == nil, grown > limit.heavyByteCount { heavyPages.insert(page.index) }
    trim()
    return rendering
  }

  /// Never evicts the latest, however large: it is in use.
  private mutating func trim() {
    while entries.count > 1, entries.count > limit.count || byteCount > limit.byteCount {
      entries.removeFirst()
    }
  }

  /// Whether a page's recording was so large that an image of it is smaller.
  package func isHeavy(_ page: Int) -> Bool { heavyPages.contains(page) }

  /// Evicts down to the limit, the latest included: nothing is being rendered.
  package mutating func trimWhileIdle() {
    let before = byteCount
    while byteCount > limit.byteCount, !entries.isEmpty { entries.removeFirst() }
    if before - byteCount > Self.returnedByteCount { HeapMemory.returnFreed() }
  }

  private static var smallestByteCount: Int { 64 << 10 }
  /// Returning less to the system is not worth the time.
  private static var returnedByteCount: Int { 32 << 20 }
}
