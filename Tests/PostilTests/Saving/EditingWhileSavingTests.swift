import Dispatch
import Foundation
import PostilTestSupport
import Synchronization
import Testing

@testable import Postil

/// A save whose disk does not answer before everything else has been done.
@Suite struct EditingWhileSavingTests {
  private let folder: TemporaryFolder
  private let url: URL
  private let document: PDFDocument

  init() throws {
    folder = try TemporaryFolder()
    url = try folder.file("a.pdf", PageDocument(pageCount: 8).data)
    document = try PDFDocument.openAndWait(url)
  }

  private func rectangle(_ x: Double = 10) -> Annotation {
    Annotation(.rectangle(PageRect(x: x, y: 10, width: 50, height: 20)))
  }

  /// Saves; while the bytes are on their way to the disk, `body` is run wholly.
  private func save(_ options: SaveOptions, meanwhile body: () async throws -> Void) async throws
    -> SaveReport
  {
    let (begun, isBegun) = AsyncStream.makeStream(of: Void.self)
    let end = DispatchSemaphore(value: 0)
    let isHeldUp = Mutex(true)
    document.setDiskSync { descriptor in
      if isHeldUp.withLock({ Self.exchange(&$0, false) }) {
        isBegun.yield()
        end.wait()
      }
      return fsync(descriptor)
    }
    async let report = document.save(options)
    for await _ in begun { break }
    do { try await body() } catch {
      end.signal()
      throw error
    }
    end.signal()
    return try await report
  }

  /// Static, so that the document does not keep the test that keeps it.
  private static func exchange(_ value: inout Bool, _ new: Bool) -> Bool {
    defer { value = new }
    return value
  }

  @Test(arguments: [SaveOptions(), SaveOptions.automatic(safety: .inPlace), SaveOptions.rewrite()])
  func aThousandRequestsWaitForNoSave(options: SaveOptions) async throws {
    let renderer = PageRenderer(document, options: .forTests)
    let pages = document.pageIDs
    try document.add(rectangle(), to: pages[0])
    let report = try await save(options) {
      for number in 0..<250 {
        let page = pages[number % 4 + 1]
        try document.add(rectangle(Double(number)), to: page)
        if number % 10 == 9 { try document.undo() }
        _ = (document.url, document.pageCount, document.canUndo, document.undoName, document.state)
        _ = (
          document.isEncrypted, document.fileSize, document.warnings, document.information, document.isSigned
        )
        _ = try document.page(page).annotations
        _ = try document.transform(of: pages[7])
        _ = try await renderer.tile(TileID(page: pages[number % 8], scale: 0.5, column: 0, row: 0))
      }
      #expect(document.hasUnsavedChanges)
    }
    #expect(report.method != .nothing)
    // What was drawn meanwhile is unsaved, and saved by the next save.
    #expect(document.hasUnsavedChanges)
    let saved = try PDFDocument.openAndWait(url)
    #expect(try saved.page(at: 0).annotations.count == 1)
    for index in 1...4 { #expect(try saved.page(at: index).annotations.isEmpty) }
    try await document.save()
    #expect(!document.hasUnsavedChanges)
    let again = try PDFDocument.openAndWait(url)
    for index in 0..<8 {
      #expect(
        try again.page(at: index).annotations.map(\.id) == document.page(at: index).annotations.map(\.id))
    }
    #expect(try Tool.qpdfCheck(url).status == 0)
  }

  @Test(arguments: [SaveOptions(), SaveOptions.rewrite()])
  func pagesThatAreReadMeanwhileCanBeEditedAndSaved(options: SaveOptions) async throws {
    let url = try folder.file("b.pdf", SampleDocument().data)
    let document = try PDFDocument.openAndWait(url)
    let end = DispatchSemaphore(value: 0)
    let (begun, isBegun) = AsyncStream.makeStream(of: Void.self)
    document.setDiskSync { descriptor in
      isBegun.yield()
      end.wait()
      return fsync(descriptor)
    }
    try document.rotatePages([document.pageIDs[2]], by: .clockwise90)
    async let report = document.save(options)
    for await _ in begun { break }
    // The first look at the annotations of this page.
    let page = document.pageIDs[0]
    let before = try document.page(page).annotations
    #expect(before.count == 4)
    try document.remove(before[0].id, from: page)
    try document.add(rectangle(), to: page)
    end.signal()
    _ = try await report
    document.setDiskSync { fsync($0) }
    try await document.save()
    let saved = try PDFDocument.openAndWait(url)
    #expect(try saved.page(at: 0).annotations.count == document.page(at: 0).annotations.count)
    #expect(try Tool.qpdfCheck(url).status == 0)
    while try document.undo() {}
    try await document.save()
    #expect(try PDFDocument.openAndWait(url).page(at: 0).annotations.map(\.subtype) == before.map(\.subtype))
    #expect(try Tool.qpdfCheck(url).status == 0)
  }

  @Test func undoneToWhatWasSavedNothingIsUnsaved() async throws {
    let page = document.pageIDs[0]
    try document.add(rectangle(), to: page)
    _ = try await save(SaveOptions()) { try document.add(rectangle(70), to: page) }
    #expect(document.hasUnsavedChanges)
    try document.undo()
    #expect(!document.hasUnsavedChanges)
    try document.undo()
    #expect(document.hasUnsavedChanges)
    try document.redo()
    #expect(!document.hasUnsavedChanges)
  }

  @Test func undoneMeanwhileItIsUnsaved() async throws {
    let page = document.pageIDs[0]
    try document.add(rectangle(), to: page)
    _ = try await save(SaveOptions()) { try document.undo() }
    #expect(document.hasUnsavedChanges)
    try await document.save()
    #expect(try PDFDocument.openAndWait(url).page(at: 0).annotations.isEmpty)
  }

  @Test func savesAreCarriedOutOneAfterTheOther() async throws {
    let page = document.pageIDs[0]
    try document.add(rectangle(), to: page)
    async let second: SaveReport? = save(SaveOptions()) { try document.add(rectangle(70), to: page) }
    async let third = document.save()
    _ = try await (second, third)
    try await document.save()
    #expect(try PDFDocument.openAndWait(url).page(at: 0).annotations.count == 2)
    #expect(!document.hasUnsavedChanges)
  }

  @Test func aCancelledSaveLeavesTheFile() async throws {
    let original = try Data(contentsOf: url)
    try document.add(rectangle(), to: document.pageIDs[0])
    let task = Task { [document] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await document.save()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try Data(contentsOf: url) == original && folder.names == ["a.pdf"])
    #expect(document.hasUnsavedChanges)
    let steps = Mutex<[Double]>([])
    try await document.save { step in steps.withLock { $0.append(step) } }
    let told = steps.withLock { $0 }
    #expect(told == told.sorted() && told.last == 1 && told.allSatisfy { (0...1).contains($0) })
  }

  @Test func aCopyIsNotTheDocumentsFile() async throws {
    let copy = folder.url.appendingPathComponent("copy.pdf")
    try document.add(rectangle(), to: document.pageIDs[0])
    try await document.write(to: copy)
    #expect(document.url == url && document.hasUnsavedChanges)
    #expect(try PDFDocument.openAndWait(copy).page(at: 0).annotations.count == 1)
    #expect(try PDFDocument.openAndWait(url).page(at: 0).annotations.isEmpty)
    let error = #expect(throws: PDFError.self) { try document.writeAndWait(to: url) }
    #expect(error?.code == .invalidArgument)
    try await document.save()
    #expect(!document.hasUnsavedChanges)
  }
}
