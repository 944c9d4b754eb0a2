import Foundation
import PostilTestSupport
import Synchronization
import Testing

@testable import Postil

/// What leaves a document is of one state of it, whatever others edit meanwhile.
@Suite struct DocumentMomentTests {
  private static func document(_ texts: [String]) throws -> PDFDocument {
    var document = TextDocument(texts.map { [.init(72, 700, $0)] })
    for index in document.pages.indices { document.pages[index].font = .helvetica }
    return try PDFDocument(data: document.data)
  }

  private static func texts(_ data: Data, _ folder: TemporaryFolder) throws -> [String] {
    let url = try folder.file("texts.pdf", data)
    let text = try Tool.run("pdftotext", ["-q", url.path, "-"]).output
    return text.split(separator: "\u{0C}").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter {
      !$0.isEmpty
    }
  }

  /// The page in front of the one with the secret goes when the redaction has chosen its areas and waits for the bytes.
  @Test func areasAreOfTheStateThatBytesAreOf() async throws {
    let folder = try TemporaryFolder()
    let document = try Self.document(["FIRST", "SECRET", "THIRD"])
    let pages = document.pageIDs
    let redaction = Redaction([.init(PageRect(x: 60, y: 690, width: 200, height: 30), on: pages[1])])
    let url = folder.url.appendingPathComponent("out.pdf")
    let isMoved = Mutex(false)
    let report = try await document.redact(redaction, to: url) { part in
      guard part == 0, !isMoved.withLock({ $0 }) else { return }
      isMoved.withLock { $0 = true }
      #expect(throws: Never.self) { try document.removePages([pages[0]]) }
    }
    #expect(isMoved.withLock { $0 } && document.pageIDs == Array(pages[1...]))
    #expect(report.glyphs == 6)
    #expect(try Self.texts(Data(contentsOf: url), folder) == ["FIRST", "THIRD"])
  }

  @Test func pagesOfAnotherDocumentAreThoseOfTheStateThatTheyWereChosenIn() throws {
    let folder = try TemporaryFolder()
    let other = try Self.document(["ONE", "TWO", "THREE"])
    let before = other.state
    try other.removePages([other.pageIDs[0]])
    #expect(
      try Self.texts(
        other.extracted([before.pages[0], before.pages[1]], in: before).dataRepresentationAndWait(), folder)
        == ["ONE", "TWO"])
    #expect(try Self.texts(other.dataRepresentation(of: before), folder) == ["ONE", "TWO", "THREE"])
    // A source that is known is not taken for another state's.
    let document = try Self.document(["MINE"])
    #expect(try document.register(other, in: other.state).pageCount == 2)
    #expect(try document.register(other, in: before).pageCount == 3)
    #expect(throws: PDFError.self) { try other.extracted([before.pages[0]], in: other.state) }
  }

  @Test func aComparisonIsOfThePagesThatItBeganWith() async throws {
    let (old, new) = (try Self.document(["A", "B", "C"]), try Self.document(["A", "B", "C"]))
    let (before, after) = (old.pageIDs, new.pageIDs)
    let note = Annotation(.rectangle(PageRect(x: 10, y: 10, width: 50, height: 50)))
    try new.add(note, to: after[2])
    let comparison = try await new.comparison(with: old) { part in
      guard part == 0 else { return }
      #expect(throws: Never.self) {
        try old.removePages(before[..<2])
        try new.removePages(after[..<2])
      }
    }
    #expect(new.pageCount == 1 && old.pageCount == 1)
    #expect(comparison.annotations.map(\.kind) == [.added] && comparison.annotations.first?.newPage == 2)
    #expect(comparison.pages.allSatisfy { $0.newIndex == 2 })
  }
}
