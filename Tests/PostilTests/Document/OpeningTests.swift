import Dispatch
import Foundation
import PostilTestSupport
import Synchronization
import Testing

@testable import Postil

@Suite struct OpeningTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func whatIsNoDocumentIsSaidSo() throws {
    let sample = SampleDocument().data
    let cases: [(String, Data, Set<PDFError.Code>)] = [
      ("empty.pdf", Data(), [.notPDF]),
      ("picture.pdf", Data([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]), [.notPDF]),
      ("text.pdf", Data("hello".utf8), [.notPDF]), ("head.pdf", sample.prefix(60), [.damaged]),
    ]
    for (name, data, codes) in cases {
      let url = try folder.file(name, data)
      let error = try #require(throws: PDFError.self) { try PDFDocument.openAndWait(url) }
      #expect(codes.contains(error.code), "\(name): \(error)")
      #expect(error.url == url && error.message.hasSuffix("."))
      #expect(throws: PDFError.self) { try PDFDocument(data: data) }
    }
    for (path, code) in [
      ("", PDFError.Code.cannotRead), ("missing.pdf", .fileNotFound), ("a/b.pdf", .fileNotFound),
    ] {
      let error = try #require(throws: PDFError.self) {
        try PDFDocument.openAndWait(folder.url.appendingPathComponent(path))
      }
      #expect(error.code == code)
    }
  }

  @Test func aTruncatedFileOpensAsFarAsItGoesOrSaysWhy() throws {
    let sample = SampleDocument().data
    for length in stride(from: 0, to: sample.count, by: 97) {
      do {
        let document = try PDFDocument(data: sample.prefix(length))
        if document.pageCount > 0 { _ = try document.page(at: 0) }
      } catch {
        #expect(!error.message.isEmpty)
      }
    }
  }

  @Test func brokenBytesNeverTrap() throws {
    var random = SeededGenerator(seed: 7)
    for xref in PDFBuilder.Xref.allCases {
      var sample = SampleDocument()
      sample.xref = xref
      let original = sample.data
      for _ in 0..<300 {
        var data = original
        for _ in 0..<Int.random(in: 1...12, using: &random) {
          let place = Int.random(in: 0..<data.count, using: &random)
          data[place] = UInt8.random(in: 0...255, using: &random)
        }
        guard let document = try? PDFDocument(data: data), document.pageCount > 0 else { continue }
        guard let page = try? document.page(at: document.pageCount - 1) else { continue }
        try? document.add(Annotation(.rectangle(PageRect(x: 1, y: 1, width: 9, height: 9))), to: page.id)
        try? document.movePages([document.pageIDs[document.pageCount - 1]], to: 0)
        _ = try? document.dataRepresentationAndWait()
      }
    }
  }

  @Test(arguments: [OpenOptions.Access.automatic, .memory, .mapped])
  func factsAreRead(access: OpenOptions.Access) throws {
    let data = SampleDocument().data
    let url = try folder.file("a.pdf", data)
    let document = try PDFDocument.openAndWait(url, options: OpenOptions(access: access))
    #expect(document.pageCount == 4 && document.pdfVersion == "1.7" && document.fileSize == data.count)
    #expect(!document.isEncrypted && document.permissions == .all && document.revisionCount == 1)
    #expect(document.information.title == "A sample" && document.information.author == "Привет")
    #expect(document.information.creationDate == Date(timeIntervalSince1970: 1_709_204_400))
    #expect(document.warnings.isEmpty && !document.isSigned)
  }

  // MARK: - Tasks

  /// A task that is cancelled does not wait for a file that takes long.
  @Test func aCancelledTaskGoesOnAtOnce() async throws {
    let url = try folder.file("a.pdf", SampleDocument().data)
    PDFDocument.opening.suspend()
    let opening = Task { try await PDFDocument.open(url) }
    opening.cancel()
    let result = await opening.result
    PDFDocument.opening.resume()
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(try await PDFDocument.open(url).pageCount == 4)
  }

  /// A document in a file that is read in several pieces.
  private func largeFile() throws -> URL {
    var data = SampleDocument().data
    let tail = try #require(data.range(of: Data("startxref".utf8), options: .backwards))
    let end = data[tail.lowerBound...]
    data += Data("%".utf8) + Data(repeating: 32, count: 40 << 20) + Data("\n".utf8) + end
    return try folder.file("large.pdf", data)
  }

  @Test func progressRisesToOne() async throws {
    let told = Mutex<[Double]>([])
    let document = try await PDFDocument.open(try largeFile()) { part in told.withLock { $0.append(part) } }
    #expect(document.pageCount == 4)
    let parts = told.withLock { $0 }
    #expect(parts == parts.sorted() && parts.first == 0 && parts.last == 1 && parts.count == 5)
  }

  /// Nothing more is read for a task that was cancelled.
  @Test func readingEndsWhenItIsCancelled() async throws {
    let url = try largeFile()
    let told = Mutex<[Double]>([])
    let isReading = DispatchSemaphore(value: 0)
    let isCancelled = DispatchSemaphore(value: 0)
    let task = Task {
      try await PDFDocument.open(url) { part in
        told.withLock { $0.append(part) }
        guard part == 0 else { return }
        isReading.signal()
        isCancelled.wait()
      }
    }
    await onOwnThread { isReading.wait() }
    task.cancel()
    let result = await task.result
    #expect(throws: CancellationError.self) { try result.get() }
    isCancelled.signal()
    PDFDocument.opening.sync(flags: .barrier) {}
    #expect(told.withLock { $0 } == [0])
  }

  @Test func whatCannotBeOpenedIsThrown() async throws {
    let error = await #expect(throws: PDFError.self) {
      try await PDFDocument.open(folder.url.appending(path: "none.pdf"))
    }
    #expect(error?.code == .fileNotFound)
  }

  /// Cancelled before, during or after it was opened: there is one result.
  @Test func cancellingAtAnyMomentGivesOneResult() async throws {
    let url = try folder.file("a.pdf", SampleDocument().data)
    for round in 0..<200 {
      let opening = Task { try await PDFDocument.open(url) }
      for _ in 0..<round { await Task.yield() }
      opening.cancel()
      do {
        #expect(try await opening.value.pageCount == 4)
      } catch {
        #expect(error is CancellationError)
      }
    }
  }
}
