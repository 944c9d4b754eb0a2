import Foundation
import PostilModel
import PostilSystem
import Synchronization

/// Reads the text of all pages on several threads: each has objects, fonts and a budget of its own, so that none waits for another.
struct PageReaders: Sendable {
  let data: Data
  let matcher: RedactionMatcher
  /// Forms whose names begin so are passed over.
  let skippedForms: PDFName?

  /// What was read of pages.
  struct Result: Sendable {
    /// What was found, by the index of the page; nothing for pages on which nothing was.
    var found: [Int: TextReading.Found] = [:]
    /// What contents use, by the index of the page.
    var used: [Int: UsedByContent] = [:]
    /// Streams that were read as parts of pages.
    var streams: Set<ObjectID> = []
    /// Pages that cannot be read. Pages behind the first one were perhaps not looked at.
    var failures: [Int: any Error] = [:]
  }

  private static let mostThreads = 4
  /// Fewer pages are read before another thread has opened the document.
  private static let fewestPages = 16

  /// - Throws: What the monitor throws; ``PDFError`` if the document cannot be opened.
  /// - Complexity: O(bytes) of contents, divided among the processors.
  func read(_ pageCount: Int, _ monitor: WorkMonitor) throws -> Result {
    let processors = min(ProcessInfo.processInfo.activeProcessorCount, Self.mostThreads)
    let next = Mutex(0)
    let all = Mutex(Result())
    try concurrently(max(1, min(processors, pageCount / Self.fewestPages))) { _ in
      let part = try read(pageCount, from: next, monitor)
      all.withLock { all in
        all.found.merge(part.found) { first, _ in first }
        all.used.merge(part.used) { first, _ in first }
        all.streams.formUnion(part.streams)
        all.failures.merge(part.failures) { first, _ in first }
      }
    }
    return all.withLock { $0 }
  }

  /// Reads those pages that no other thread has begun.
  private func read(
    _ pageCount: Int, from next: borrowing Mutex<Int>, _ monitor: WorkMonitor
  ) throws -> Result {
    let store = try FileStore(.data(data), password: nil, options: OpenOptions(access: .memory))
    let changes = ObjectChanges(store.graph, nextNumber: RewriteWriter.firstNewNumber)
    let reading = TextReading(ContentContext(changes), matcher)
    var result = Result()
    while true {
      let index = next.withLock { next in
        defer { next += 1 }
        return next
      }
      guard index < pageCount else { break }
      try monitor.advance(to: Double(index) / Double(pageCount))
      do {
        let page = try store.page(PageID(number: index + 1)).withInherited
        let resources = changes.resolve(page["Resources"]).dictionary ?? [:]
        let found = try reading.read(
          try changes.content(ofPage: page), ContentInterpreter(reading.context, resources: resources),
          skippingForms: skippedForms)
        if !found.hits.isEmpty || !found.quads.isEmpty { result.found[index] = found }
        result.used[index] = found.used
      } catch {
        result.failures[index] = error
        break
      }
    }
    result.streams = reading.streams
    try store.graph.requireReadable(nil)
    return result
  }
}
