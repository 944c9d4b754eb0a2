import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

/// What edits and saves cost, counted in objects that are read, not in time.
@Suite struct FileStoreCostTests {
  private let folder: TemporaryFolder
  private let page = PageID(number: 1)

  init() throws { folder = try TemporaryFolder() }

  private func store(annotations: Int = 0, pages: Int = 1) throws -> FileStore {
    var document = PageDocument(pageCount: pages)
    document.pages[0].annotations = (0..<annotations).map {
      "<</Type/Annot/Subtype/Square/Rect[\($0) 10 \($0 + 5) 20]/C[1 0 0]>>"
    }
    let name = "\(annotations)-\(pages).pdf"
    return try FileStore(.url(folder.file(name, document.data)), password: nil, options: OpenOptions())
  }

  private func reads(_ store: FileStore, _ body: (FileStore) throws -> Void) rethrows -> Int {
    let before = store.graph.reader.reads
    try body(store)
    return store.graph.reader.reads - before
  }

  /// How many objects an edit and its save read, of a page with so many annotations that was looked at.
  private func readsOfSave(_ count: Int, _ edit: ([Annotation]) -> Edit) throws -> Int {
    let store = try store(annotations: count)
    let list = try store.annotations(of: page)
    #expect(list.count == count)
    var state = store.saved
    try state.apply(edit(list), in: store)
    return try reads(store) { _ = try $0.save(state, to: nil, options: .incremental(safety: .inPlace)) }
  }

  @Test func savingOneAnnotationReadsNoOthers() throws {
    let change = { (list: [Annotation]) in
      var changed = list[list.count / 2]
      changed.style.color = .blue
      return Edit.replaceAnnotation(changed, page: page)
    }
    let few = try readsOfSave(20, change)
    #expect(try readsOfSave(200, change) == few)
    let remove = { (list: [Annotation]) in Edit.removeAnnotation(list[list.count / 2].id, page: page) }
    let fewRemoved = try readsOfSave(20, remove)
    #expect(try readsOfSave(200, remove) == fewRemoved)
  }

  @Test func savingAllAnnotationsReadsEachSomeTimes() throws {
    let change = { (list: [Annotation]) in
      let changed = list.map { annotation in
        var annotation = annotation
        annotation.style.color = .blue
        return annotation
      }
      return Edit.replaceAnnotations(changed, page: page)
    }
    let (few, many) = (try readsOfSave(200, change), try readsOfSave(400, change))
    #expect(many - few <= 200 * 4)
  }

  @Test func whatGoesWithAnAnnotationIsKnownWithoutReading() throws {
    let store = try store(annotations: 200)
    let ids = try store.annotations(of: page).map(\.id)
    let reads = reads(store) { store in
      for id in ids { #expect(store.dependents(of: [id], on: page, source: .opened(0)).isEmpty) }
    }
    #expect(reads == 0)
  }

  /// Turning pages does not read their annotations, and the sizes of pages are read once.
  @Test func pagesAreReadSomeTimes() throws {
    var counts: [Int] = []
    for count in [60, 120] {
      let store = try store(pages: count)
      let sizes = try reads(store) { store in
        for index in 0..<count { _ = try store.attributes(of: .opened(index)) }
      }
      #expect(sizes <= 3 * count)
      let again = try reads(store) { store in
        for index in 0..<count { _ = try store.attributes(of: .opened(index)) }
      }
      #expect(again == 0)
      var state = store.saved
      try state.apply(.rotatePages(state.pages, by: .clockwise90), in: store)
      counts.append(
        try reads(store) { _ = try $0.save(state, to: nil, options: .incremental(safety: .inPlace)) })
      #expect(store.caches.annotations.count == 0)
    }
    #expect(counts[1] - counts[0] <= 60 * 6)
    #expect(counts[1] < counts[0] * 5 / 2)
  }
}
