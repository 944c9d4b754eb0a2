import Foundation
import PostilTestSupport
import Synchronization
import Testing

@testable import Postil

/// Whether saves wait until the disk has what they wrote.
@Suite struct DiskSyncTests {
  private let folder: TemporaryFolder
  private let url: URL
  /// How often something was brought to the disk.
  private let count = Count()

  private final class Count: Sendable {
    let value = Mutex(0)
  }

  init() throws {
    folder = try TemporaryFolder()
    url = try folder.file("a.pdf", PageDocument(pageCount: 2).data)
  }

  /// A document with an unsaved annotation.
  private func edited(_ options: OpenOptions = OpenOptions()) throws -> PDFDocument {
    let document = try PDFDocument.openAndWait(url, options: options)
    document.setDiskSync { [count] descriptor in
      count.value.withLock { $0 += 1 }
      return fsync(descriptor)
    }
    try document.add(
      Annotation(.rectangle(PageRect(x: 10, y: 10, width: 50, height: 20))), to: document.pageIDs[0])
    return document
  }

  private static let ways = [SaveOptions(), SaveOptions.automatic(safety: .inPlace), SaveOptions.rewrite()]

  @Test(arguments: ways) func savesWaitForTheDisk(options: SaveOptions) throws {
    try edited().saveAndWait(options)
    #expect(count.value.withLock { $0 } == 1)
  }

  @Test(arguments: ways) func theyDoNotWhereThatIsAskedFor(options: SaveOptions) throws {
    var options = options
    options.waitsForDisk = false
    let document = try edited()
    try document.saveAndWait(options)
    try document.writeAndWait(to: folder.url.appending(path: "copy.pdf"), options)
    #expect(count.value.withLock { $0 } == 0)
    for file in [url, folder.url.appending(path: "copy.pdf")] {
      #expect(try PDFDocument.openAndWait(file).page(at: 0).annotations.count == 1)
    }
  }

  @Test func newDocumentsNeedNotWaitEither() throws {
    var options = SaveOptions()
    options.waitsForDisk = false
    let document = try PDFDocument()
    try document.insertBlankPage(width: 100, height: 100, at: 0)
    document.setDiskSync { [count] descriptor in
      count.value.withLock { $0 += 1 }
      return fsync(descriptor)
    }
    try document.saveAndWait(to: folder.url.appending(path: "new.pdf"), options)
    #expect(count.value.withLock { $0 } == 0)
    #expect(try PDFDocument.openAndWait(folder.url.appending(path: "new.pdf")).pageCount == 1)
  }

  @Test func aDocumentWithAJournalAlwaysWaits() throws {
    var options = SaveOptions()
    options.waitsForDisk = false
    try edited(OpenOptions(journalFolder: folder.url.appending(path: "journals"))).saveAndWait(options)
    #expect(count.value.withLock { $0 } == 1)
  }
}
