package import Foundation
package import PostilModel
import Synchronization

/// A cache of previews on disk, for documents that are opened again.
///
/// All calls block on files: call them from a thread that may block. None throws: an unreadable preview is a miss,
/// and one that cannot be written is dropped. Threads and programs may share a folder. Only the owner can read the
/// files.
package final class PreviewStore: Sendable {
  private struct State {
    var statistics = CacheStatistics()
    /// Bytes written since the files were last counted; `nil` if they never were.
    var unchecked: Int?
    var isCounting = false
    var isBroken = false
  }

  private let files: PreviewFiles
  private let byteLimit: Int
  private let onWarning: @Sendable (PDFError) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - folder: Where the previews are; `nil` for `$XDG_CACHE_HOME/postil/previews` or
  ///     `~/.cache/postil/previews`. It is made when the first preview is written.
  ///   - byteLimit: The limit of their space; the least recently used are evicted, to the day. Each program that writes may
  ///     exceed it by a sixteenth.
  ///   - onWarning: Called once if previews cannot be written. None are written from then on.
  package init(
    folder: URL? = nil, byteLimit: Int = 256 << 20,
    onWarning: @escaping @Sendable (PDFError) -> Void = { _ in }
  ) {
    files = PreviewFiles(root: folder ?? PreviewFiles.standardRoot)
    self.byteLimit = max(byteLimit, 0)
    self.onWarning = onWarning
  }

  /// A preview, if there is one. Damaged files are removed.
  ///
  /// - Parameter pool: The pool for the memory of the pixels.
  package func image(
    _ key: PreviewFileKey, of document: PreviewDocument, pool: PixelBufferPool? = nil
  ) -> PageImage? {
    let path = files.path(of: key, of: document)
    let file = files.read(path)
    let image = file.flatMap { PreviewCoder.decode($0.bytes, width: key.width, pool: pool) }
      .map { PageImage($0.buffer, renderer: key.renderer) }
    state.withLock { state in
      if image == nil { state.statistics.misses += 1 } else { state.statistics.hits += 1 }
    }
    guard let file else { return nil }
    if image == nil {
      files.remove(path)
    } else if file.use.timeIntervalSinceNow < -Self.day {
      files.touch(path)
    }
    return image
  }

  /// Stores a preview, replacing one of the same key. An image that does not have the width of the key is not stored.
  package func store(_ image: PageImage, _ key: PreviewFileKey, of document: PreviewDocument) {
    guard image.width == key.width, !state.withLock({ $0.isBroken }),
      let bytes = PreviewCoder.encode(image), bytes.count <= byteLimit
    else { return }
    do {
      try files.write(bytes, key, of: document)
      note(written: bytes.count)
    } catch let error as PDFError {
      warn(error)
    } catch {}
  }

  /// Links the previews of one document to another as well, for pages that a save did not change. They take no more
  /// space than before.
  ///
  /// - Parameter pages: The number in the second document of a page of the first; `nil` for pages without
  ///   previews there.
  package func carryOver(
    from old: PreviewDocument, to new: PreviewDocument, pages: (_ page: Int) -> Int? = { $0 }
  ) {
    guard old != new, !state.withLock({ $0.isBroken }) else { return }
    let moves = files.keys(of: old).compactMap { key in
      pages(key.page).map { (key, PreviewFileKey(page: $0, width: key.width, renderer: key.renderer)) }
    }
    guard !moves.isEmpty else { return }
    do {
      try files.makeFolder(new)
      for (from, to) in moves { files.link(files.path(of: from, of: old), files.path(of: to, of: new)) }
    } catch let error as PDFError {
      warn(error)
    } catch {}
  }

  /// Removes the previews of a document.
  package func removeAll(of document: PreviewDocument) {
    for key in files.keys(of: document) { files.remove(files.path(of: key, of: document)) }
    files.removeFolder(of: document)
    state.withLock { $0.unchecked = nil }
  }

  /// The use of the cache: as counted last, with what this store has written since.
  package var statistics: CacheStatistics {
    if state.withLock({ $0.unchecked == nil }) { countAndEvict() }
    return state.withLock { $0.statistics }
  }

  /// The default folder.
  package static var standardFolder: URL { PreviewFiles.standardRoot }

  private static let day = 86_400.0

  private func warn(_ error: PDFError) {
    let isFirst = state.withLock { state in
      defer { state.isBroken = true }
      return !state.isBroken
    }
    if isFirst { onWarning(error) }
  }

  // MARK: - Space

  private func note(written bytes: Int) {
    let isTime = state.withLock { state in
      state.statistics.count += 1
      state.statistics.bytes += bytes
      guard let unchecked = state.unchecked else { return true }
      state.unchecked = unchecked + bytes
      // The second condition accounts for other programs.
      return state.statistics.bytes > byteLimit || unchecked + bytes > byteLimit / 16
    }
    if isTime { countAndEvict() }
  }

  /// Counts all files, and evicts the least recently used beyond the limit: an eighth more than needed, so that it is
  /// not needed again soon.
  private func countAndEvict() {
    let isOther = state.withLock { state in
      defer { state.isCounting = true }
      return state.isCounting
    }
    if isOther { return }
    var entries = files.entries().sorted { $0.use > $1.use }
    var bytes = entries.reduce(0) { $0 + $1.size }
    var evictions = 0
    let target = bytes > byteLimit ? byteLimit - byteLimit / 8 : byteLimit
    while bytes > target, let oldest = entries.popLast() {
      files.remove(oldest)
      bytes -= oldest.size
      evictions += 1
    }
    state.withLock { [count = entries.count, bytes, evictions] state in
      state.statistics.count = count
      state.statistics.bytes = bytes
      state.statistics.evictions += evictions
      state.unchecked = 0
      state.isCounting = false
    }
  }
}
