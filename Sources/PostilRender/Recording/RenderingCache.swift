import PostilSystem

/// The sheets that were used last. There are few of them, so looking through all is quick.
struct RenderingCache {
  private struct Entry {
    let renderKey: PageRenderKey
    let scale: Double
    let rendering: CachedRendering
    let byteCount: Int
  }

  private let limit: RenderingCacheLimit
  /// The one that was used last is at the end.
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

  /// Makes a sheet and keeps it, in the place of those that were not used for longest.
  mutating func insert(_ renderKey: PageRenderKey, scale: Double, _ make: () throws -> CachedRendering) throws
    -> CachedRendering
  {
    // Those of a page whose annotations changed will not be asked for again.
    entries.removeAll { $0.renderKey.index == renderKey.index && $0.renderKey.hidden != renderKey.hidden }
    let before = ProcessMemory.privateByteCount
    let rendering = try make()
    // Cairo does not tell what a recording takes. Other threads allocate too, and memory that was free may be used
    // again, so this is a guess.
    let grown = max(ProcessMemory.privateByteCount - before, Self.smallestByteCount)
    entries.append(
      Entry(renderKey: renderKey, scale: scale, rendering: rendering, byteCount: rendering.byteCount ?? grown)
    )
    if rendering.byteCount == nil, grown > limit.heavyByteCount { heavyPages.insert(renderKey.index) }
    trim()
    return rendering
  }

  /// The latest stays, however large: it is being used.
  private mutating func trim() {
    while entries.count > 1, entries.count > limit.count || byteCount > limit.byteCount {
      entries.removeFirst()
    }
  }

  /// Whether a page's recording was so large that a picture of it takes less.
  func isHeavy(_ page: Int) -> Bool { heavyPages.contains(page) }

  /// Keeps to the limit also if the latest sheet alone is above it: nothing is being drawn at the moment.
  mutating func rest() {
    let before = byteCount
    while byteCount > limit.byteCount, !entries.isEmpty { entries.removeFirst() }
    if before - byteCount > Self.returnedByteCount { ProcessMemory.returnFreed() }
  }

  mutating func removeAll() {
    entries = []
    ProcessMemory.returnFreed()
  }

  private static let smallestByteCount = 64 << 10
  /// Giving back less is not worth the time it takes.
  private static let returnedByteCount = 32 << 20
}

extension CachedRendering {
  /// The memory it takes, if that is known.
  fileprivate var byteCount: Int? {
    if case .picture(let buffer) = content { buffer.size.byteCount } else { nil }
  }
}
