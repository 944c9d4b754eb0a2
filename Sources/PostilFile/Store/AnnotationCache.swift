import PostilModel

/// The annotations of sources of pages that were read: all of those that edits changed, and of the others, which are only looked
/// at, those that were used last, up to a number of bytes. What was evicted is read again from the file as it was opened, with
/// the same ids.
struct AnnotationCache {
  private struct Entry {
    let annotations: SourceAnnotations
    let byteCount: Int
    var lastUse: Int
  }

  private let limit: Int
  private var entries: [PageSource: Entry] = [:]
  private var pinned: Set<PageSource> = []
  private var uses = 0
  /// The memory that the entries take which may be evicted, estimated, in bytes.
  private(set) var evictableByteCount = 0

  init(limit: Int) { self.limit = limit }

  var count: Int { entries.count }

  /// The entries, in no particular order.
  var all: some Sequence<(source: PageSource, annotations: SourceAnnotations)> {
    entries.lazy.map { (source: $0.key, annotations: $0.value.annotations) }
  }

  /// An entry. That counts as no use.
  subscript(source: PageSource) -> SourceAnnotations? { entries[source]?.annotations }

  /// An entry, which is the one that was used last from now on.
  mutating func use(_ source: PageSource) -> SourceAnnotations? {
    uses += 1
    entries[source]?.lastUse = uses
    return entries[source]?.annotations
  }

  /// Keeps a source's annotations from now on, whether they were read already or will be.
  mutating func pin(_ source: PageSource) {
    guard pinned.insert(source).inserted, let entry = entries[source] else { return }
    evictableByteCount -= entry.byteCount
  }

  /// Puts an entry in, and returns the sources of those that were evicted for it: never the new one. O(1), amortised: at the
  /// limit the older half goes at once.
  mutating func insert(_ annotations: SourceAnnotations, for source: PageSource) -> [PageSource] {
    uses += 1
    let entry = Entry(annotations: annotations, byteCount: annotations.byteCount, lastUse: uses)
    entries[source] = entry
    guard !pinned.contains(source) else { return [] }
    evictableByteCount += entry.byteCount
    guard evictableByteCount > limit else { return [] }
    var evicted: [PageSource] = []
    let oldest = entries.filter { !pinned.contains($0.key) && $0.key != source }
      .map { (source: $0.key, lastUse: $0.value.lastUse) }.sorted { $0.lastUse < $1.lastUse }
    for (source, _) in oldest where evictableByteCount > limit / 2 {
      evictableByteCount -= entries.removeValue(forKey: source)?.byteCount ?? 0
      evicted.append(source)
    }
    return evicted
  }
}

extension SourceAnnotations {
  /// The memory that it takes, estimated: each annotation is a value, has an entry in four dictionaries, and stands in two of
  /// them.
  fileprivate var byteCount: Int {
    opened.list.reduce(512) { $0 + $1.byteCount + 1024 }
  }
}
