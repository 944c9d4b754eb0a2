import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// Many pages, read by several workers.
@Suite struct TextReaderTests {
  private static let pageCount = 60

  /// Pages that take different times: every seventh has a hundred lines.
  private func document() throws -> PDFDocument {
    let pages = (0..<Self.pageCount).map { page in
      [TextDocument.Line(72, 760, "needle \(page)")]
        + (0..<(page % 7 == 0 ? 100 : 1)).map {
          TextDocument.Line(72, 740 - Double($0) * 7, "line \($0) of \(page)")
        }
    }
    return try PDFDocument(data: TextDocument(pages).data)
  }

  @Test func severalWorkersReadTheSameTextAsOne() async throws {
    let document = try document()
    let (one, several) = (TextReader(workerCount: 1), TextReader(workerCount: 3))
    try await withThrowingTaskGroup(of: (PageText, PageText).self) { group in
      for page in document.pageIDs {
        group.addTask {
          (try await one.text(of: page, in: document), try await several.text(of: page, in: document))
        }
      }
      for try await (a, b) in group { #expect(a.string == b.string && a.boxes == b.boxes && !a.isEmpty) }
    }
  }

  /// MuPDF and PDFium show such text in Helvetica.
  @Test func textInAFontThatIsMissingHasPlaces() async throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<<>>>>", as: 3)
    builder.addStream("BT /None 20 Tf 20 100 Td (Two) Tj ( words) Tj ET", as: 4)
    let document = try PDFDocument(data: builder.data())
    let text = try await TextReader(workerCount: 1).text(of: document.pageIDs[0], in: document)
    #expect(text.string.trimmingCharacters(in: .whitespacesAndNewlines) == "Two words")
    var matches: [TextMatch] = []
    for try await page in try document.search("words").pages { matches += try page.result.get() }
    let bounds = try #require(matches.first?.quads.first?.bounds)
    #expect(abs(bounds.minX - 64.5) < 2 && abs(bounds.width - 53.3) < 2, "\(bounds)")
  }

  @Test func pagesComeInOrderAndAreReadOnce() async throws {
    let document = try document()
    for _ in 0..<2 {
      var order: [Int] = []
      for try await page in try document.search("needle").pages {
        order.append(page.pageIndex)
        #expect(try page.result.get().count == 1)
      }
      #expect(order == Array(0..<Self.pageCount))
    }
    #expect(document.textReader.statistics.requests == Self.pageCount)
  }

  @Test func onlyAFewPagesAreReadAhead() async throws {
    let document = try document()
    let ahead = document.textReader.searchesAhead
    var read = 0
    for try await _ in try document.search("needle").pages {
      read += 1
      #expect(document.textReader.statistics.requests <= read + ahead)
    }
    #expect(read == Self.pageCount && document.textReader.statistics.mostRunning <= ahead + 1)
  }

  /// Pages that have the same large content each take little time, and all of them hours.
  @Test func aDocumentThatTakesLongerThanAnyIsGivenUp() async throws {
    let document = try document()
    document.textReader.work.withLock { $0.time = .seconds(3600) }
    let error = await #expect(throws: PDFError.self) { try await document.text(of: document.pageIDs[0]) }
    #expect(error?.code == .renderTimedOut && document.textReader.statistics.requests == 0)
    document.retryReading()
    #expect(try await !document.text(of: document.pageIDs[0]).isEmpty)
    let time = document.textReader.statistics.time
    #expect(time > .zero && time < .seconds(3600))
  }

  @Test func aSearchThatIsGivenUpReadsNoFurther() async throws {
    let document = try document()
    let reader = document.textReader
    var iterator: TextSearchPages.Iterator? = try document.search("needle").pages.makeAsyncIterator()
    _ = try await iterator?.next()
    iterator = nil
    while reader.statistics.running > 0 { await Task.yield() }
    #expect(reader.statistics.requests <= 1 + reader.searchesAhead)
    var count = 0
    for try await _ in try document.search("needle") { count += 1 }
    #expect(count == Self.pageCount)
  }

  /// Ends although no worker can answer: it does not wait for the page that is being read.
  @Test func aCancelledSearchDoesNotWait() async throws {
    let document = try document()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var iterator = try document.search("needle").pages.makeAsyncIterator()
      return try await iterator.next() != nil
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(document.textReader.statistics.requests == 0)
  }

  @Test func textsAreKeptWithinALimit() async throws {
    let document = try document()
    let reader = TextReader(byteLimit: 4_000)
    for page in document.pageIDs { _ = try await reader.text(of: page, in: document) }
    #expect(reader.cachedBytes <= 4_000 && reader.cachedBytes > 0)
    let last = try #require(document.pageIDs.last)
    _ = try await reader.text(of: last, in: document)
    #expect(reader.statistics.requests == Self.pageCount, "the last one was kept")
    _ = try await reader.text(of: document.pageIDs[1], in: document)
    #expect(reader.statistics.requests == Self.pageCount + 1)
  }
}
