import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Commands on pages, each a step of undo with a name.
@MainActor @Suite struct PageEditingTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }

  init() async throws {
    viewer = try Viewer()
    await viewer.open()
    await viewer.session.idle()
  }

  /// Undoes the last step, and checks that it led from the pages as they were.
  private func undo(_ name: String, to pages: [PageID]) async {
    #expect(session.status.undoName == name)
    session.undo()
    await session.idle()
    #expect(session.pages == pages)
  }

  @Test func severalPagesAreEditedInOneStep() async throws {
    let pages = session.pages
    let some = [pages[0], pages[3]]
    #expect(await session.removePages(some).value)
    #expect(session.pages == [pages[1], pages[2], pages[4]])
    await undo("Delete Pages", to: pages)
    let copies = await session.duplicatePages(some).value
    #expect(session.pages == [pages[0], copies[0], pages[1], pages[2], pages[3], copies[1], pages[4]])
    await undo("Duplicate Pages", to: pages)
    session.movePages(some, to: 3)
    await session.idle()
    #expect(session.pages == [pages[1], pages[2], pages[4], pages[0], pages[3]])
    await undo("Move", to: pages)
    session.rotatePages(some, by: .clockwise90)
    await session.idle()
    #expect(session.size(of: pages[3]) == ViewSize(width: 500, height: 400))
    await undo("Rotate", to: pages)
    #expect(session.size(of: pages[3]) == ViewSize(width: 400, height: 500))
    #expect(!session.status.canUndo && session.message == nil)
  }

  @Test func oneAtLeastStays() async throws {
    #expect(await !session.removePages(session.pages).value)
    #expect(session.pages.count == 5 && session.message?.code == .invalidArgument)
  }

  @Test func aBlankPageIsAsLargeAsTheOneBefore() async throws {
    let pages = session.pages
    session.rotatePages([pages[1]], by: .clockwise90)
    let blank = await session.insertBlankPage(at: 2).value
    #expect(session.pages == [pages[0], pages[1]] + blank + pages.dropFirst(2))
    let document = try #require(session.document)
    #expect(try document.transform(of: blank[0]).viewSize == ViewSize(width: 500, height: 400))
    await undo("Insert Page", to: pages)
    #expect(await session.insertBlankPage(at: 99).value.isEmpty && session.message?.code == .pageOutOfRange)
  }

  @Test func pagesOfFilesAreInsertedTogether() async throws {
    let pages = session.pages
    let other = try viewer.folder.file("other.pdf", Viewer.document(pageCount: 2).data)
    let image = try viewer.folder.file(
      "image.png", SampleImage.png(width: 4, height: 2) { _, _ in [255, 0, 0, 255] })
    let imports = [try await PageImport.open(other), try await PageImport.open(image)]
    let results = await session.insertPages(of: imports, at: 1).value
    let inserted = results.flatMap(\.pages)
    #expect(results.map(\.pages.count) == [2, 1] && results.allSatisfy(\.leftBehind.isEmpty))
    #expect(inserted.count == 3 && session.pages == [pages[0]] + inserted + pages.dropFirst())
    await undo("Insert Pages", to: pages)
    let data = try await PageImport.open(Viewer.document(pageCount: 3).data)
    #expect(
      await session.insertPages(of: [data], at: 5).value[0].pages.count == 3 && session.pages.count == 8)
  }

  @Test func anEncryptedFileNeedsItsPassword() async throws {
    let document = try PDFDocument(data: Viewer.document(pageCount: 1).data)
    let file = viewer.folder.url.appending(path: "locked.pdf")
    let encryption = SaveOptions.rewrite(
      RewriteOptions(encryption: .aes256(userPassword: "open", ownerPassword: "own")))
    try await document.write(to: file, encryption)
    await #expect { try await PageImport.open(file) } throws: { ($0 as? PDFError)?.code == .passwordRequired }
    await #expect { try await PageImport.open(file, password: "no") } throws: {
      ($0 as? PDFError)?.code == .wrongPassword
    }
    let read = try await PageImport.open(file, password: "open")
    #expect(await session.insertPages(of: [read], at: 0).value.map(\.pages.count) == [1])
  }

  @Test func whatStaysBehindIsTold() async throws {
    var builder = PDFBuilder()
    let (catalog, tree) = (builder.reserve(), builder.reserve())
    let page = builder.add("<</Type/Page/Parent \(tree) 0 R/MediaBox[0 0 100 100]>>")
    let intent = builder.add("<</Type/OutputIntent/S/GTS_PDFX/OutputConditionIdentifier(Press)>>")
    builder.add("<</Type/Pages/Count 1/Kids[\(page) 0 R]>>", as: tree)
    builder.add("<</Type/Catalog/Pages \(tree) 0 R/OutputIntents[\(intent) 0 R]>>", as: catalog)
    let other = try await PageImport.open(builder.data(.table))
    let inserted = await session.insertPages(of: [other], at: 1).value
    #expect(inserted.flatMap(\.leftBehind).map(\.kind) == [.outputIntents])
  }

  @Test func whatCannotBeInsertedIsSaid() async throws {
    let text = try viewer.folder.file("notes.pdf", Data("Not a document.".utf8))
    let gone = viewer.folder.url.appending(path: "gone.pdf")
    for (file, code) in [(text, PDFError.Code.notPDF), (gone, .fileNotFound)] {
      do {
        _ = try await PageImport.open(file)
        Issue.record("\(file.lastPathComponent) was read")
      } catch {
        #expect((error as? PDFError)?.code == code)
        session.report(error, during: .inserting, of: file)
        let message = try #require(session.message)
        #expect(message.title.contains(file.lastPathComponent) && message.actions == [.dismiss])
      }
    }
    session.report(CancellationError(), during: .extracting, of: nil)
    #expect(session.message?.activity == .inserting, "what was cancelled is not reported")
  }

  @Test func pagesAreExtractedWithTheirEdits() async throws {
    let pages = session.pages
    session.rotatePages([pages[2]], by: .clockwise90)
    let file = viewer.folder.url.appending(path: "part.pdf")
    try await session.extractPages([pages[2], pages[0]], to: file)
    let part = try await PDFDocument.open(file)
    #expect(part.pageCount == 2)
    #expect(try part.transform(of: part.pageIDs[0]).viewSize == ViewSize(width: 500, height: 400))
    let data = try await session.data(of: [pages[1]])
    #expect(try PDFDocument(data: data).pageCount == 1)
    #expect(session.status.hasUnsavedChanges && session.pages == pages, "the document stays as it is")
    await #expect(throws: PDFError.self) { try await session.data(of: [PageID(number: 99)]) }
    let missing = viewer.folder.url.appending(path: "gone/part.pdf")
    await #expect(throws: PDFError.self) { try await session.extractPages(pages, to: missing) }
  }

  @Test func withoutADocumentNothingHappens() async throws {
    session.close()
    #expect(await session.insertBlankPage(at: 0).value.isEmpty)
    #expect(await !session.removePages([PageID(number: 1)]).value)
    await #expect(throws: PDFError.self) { try await session.data(of: []) }
  }
}
