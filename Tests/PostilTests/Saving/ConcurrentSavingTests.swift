import Dispatch
import Foundation
import PostilTestSupport
import Synchronization
import Testing

@testable import Postil

/// Several documents of one file: what a save says it saved is in the file.
@Suite struct ConcurrentSavingTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = try folder.file("a.pdf", PageDocument(pageCount: 1).data)
  }

  private func rectangle(_ number: Int) -> Annotation {
    Annotation(.rectangle(PageRect(x: Double(number), y: 10, width: 50, height: 20)))
  }

  private func annotationCount() throws -> Int {
    try PDFDocument.openAndWait(url).page(at: 0).annotations.count
  }

  /// A document with an unsaved annotation.
  private func edited(_ number: Int = 0) throws -> PDFDocument {
    let document = try PDFDocument.openAndWait(url)
    try document.add(rectangle(number), to: document.pageIDs[0])
    return document
  }

  @Test(arguments: [SaveOptions(), SaveOptions.automatic(safety: .inPlace), SaveOptions.rewrite()])
  func manyDocumentsOfOneFileLoseNoUpdate(options: SaveOptions) throws {
    let saved = Mutex(0)
    let waiting = Mutex(Array(0..<24))
    DispatchQueue.concurrentPerform(iterations: 6) { _ in
      while let number = waiting.withLock({ $0.popLast() }) {
        do {
          try edited(number).saveAndWait(options)
          saved.withLock { $0 += 1 }
        } catch let error as PDFError {
          if error.code != .fileChanged { Issue.record(error) }
        } catch {
          Issue.record(error)
        }
      }
    }
    #expect(saved.withLock { $0 } > 0)
    #expect(try annotationCount() == saved.withLock { $0 })
    #expect(try Tool.qpdfCheck(url).status == 0)
    #expect(folder.names == ["a.pdf"])
  }

  /// The copy is written, and waits for its disk: meanwhile another document is saved.
  @Test(arguments: [SaveOptions(), SaveOptions.rewrite()])
  func whatWasSavedWhileTheCopyWasWrittenIsNotReplaced(options: SaveOptions) throws {
    let (first, second) = (try edited(1), try edited(2))
    let outcome = Mutex<Result<SaveReport, any Error>?>(nil)
    first.setDiskSync { descriptor in
      outcome.withLock { $0 = Result { try second.saveAndWait() } }
      return fsync(descriptor)
    }
    let error = #expect(throws: PDFError.self) { try first.saveAndWait(options) }
    #expect(error?.code == .fileChanged && first.hasUnsavedChanges)
    #expect(throws: Never.self) { try outcome.withLock { try $0?.get() } }
    #expect(try annotationCount() == 1)
    #expect(folder.names == ["a.pdf"])
  }

  @Test func appendingInPlaceKeepsOthersOut() throws {
    let document = try edited()
    let status = Mutex<Int32?>(nil)
    document.setDiskSync { [url] descriptor in
      status.withLock { $0 = try? Tool.run("flock", ["--nonblock", url.path, "true"]).status }
      return fsync(descriptor)
    }
    try document.saveAndWait(SaveOptions.automatic(safety: .inPlace))
    #expect(status.withLock { $0 } == 1)
    #expect(try Tool.run("flock", ["--nonblock", url.path, "true"]).status == 0)
  }

  /// A file that is gone may be written again, but not one that came in its place.
  @Test func aFileThatComesBackMeanwhileIsNotReplaced() throws {
    let document = try edited()
    let other = Data("other".utf8)
    try FileManager.default.removeItem(at: url)
    document.setDiskSync { [url] descriptor in
      try? other.write(to: url)
      return fsync(descriptor)
    }
    let error = #expect(throws: PDFError.self) { try document.saveAndWait() }
    #expect(error?.code == .fileChanged)
    #expect(try Data(contentsOf: url) == other)
  }
}
