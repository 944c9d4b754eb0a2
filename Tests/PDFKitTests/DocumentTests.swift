import Foundation
import PDFKit
import PostilTestSupport
import Testing

@Suite("PDFDocument") struct PDFKitDocumentTests {
  let folder: TemporaryFolder
  let file: URL

  init() throws {
    folder = try TemporaryFolder()
    var sample = TextDocument(
      (1...4).map {
        [.init(72, 700, "Page number \($0)"), .init(72, 680, "The quick fox and the FOX again")]
      })
    for index in sample.pages.indices { sample.pages[index].font = .helvetica }
    file = try folder.file("sample.pdf", sample.data)
  }

  private func url(_ name: String) -> URL { folder.url.appendingPathComponent(name) }

  private func opened() throws -> PDFDocument { try #require(PDFDocument(url: file)) }

  private func reopened(_ document: PDFDocument) throws -> PDFDocument {
    try #require(document.dataRepresentation().flatMap { PDFDocument(data: $0) })
  }

  @Test func aFileThatIsNoneIsNil() throws {
    #expect(PDFDocument(url: url("nothing.pdf")) == nil)
    #expect(PDFDocument(data: Data("no".utf8)) == nil)
    #expect(describe(url("nothing.pdf")) == ["This is not a PDF document."])
  }

  @Test func informationIsReadAndWritten() throws {
    let before = try Data(contentsOf: file)
    #expect(setTitle("On foxes", author: "Ada", keywords: ["fox", "quick"], of: file))
    #expect(try Data(contentsOf: file).starts(with: before))
    #expect(
      describe(file) == ["4 pages, version 1.7", "Title: On foxes", "Author: Ada", "Keywords: fox/quick"])
    let told = try Tool.run("pdfinfo", [file.path]).output
    #expect(told.contains("On foxes") && told.contains("Ada"))
  }

  @Test func aDocumentIsLockedUntilAPasswordOpensIt() throws {
    let locked = url("locked.pdf")
    #expect(protect(file, to: locked, userPassword: "user", ownerPassword: "owner"))
    #expect(describe(locked) == ["0 pages, version 0.0", "locked"])
    #expect(unlock(locked, with: ["wrong"]) == nil)
    let user = try #require(unlock(locked, with: ["wrong", "user"]))
    #expect(user.pageCount == 4 && user.isEncrypted && user.permissionsStatus == .user)
    #expect(!user.allowsPrinting && !user.allowsCopying && user.allowsCommenting)
    let owner = try #require(unlock(locked, with: ["owner"]))
    #expect(owner.permissionsStatus == .owner && owner.allowsPrinting)
    #expect(try Tool.qpdfCheck(locked, password: "user").status == 0)
  }

  @Test func documentsAreMerged() throws {
    let merged = merge([file, file])
    #expect(merged.pageCount == 8 && merged.page(at: 5)?.string?.hasPrefix("Page number 2") == true)
    #expect(merged.write(to: url("merged.pdf")))
    #expect(try Tool.qpdfCheck(url("merged.pdf")).status == 0)
    #expect(try opened().pageCount == 4)
  }

  @Test func aPageGoesFromOneDocumentToTheOther() throws {
    let (source, target) = (try opened(), PDFDocument())
    let page = try #require(source.page(at: 2))
    target.insert(page, at: 0)
    #expect(page.document === target && target.page(at: 0) === page && target.index(for: page) == 0)
    #expect(source.pageCount == 4 && source.page(at: 2) !== page && source.index(for: page) == NSNotFound)
  }

  @Test func documentsAreSplit() throws {
    let parts = split(try opened())
    #expect(parts.count == 4)
    let third = try #require(PDFDocument(data: parts[2]))
    #expect(third.pageCount == 1 && third.string?.hasPrefix("Page number 3") == true)
  }

  @Test func pagesAreReversedAndRemovedAndStayTheSameObjects() throws {
    let document = try opened()
    let first = try #require(document.page(at: 0))
    #expect(document.page(at: 0) === first)
    reverse(document)
    #expect(document.index(for: first) == 3)
    #expect(text(of: document).map { $0.prefix(13).suffix(1) } == ["4", "3", "2", "1"])
    document.insert(PDFPage(), at: 1)
    #expect(removeEmptyPages(of: document) == 1)
    document.removePage(at: 3)
    #expect(first.document == nil && first.string?.hasPrefix("Page number 1") == true)
    #expect(try reopened(document).pageCount == 3)
    for _ in 0..<5 { document.removePage(at: 0) }
    #expect(document.pageCount == 0 && document.dataRepresentation() == nil)
    document.insert(first, at: 0)
    #expect(try reopened(document).string?.hasPrefix("Page number 1") == true)
  }

  @Test func pagesAreTurnedAndCropped() throws {
    var sample = PageDocument(pageCount: 2)
    sample.pages[1].mediaBox = [0, 0, 800, 400]
    let document = try #require(PDFDocument(data: sample.data))
    straighten(document, margin: 36)
    let saved = try reopened(document)
    #expect(saved.page(at: 0)?.rotation == 0 && saved.page(at: 1)?.rotation == 90)
    #expect(saved.page(at: 1)?.bounds(for: .cropBox) == CGRect(x: 36, y: 36, width: 728, height: 328))
    #expect(saved.page(at: 1)?.bounds(for: .mediaBox) == CGRect(x: 0, y: 0, width: 800, height: 400))
  }

  @Test func picturesBecomePagesAndPagesPictures() throws {
    let png = SampleImage.png(width: 40, height: 20) { _, _ in [255, 0, 0, 255] }
    let image = try #require(NSImage(data: png))
    #expect(image.size == CGSize(width: 40, height: 20) && NSImage(data: Data("no".utf8)) == nil)
    let document = album(of: [image, image])
    #expect(document.pageCount == 2 && document.page(at: 1)?.bounds(for: .mediaBox).size == image.size)
    let pictures = thumbnails(of: document, width: 100)
    #expect(pictures.map(\.size) == [CGSize(width: 100, height: 50), CGSize(width: 100, height: 50)])
    #expect(pictures[0].pngData()?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
    #expect(document.page(at: 0)?.thumbnail(of: .zero, for: .cropBox).size == .zero)
  }

  @Test func anOutlineIsMadeChangedAndReadAgain() throws {
    let document = try opened()
    #expect(document.outlineRoot == nil && contents(of: document) == [])
    addContents(["One", "Two"], to: document)
    let expected = ["One 1", "  One, below 1", "Two 2", "  Two, below 2"]
    #expect(contents(of: document) == expected)
    let saved = try reopened(document)
    #expect(contents(of: saved) == expected)
    let two = try #require(saved.outlineRoot?.child(at: 1))
    #expect(two.parent === saved.outlineRoot && two.index == 1 && two.document === saved)
    two.child(at: 0)?.removeFromParent()
    two.label = "Second"
    saved.outlineRoot?.insertChild(two, at: 0)
    #expect(try contents(of: reopened(saved)) == ["Second 2", "One 1", "  One, below 1"])
    let word = try #require(saved.findString("number 2").first)
    #expect(saved.outlineItem(for: word)?.label == "Second")
    // Nothing can be below itself.
    let one = try #require(saved.outlineRoot?.child(at: 1))
    one.child(at: 0)?.insertChild(one, at: 0)
    #expect(contents(of: saved).count == 3)
  }
}
