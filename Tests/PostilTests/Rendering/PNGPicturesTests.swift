import Foundation
import PostilTestSupport
import Synchronization
import Testing

@testable import Postil

/// Pages as PNG files.
@Suite struct PNGPicturesTests {
  /// Pages of different widths, so that a picture tells which one it is.
  private func document(_ count: Int) throws -> PDFDocument {
    var builder = PageDocument(pageCount: count)
    for index in builder.pages.indices { builder.pages[index].mediaBox = [0, 0, 100, 100 + Double(index)] }
    return try PDFDocument(data: builder.data)
  }

  private func height(_ png: Data) -> Int {
    png[png.startIndex + 20..<png.startIndex + 24].reduce(0) { $0 << 8 | Int($1) }
  }

  @Test func theWorkersFileIsThatOfTheImage() async throws {
    let document = try document(2)
    let renderer = PageRenderer(document, options: .forTests)
    let page = document.pageIDs[1]
    #expect(
      try await renderer.pngData(of: page, scale: 1.5) == renderer.image(of: page, scale: 1.5).pngData())
    #expect(try await renderer.pngData(of: page, width: 77) == renderer.image(of: page, width: 77).pngData())
    await #expect(throws: PDFError.self) { try await renderer.pngData(of: page, scale: 1e6) }
    await #expect(throws: PDFError.self) { try await renderer.pngData(of: page, width: 0) }
  }

  @Test func editsAreOnIt() async throws {
    let document = try document(1)
    let renderer = PageRenderer(document, options: .forTests)
    let page = document.pageIDs[0]
    let before = try await renderer.pngData(of: page, scale: 1)
    let square = AnnotationContent.rectangle(PageRect(x: 30, y: 40, width: 40, height: 40))
    try document.add(Annotation(square, style: AnnotationStyle(color: .blue, fill: .blue)), to: page)
    let after = try await renderer.pngData(of: page, scale: 1)
    #expect(after != before)
    #expect(try await after == renderer.image(of: page, scale: 1).pngData())
    try document.rotatePages([page], by: .clockwise90)
    #expect(try await renderer.pngData(of: page, scale: 1) == renderer.image(of: page, scale: 1).pngData())
  }

  @Test func blankPages() async throws {
    let document = try document(1)
    let page = document.mintPage()
    let blank = PageState(source: .blank(PageSize(width: 200, height: 100)))
    try document.apply([.insertPages([InsertedPage(page, blank, at: 0)])])
    let renderer = PageRenderer(document, options: .forTests)
    #expect(try await renderer.pngData(of: page, scale: 1) == renderer.image(of: page, scale: 1).pngData())
  }

  @Test(arguments: [1, 3]) func theyComeInOrder(workers: Int) async throws {
    let document = try document(40)
    var options = RenderOptions.forTests
    options.workerCount = workers
    let pages = document.pageIDs + [PageID(number: 99)] + [document.pageIDs[3]]
    var heights: [Int] = []
    for try await picture in PageRenderer(document, options: options).pngPictures(of: pages, width: 100) {
      switch picture.png {
      case .success(let data): heights.append(height(data))
      case .failure(let error):
        heights.append(-1)
        #expect(error.code == .pageOutOfRange)
      }
    }
    #expect(heights == (0..<40).map { 100 + $0 } + [-1, 103])
  }
}

/// What runs ahead of an iteration.
@Suite struct TasksAheadTests {
  private let running = RunningTasks()

  @Test func resultsComeInOrderAndAFewAreAhead() async throws {
    let ahead = TasksAhead(Array(0..<50), limit: 3) { [running] input in
      running.begin()
      defer { running.end() }
      for _ in 0..<(input % 5) { await Task.yield() }
      return input * 2
    }
    var results: [Int] = []
    while let (input, result) = try await ahead.next() {
      results.append(try result.get())
      #expect(running.begun <= input + 4)
    }
    #expect(results == (0..<50).map { $0 * 2 } && running.most <= 4)
  }

  @Test func anErrorDoesNotEndTheOthers() async throws {
    let ahead = TasksAhead([0, 1, 2], limit: 2) { input in
      if input == 1 { throw PDFError(.damaged, "Test.") }
      return input
    }
    var results: [Int?] = []
    while let (_, result) = try await ahead.next() { results.append(try? result.get()) }
    #expect(results == [0, nil, 2])
  }

  /// The tasks end by being cancelled, else this never would.
  @Test(.timeLimit(.minutes(60))) func cancellingEndsAllOfThem() async throws {
    let running = running
    let task = Task {
      let ahead = TasksAhead(Array(0..<10), limit: 3) { (_: Int) in
        running.begin()
        defer { running.end() }
        try await Task.sleep(for: .seconds(3_600))
      }
      return try await ahead.next() != nil
    }
    while running.begun < 4 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    while running.now > 0 { await Task.yield() }
    #expect(running.begun == 4)
  }
}

/// Counts tasks.
private final class RunningTasks: Sendable {
  private let counts = Mutex((now: 0, most: 0, begun: 0))

  func begin() {
    counts.withLock { counts in
      counts.now += 1
      counts.begun += 1
      counts.most = max(counts.most, counts.now)
    }
  }

  func end() { counts.withLock { $0.now -= 1 } }

  var now: Int { counts.withLock { $0.now } }
  var most: Int { counts.withLock { $0.most } }
  var begun: Int { counts.withLock { $0.begun } }
}
