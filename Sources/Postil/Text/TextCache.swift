import PostilModel

/// The texts that were asked for last, within a limit of memory.
struct TextCache {
  private var entries: [PageID: (text: PageText, use: Int)] = [:]
  private var byteCount = 0
  private var clock = 0
  private let limit: Int

  /// The limit holds some hundred pages: enough to go from match to match, and to select.
  init(limit: Int = 16 << 20) { self.limit = limit }

  mutating func text(of page: PageID) -> PageText? {
    clock += 1
    entries[page]?.use = clock
    return entries[page]?.text
  }

  mutating func insert(_ text: PageText, for page: PageID) {
    guard text.byteCount <= limit else { return }
    remove(page)
    clock += 1
    entries[page] = (text, clock)
    byteCount += text.byteCount
    while byteCount > limit, let oldest = entries.min(by: { $0.value.use < $1.value.use }) {
      remove(oldest.key)
    }
  }

  private mutating func remove(_ page: PageID) {
    guard let old = entries.removeValue(forKey: page) else { return }
    byteCount -= old.text.byteCount
  }
}
