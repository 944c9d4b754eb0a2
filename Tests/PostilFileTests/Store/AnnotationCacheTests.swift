import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct AnnotationCacheTests {
  private let folder: TemporaryFolder
  private static let pages = 40

  init() throws { folder = try TemporaryFolder() }

  /// A file whose pages have five annotations each.
  private func store(limit: Int, _ name: String = "a.pdf") throws -> FileStore {
    var document = PageDocument(pageCount: Self.pages)
    for page in document.pages.indices {
      document.pages[page].annotations =
        (0..<4).map { "<</Type/Annot/Subtype/Square/Rect[\($0) \(page) \($0 + 9) \(page + 9)]/C[1 0 0]>>" }
        + ["<</Type/Annot/Subtype/Circle/Rect[50 50 90 \(60 + page)]/C[0 0 1]/NM(circle)>>"]
    }
    let store = try FileStore(
      .url(folder.file(name, document.data)), password: nil, options: OpenOptions())
    store.caches.annotations = AnnotationCache(limit: limit)
    return store
  }

  /// The memory that the annotations of a page take, as the cache estimates it.
  private func pageSize() throws -> Int {
    let store = try store(limit: .max, "size.pdf")
    _ = try store.annotations(of: .opened(0))
    return store.caches.annotations.evictableByteCount
  }

  @Test func whatIsLookedAtStaysWithinTheLimit() throws {
    let limit = try 10 * pageSize()
    let store = try store(limit: limit)
    let all = try lookAtAll(store)
    #expect(store.caches.annotationReads == Self.pages)
    #expect(store.caches.annotations.evictableByteCount <= limit)
    #expect((5...10).contains(store.caches.annotations.count))
    #expect(store.origins.count == store.caches.annotations.count)
    // The latest are there, and stay when they are used again and again.
    for index in 0..<20 {
      _ = try store.annotations(of: .opened(Self.pages - 1))
      _ = try store.annotations(of: .opened(index))
    }
    #expect(store.caches.annotationReads == Self.pages + 20)
    // What is read again is the same, ids and places included.
    let again = try lookAtAll(store)
    #expect(again.map(\.list) == all.map(\.list))
    #expect(again.map(\.marks) == all.map(\.marks))
    #expect(store.caches.annotationReads > Self.pages + 20)
  }

  private func lookAtAll(_ store: FileStore) throws -> [OpenedAnnotations] {
    try (0..<Self.pages).map { index in
      let opened = try store.openedAnnotations(of: .opened(index))
      #expect(opened.list.count == 5)
      return opened
    }
  }

  @Test func nothingIsReadTwiceBelowTheLimit() throws {
    let store = try store(limit: 50 * pageSize())
    for _ in 0..<3 { _ = try lookAtAll(store) }
    #expect(store.caches.annotationReads == Self.pages)
  }

  /// A page larger than the limit is kept until another is looked at.
  @Test func aPageLargerThanTheLimitIsReadOnce() throws {
    let store = try store(limit: 1)
    for _ in 0..<3 { _ = try store.annotations(of: .opened(0)) }
    #expect(store.caches.annotationReads == 1)
    _ = try store.annotations(of: .opened(1))
    #expect(store.caches.annotations.count == 1)
  }

  @Test func annotationsThatEditsChangeAreKept() throws {
    let store = try store(limit: pageSize())
    for index in 0..<3 { _ = try store.annotationsToEdit(of: .opened(index)) }
    _ = try lookAtAll(store)
    let reads = store.caches.annotationReads
    for index in 0..<3 { _ = try store.annotations(of: .opened(index)) }
    #expect(store.caches.annotationReads == reads)
    #expect(store.origins[PageID(number: 1)] != nil)
  }

  /// Edits of pages that were looked at and evicted, before and after saves and rewrites, come out as without a limit.
  @Test(arguments: [SaveOptions.incremental(), .rewrite()])
  func savesAreTheSameAsWithoutALimit(options: SaveOptions) throws {
    var results: [[[AnnotationContent]]] = []
    for limit in [Int.max, 1] {
      let store = try store(limit: limit, "\(limit).pdf")
      var state = store.saved
      for round in 0..<3 {
        _ = try lookAtAll(store)
        for page in [3, 17, 17 + round].map({ PageID(number: $0) }) {
          let source = state.page(page).source
          var changed = try store.annotations(of: page, in: state)[round]
          changed.style.color = .green
          changed.contents = "round \(round)"
          try state.apply(.replaceAnnotation(changed, page: page)) {
            try store.annotationsToEdit(of: $0).annotations
          }
          #expect(source == .opened(page.number - 1))
        }
        let removed = try store.annotations(of: PageID(number: 30), in: state)[0]
        try state.apply(.removeAnnotation(removed.id, page: PageID(number: 30))) {
          try store.annotationsToEdit(of: $0).annotations
        }
        try store.save(state, to: nil, options: options)
        _ = try lookAtAll(store)
      }
      // All of it is taken back.
      let url = try #require(store.url)
      results.append(try contents(url))
      try store.save(DocumentState(pageCount: Self.pages), to: nil, options: options)
      results.append(try contents(url))
      #expect(try Tool.qpdfCheck(url).status == 0)
    }
    #expect(results[0] == results[2])
    #expect(results[1] == results[3])
    #expect(results[0][29].count == 2)
    #expect(results[1].allSatisfy { $0.count == 5 })
  }

  private func contents(_ url: URL) throws -> [[AnnotationContent]] {
    let store = try FileStore(.url(url), password: nil, options: OpenOptions())
    return try (0..<Self.pages).map { try store.annotations(of: .opened($0)).map(\.content) }
  }
}
