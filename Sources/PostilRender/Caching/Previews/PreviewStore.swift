package import Foundation
package import PostilModel
import Synchronization

/// Previews of pages on disk: small pictures that are there at once when a document is opened again.
///
/// All calls read or write files, so make them from a thread that may wait. None throws: a preview that
/// cannot be read is missing, and one that cannot be written is not kept. Any number of threads, and of
/// programs, may use the same folder. Only their owner can read the files.
package final class PreviewStore: Sendable {
  private struct State {
    var statistics = CacheStatistics()
    /// What was written since the files were last counted, in bytes; `nil` if they never were.
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
  ///   - byteLimit: How much space they may take. What was not used for the longest time goes first. While
  ///     several programs write, it may be exceeded by a sixteenth for each.
  ///   - onWarning: Is told once if previews cannot be kept. None are written from then on.
  package init(
    folder: URL? = nil, byteLimit: Int = 256 << 20,
    onWarning: @escaping @Sendable (PDFError) -> Void = { _ in }
  ) {
    files = PreviewFiles(root: folder ?? PreviewFiles.standardRoot)
    self.byteLimit = max(byteLimit, 0)
    self.onWarning = onWarning
  }

  /// A preview, if there is one. A file that is not what it should be is removed.
  ///
  /// - Parameter pool: Where the pixels' memory comes from, and goes to.
  package func image(
    _ key: PreviewFileKey, of document: PreviewDocument, pool: PixelBufferPool? = nil
  ) -> PageImage? {
    let path = files.path(of: key, of: document)
    let file = files.read(path)
    let image = file.flatMap { PreviewCoder.decode($0.bytes, width: key.width, pool: pool) }
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

  /// Keeps a preview; one of the same key is replaced. The image must be as wide as the key says.
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

  /// Gives the previews of one document to another as well: of pages that a save did not change. Both
  /// have them then, and they take no more space than before.
  ///
  /// - Parameter pages: The number in the second document of a page of the first; `nil` for pages whose
  ///   previews are not to be taken over.
  package func carryOver(
    from old: PreviewDocument, to new: PreviewDocument, pages: (_ page: Int) -> Int? = { $0 }
  ) {
    guard old != new, !state.withLock({ $0.isBroken }) else { return }
    let moves = files.keys(of: old).compactMap { key in
      pages(key.page).map { (key, PreviewFileKey(page: $0, fingerprint: key.fingerprint, width: key.width)) }
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

  /// How often previews were there, and how many there are and what space they take: as counted last,
  /// with what this store has written since.
  package var statistics: CacheStatistics {
    if state.withLock({ $0.unchecked == nil }) { count() }
    return state.withLock { $0.statistics }
  }

  /// Where previews are unless another folder is given.
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
      // The second condition is for what other programs write.
      return state.statistics.bytes > byteLimit || unchecked + bytes > byteLimit / 16
    }
    if isTime { count() }
  }

  /// Looks at all files, and removes the oldest if there are too many: more of them than need be, so that
  /// it is not done again at once.
  private func count() {
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
