import PostilSystem

/// An LRU cache of renderings. It has few entries, so that a linear search is fast.
struct RenderingCache {
  private struct Entry {
    let renderKey: PageRenderKey
    let scale: Double
    let rendering: CachedRendering
    let byteCount: Int
  }

  private let limit: RenderingCacheLimit
  /// The most recently used is at the end.
  private var entries: [Entry] = []
  private var heavyPages: Set<Int> = []

  init(limit: RenderingCacheLimit) { self.limit = limit }

  var pages: Set<Int> { Set(entries.map(\.renderKey.index)) }
  var byteCount: Int { entries.reduce(0) { $0 + $1.byteCount } }

  mutating func rendering(_ renderKey: PageRenderKey, scale: Double, holding rect: PixelRect)
    -> CachedRendering?
  {
    let found = entries.lastIndex { entry in
      entry.renderKey == renderKey && entry.scale == scale && entry.rendering.area.contains(rect)
    }
    guard let found else { return nil }
    let entry = entries.remove(at: found)
    entries.append(entry)
    return entry.rendering
  }

  /// Makes a rendering and adds it, evicting the least recently used.
  mutating func insert(_ renderKey: PageRenderKey, scale: Double, _ make: () throws -> CachedRendering) throws
    -> CachedRendering
  {
    // Renderings with other annotations are out of date.
    entries.removeAll { entry in
      let key = entry.renderKey
      return key.index == renderKey.index
        && (key.hidden != renderKey.hidden || key.snapshot != renderKey.snapshot)
    }
    let before = ProcessMemory.privateByteCount
    let rendering = try make()
    // Cairo does not report the memory of a recording. Other threads allocate too, and freed memory may be reused, so
    // this is an estimate.
    let grown = max(ProcessMemory.privateByteCount - before, Self.smallestByteCount)
    entries.append(
      Entry(renderKey: renderKey, scale: scale, rendering: rendering, byteCount: rendering.byteCount ?? grown)
    )
    if rendering.byteCount == nil, grown > limit.heavyByteCount { heavyPages.insert(renderKey.index) }
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
  func isHeavy(_ page: Int) -> Bool { heavyPages.contains(page) }

  /// Evicts down to the limit, the latest included: nothing is being rendered.
  mutating func trimWhileIdle() {
    let before = byteCount
    while byteCount > limit.byteCount, !entries.isEmpty { entries.removeFirst() }
    if before - byteCount > Self.returnedByteCount { ProcessMemory.returnFreed() }
  }

  mutating func removeAll() {
    entries = []
    ProcessMemory.returnFreed()
  }

  private static let smallestByteCount = 64 << 10
  /// Returning less to the system is not worth the time.
  private static let returnedByteCount = 32 << 20
}

extension CachedRendering {
  /// Its memory, if known.
  fileprivate var byteCount: Int? {
    if case .picture(let buffer) = content { buffer.size.byteCount } else { nil }
  }
}
