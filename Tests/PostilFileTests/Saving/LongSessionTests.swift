import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

/// What a document keeps in memory must not grow with the number of saves.
@Suite struct LongSessionTests {
  private let folder: TemporaryFolder
  private let page = PageID(number: 1)

  init() throws { folder = try TemporaryFolder() }

  private func store(_ kind: PDFBuilder.Xref = .table, pageCount: Int = 3) throws -> FileStore {
    var sample = SampleDocument()
    sample.xref = kind
    sample.pageCount = pageCount
    var options = OpenOptions()
    options.appendedMemory = 10_000
    return try FileStore(.url(folder.file("a.pdf", sample.data)), password: nil, options: options)
  }

  private func ink(_ number: Int) -> Annotation {
    let points = (0..<400).map { PagePoint(x: Double($0 % 500) + 0.37, y: Double(($0 + number) % 700)) }
    return Annotation(.ink([InkStroke(points: points)]), id: AnnotationID(rawValue: "ink-\(number % 4)"))
  }

  /// The next state: one of four strokes is drawn, or drawn anew.
  private func draw(_ number: Int, in store: FileStore) throws -> DocumentState {
    var state = store.saved
    let annotation = ink(number)
    let isThere = try store.annotations(of: page, in: state).contains { $0.id == annotation.id }
    try state.apply(
      isThere ? .replaceAnnotation(annotation, page: page) : .addAnnotation(annotation, page: page), in: store
    )
    return state
  }

  /// The bytes that the library itself keeps are counted, not the process's memory.
  @Test(arguments: [PDFBuilder.Xref.table, .stream], [SaveOptions.Safety.inPlace, .atomicCopy])
  func appendedBytesAndObjectsAreNotKeptInMemory(
    kind: PDFBuilder.Xref, safety: SaveOptions.Safety
  ) throws {
    let store = try store(kind)
    var appended = 0
    for number in 0..<40 {
      let state = try draw(number, in: store)
      appended += try store.save(state, to: nil, options: .incremental(safety: safety)).bytesWritten
      #expect(store.graph.appended.bytes.countInMemory <= 10_000)
    }
    #expect(appended > 100_000)
    #expect(store.graph.appended.bytes.count == appended)
    #expect(store.graph.appended.keptCount == 0)
    // All of it is there for a copy, and for a rewrite.
    let url = try #require(store.url)
    #expect(try store.data(of: store.saved) == Data(contentsOf: url))
    let expected = try store.annotations(of: page, in: store.saved)
    for options in [SaveOptions.incremental(), .rewrite()] {
      let copy = folder.url.appendingPathComponent("copy.pdf")
      try store.save(store.saved, to: copy, options: options)
      #expect(try Tool.qpdfCheck(copy).status == 0)
      let reopened = try FileStore(.url(copy), password: nil, options: OpenOptions())
      let found = try reopened.annotations(of: page)
      #expect(found.map(\.content) == expected.map(\.content))
    }
  }

  /// The file as it was opened and the one that is there now: no other is kept, whatever undo may bring back.
  @Test(arguments: [PDFBuilder.Xref.table, .stream])
  func filesThatRewritesReplacedAreLetGoOf(kind: PDFBuilder.Xref) throws {
    let store = try store(kind)
    let note = AnnotationID(rawValue: "note-1")
    let original = try store.annotations(of: page)
    for round in 0..<4 {
      weak var replaced = store.graph.reader
      // Drawn, saved, changed, saved, removed: what undo would bring back was in the file that goes.
      var state = try draw(round, in: store)
      try store.save(state, to: nil, options: .incremental())
      let drawn = state
      try state.apply(.removeAnnotation(ink(round).id, page: page), in: store)
      if round == 1 { try state.apply(.removeAnnotation(note, page: page), in: store) }
      if round == 2 { try state.apply(.removePages([PageID(number: 3)]), in: store) }
      // A page that is looked at for the first time.
      _ = try store.annotations(of: .opened(min(round, 2)))
      _ = try store.attributes(of: .opened(min(round, 2)))
      try store.save(state, to: nil, options: .rewrite())
      #expect((replaced == nil) == (round > 0))
      replaced = store.graph.reader
      // Back to the stroke, through a rewrite and then appended.
      try store.save(drawn, to: nil, options: round.isMultiple(of: 2) ? .rewrite() : .incremental())
      #expect((replaced == nil) == round.isMultiple(of: 2))
      #expect(try Tool.qpdfCheck(try #require(store.url)).status == 0)
      let reopened = try FileStore(.url(try #require(store.url)), password: nil, options: OpenOptions())
      let now = try reopened.annotations(of: page).map(\.subtype)
      #expect(now == store.saved.annotations(of: page)?.map(\.subtype))
      try store.save(state, to: nil, options: .incremental())
    }
    // All of it undone.
    let state = DocumentState(pageCount: 3)
    try store.save(state, to: nil, options: .rewrite())
    let reopened = try FileStore(.url(try #require(store.url)), password: nil, options: OpenOptions())
    #expect(reopened.pageCount == 3)
    // The link, too, leads to the page that was removed and is back.
    #expect(try reopened.annotations(of: page).map(\.content) == original.map(\.content))
    #expect(try reopened.contents(ofPageAt: PageID(number: 3)) == store.contents(ofPageAt: PageID(number: 3)))
    #expect(try Tool.qpdfCheck(try #require(store.url)).status == 0)
  }

  /// Undo brings annotations back that were made in this session, also if their places in the file are forgotten.
  @Test func placesOfRemovedAnnotationsAreForgotten() throws {
    let store = try store()
    let note = AnnotationID(rawValue: "note-1")
    var first: DocumentState?
    for round in 0..<6 {
      var state = store.saved
      let added = (0..<400).map { number in
        Annotation(
          .line(from: PagePoint(x: 1, y: Double(number)), to: PagePoint(x: 9, y: 9)),
          contents: String(repeating: "long ", count: 100), id: AnnotationID(rawValue: "\(round)-\(number)"))
      }
      try state.apply(.addAnnotations(added, page: page), in: store)
      try store.save(state, to: nil, options: .incremental(safety: .inPlace))
      first = first ?? state
      try state.apply(.removeAnnotations(added.map(\.id), page: page), in: store)
      if round == 0 { try state.apply(.removeAnnotation(note, page: page), in: store) }
      try store.save(state, to: nil, options: .incremental(safety: .inPlace))
      #expect(store.origins[page].map { $0.count < 300 } == true)
    }
    // What the file had when it was opened is not forgotten.
    #expect(store.origins[page]?[note] != nil)
    let back = try #require(first)
    try store.save(back, to: nil, options: .incremental(safety: .inPlace))
    let reopened = try FileStore(.url(try #require(store.url)), password: nil, options: OpenOptions())
    #expect(try reopened.annotations(of: page).map(\.id) == back.annotations(of: page)?.map(\.id))
    #expect(try Tool.qpdfCheck(try #require(store.url)).status == 0)
  }
}
