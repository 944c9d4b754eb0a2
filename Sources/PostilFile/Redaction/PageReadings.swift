package import Foundation
import PostilModel
import PostilSystem

/// What was found of texts and patterns on the pages of a document, by our own reading of them.
package struct PageReadings: Sendable {
  /// What was found, by the index of the page; nothing for pages on which nothing was.
  private(set) var found: [Int: TextReading.Found] = [:]
  /// What contents use, by the index of the page.
  private(set) var used: [Int: UsedByContent] = [:]
  /// Content streams in which nothing matches beside what they show: no name, no comment, no other word.
  private(set) var plainStreams: Set<ObjectID> = []
  /// Streams that were read as parts of pages.
  private(set) var streams: Set<ObjectID> = []
  /// Pages that cannot be read. Pages behind the first one were perhaps not looked at.
  private(set) var failures: [Int: any Error] = [:]

  /// How many bytes of objects are kept at most, by each thread.
  private static let mostKept = 1 << 20

  /// Nothing.
  private init() {}

  /// Reads all pages, on several threads: each has objects, fonts and a budget of its own, so that none waits for another.
  ///
  /// - Parameter data: A file that is not encrypted, with all edits in it.
  /// - Throws: What the monitor throws; ``PDFError`` if the document cannot be opened.
  /// - Complexity: O(bytes) of contents, divided among the processors.
  package init(of data: Data, _ plan: RedactionPlan, _ monitor: WorkMonitor = .none) throws {
    let matcher = plan.matcher
    guard !matcher.isEmpty else { return }
    @Sendable func open() throws -> FileStore {
      try FileStore(.data(data), password: nil, options: OpenOptions(access: .memory))
    }
    let pages = WorkQueue(pages: try open().pageCount)
    let parts = try concurrently(pages.threadCount) { _ in
      var part = PageReadings()
      try part.read(open(), matcher, pages, monitor)
      return part
    }
    for part in parts { formUnion(part) }
  }

  private mutating func read(
    _ store: FileStore, _ matcher: RedactionMatcher, _ pages: WorkQueue, _ monitor: WorkMonitor
  ) throws {
    // Pages share fonts and resources.
    store.graph.reader.keepObjects(upTo: Self.mostKept)
    let changes = ObjectChanges(store.graph, nextNumber: RewriteWriter.firstNewNumber)
    let reading = TextReading(ContentContext(changes, fileSize: store.graph.fileSize), matcher)
    while let index = pages.next() {
      try monitor.advance(to: Double(index) / Double(pages.count))
      do {
        let page = try store.page(PageID(number: index + 1))
        let content = try changes.content(ofPage: page.withInherited)
        let found = try reading.read(content, of: page)
        if !found.hits.isEmpty || !found.quads.isEmpty { self.found[index] = found }
        used[index] = found.used
        if reading.isPlain(content) {
          plainStreams.formUnion(changes.references(in: page.dictionary["Contents"]))
        }
      } catch {
        failures[index] = error
        break
      }
    }
    streams = reading.streams
    try store.graph.requireReadable(nil)
  }

  private mutating func formUnion(_ other: PageReadings) {
    found.merge(other.found) { first, _ in first }
    used.merge(other.used) { first, _ in first }
    plainStreams.formUnion(other.plainStreams)
    streams.formUnion(other.streams)
    failures.merge(other.failures) { first, _ in first }
  }

  /// Pages on which something was found, or that cannot be read.
  package var pages: Set<Int> { Set(found.keys).union(failures.keys) }
}

extension WorkQueue {
  /// The pages of a document: fewer are read before another thread has opened it.
  convenience init(pages count: Int) { self.init(count, fewestPerThread: 16) }
}
