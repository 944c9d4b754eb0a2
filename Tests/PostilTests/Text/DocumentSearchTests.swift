import Foundation
import PostilTestSupport
import Testing

@testable import Postil

@Suite struct DocumentSearchTests {
  /// Pages that say "Page 1 alpha" and so on; the last has a hyphenated word, the second is turned and
  /// cropped.
  private static var sample: TextDocument {
    var document = TextDocument((1...4).map { [.init(72, 700, "Page \($0) alpha")] })
    document.pages[3].lines += [.init(72, 680, "a hyphen-"), .init(72, 666, "ated word")]
    document.pages[1].rotation = 90
    document.pages[1].cropBox = [50, 600, 400, 750]
    return document
  }

  private func document() throws -> PDFDocument { try PDFDocument(data: Self.sample.data) }

  @Test func theTextOfAPage() async throws {
    let document = try document()
    let page = try document.page(at: 3)
    let text = try await document.text(of: page.id)
    #expect(text.string == "Page 4 alpha\na hyphen-\nated word")
    let empty = try PDFDocument(data: TextDocument([[]]).data)
    #expect(try await empty.text(of: empty.pageIDs[0]).isEmpty)
    let error = await #expect(throws: PDFError.self) { try await document.text(of: PageID(number: 99)) }
    #expect(error?.code == .pageOutOfRange)
  }

  @Test(arguments: [(0, [0, 1, 2, 3]), (2, [2, 3, 0, 1]), (3, [3, 0, 1, 2])])
  func aSearchBeginsAnywhereAndGoesRound(start: Int, expected: [Int]) async throws {
    var found: [Int] = []
    let document = try document()
    for try await match in try document.search("alpha", from: document.pageIDs[start]) {
      found.append(match.pageIndex)
    }
    #expect(found == expected)
  }

  @Test func aMatchSaysWhereItIs() async throws {
    let document = try document()
    var iterator = try document.search("HYPHENATED", options: .ignoringCase).makeAsyncIterator()
    let match = try #require(try await iterator.next())
    #expect(match.page == document.pageIDs[3] && match.pageIndex == 3)
    #expect(match.string == "hyphen-\nated" && match.rects.count == 2)
    #expect(match.before == "Page 4 alpha a " && match.after == " word")
    let text = try await document.text(of: match.page)
    #expect(text.selection(of: match.range)?.rects == match.rects)
    #expect(try await iterator.next() == nil)
    #expect(try await iterator.next() == nil)
  }

  @Test func whatCannotBeSearchedForIsRefused() throws {
    let document = try document()
    let empty = #expect(throws: PDFError.self) { try document.search(" \n") }
    #expect(empty?.code == .invalidArgument)
    let missing = #expect(throws: PDFError.self) { try document.search("a", from: PageID(number: 99)) }
    #expect(missing?.code == .pageOutOfRange)
  }

  @Test func somePagesInAnyOrder() async throws {
    let document = try document()
    let ids = document.pageIDs
    var found: [Int] = []
    let search = try document.search("alpha", in: [ids[2], ids[0], PageID(number: 99), ids[2]])
    for try await match in search { found.append(match.pageIndex) }
    #expect(found == [2, 0, 2])
    var counts: [Int] = []
    for try await page in try document.search("hyphenated").pages {
      counts.append(try page.result.get().count)
    }
    #expect(counts == [0, 0, 0, 1])
  }

  /// The rectangle on the page is the same before and after, whatever was done to the page meanwhile.
  @Test(arguments: [false, true]) func pagesThatAreTurnedAndMovedWhileSearching(saves: Bool) async throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("sample.pdf", Self.sample.data)
    let expected = try await rects(of: PDFDocument.openAndWait(url))
    let document = try PDFDocument.openAndWait(url)
    let ids = document.pageIDs
    try document.rotatePages([document.pageIDs[0], document.pageIDs[2]], by: .clockwise90)
    var found: [Int: [PageRect]] = [:]
    var steps = 0
    for try await match in try document.search("alpha") {
      found[match.page.number] = match.rects
      #expect(document.pageIDs[match.pageIndex] == match.page)
      steps += 1
      try document.rotatePages(
        [document.pageIDs[0], document.pageIDs[1], document.pageIDs[2], document.pageIDs[3]], by: .clockwise90
      )
      try document.movePages([document.pageIDs[3]], to: steps % 3)
      try document.add(Annotation(.rectangle(PageRect(x: 10, y: 10, width: 50, height: 50))), to: match.page)
      if saves { try document.saveAndWait(steps == 2 ? .rewrite() : .incremental()) }
    }
    #expect(found == expected)
    #expect(Set(found.keys) == Set(ids.map(\.number)))
    #expect(try await rects(of: document) == expected)
  }

  /// By the numbers of the pages in the file.
  private func rects(of document: PDFDocument) async throws -> [Int: [PageRect]] {
    var found: [Int: [PageRect]] = [:]
    for try await match in try document.search("alpha") { found[match.page.number] = match.rects }
    return found
  }

  @Test func theTextIsReadAfterUnsavedEdits() async throws {
    let expected = try await rects(of: document())
    let document = try document()
    try document.rotatePages([document.pageIDs[0], document.pageIDs[1]], by: .counterclockwise90)
    try document.movePages([document.pageIDs[0]], to: 2)
    #expect(try await rects(of: document) == expected)
  }

  @Test func protectedDocuments() async throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("sample.pdf", Self.sample.data)
    try PDFDocument.openAndWait(url).saveAndWait(
      SaveOptions.rewrite(RewriteOptions(encryption: .aes256(userPassword: "open", ownerPassword: "own"))))
    let document = try PDFDocument.openAndWait(url, password: "open")
    #expect(try await rects(of: document).count == 4)
  }

  @Test func aCancelledSearchEnds() async throws {
    let document = try document()
    let task = Task {
      var count = 0
      for try await _ in try document.search("alpha") {
        count += 1
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return count
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await rects(of: document).count == 4)
  }

  /// What was opened is searched, whatever happens to the file.
  @Test func aFileThatIsGone() async throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("sample.pdf", Self.sample.data)
    let document = try PDFDocument.openAndWait(url)
    try FileManager.default.removeItem(at: url)
    #expect(try await rects(of: document).count == 4)
  }

  /// Three pages, the last of which poppler refuses.
  private func documentWithABadPage() throws -> PDFDocument {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>")
    builder.add("<</Type/Pages/Kids[3 0 R 5 0 R 4 0 R]/Count 3/MediaBox[0 0 300 300]/Resources 7 0 R>>")
    builder.add("<</Type/Page/Parent 2 0 R/Contents 6 0 R>>")
    builder.add("<</Type/Page/Parent 2 0 R/Contents 42>>")
    builder.add("<</Type/Page/Parent 2 0 R/Contents 6 0 R>>")
    builder.addStream("BT /F 12 Tf 20 20 Td (alpha) Tj ET")
    builder.add("<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>")
    return try PDFDocument(data: builder.data())
  }

  /// A search that could not read a page must not look like one that found nothing there.
  @Test func aPageThatCannotBeRead() async throws {
    let document = try documentWithABadPage()
    var results: [Bool] = []
    for try await page in try document.search("alpha").pages {
      results.append((try? page.result.get()) != nil)
    }
    #expect(results == [true, true, false])
    var iterator = try document.search("alpha").makeAsyncIterator()
    var count = 0
    do {
      while try await iterator.next() != nil { count += 1 }
      Issue.record("no error")
    } catch let error as PDFError {
      #expect(error.pageIndex == 2 && error.code == .damaged && count == 2)
    }
    #expect(try await iterator.next() == nil)
  }

  @Test func manySearchesAtOnce() async throws {
    let document = try document()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 { group.addTask { try await self.rects(of: document).count } }
      for try await count in group { #expect(count == 4) }
    }
  }
}
