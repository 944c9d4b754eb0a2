import Foundation
import Postil
import PostilTestSupport
import Testing

/// Saves after saves, and what undo brings back between them.
@Suite struct SaveSequenceTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ data: Data, _ name: String = "a.pdf") throws -> (PDFDocument, URL) {
    let url = try folder.file(name, data)
    return (try PDFDocument.openAndWait(url, options: OpenOptions(access: .memory)), url)
  }

  private static func square(_ entries: String = "") -> String {
    "<</Type/Annot/Subtype/Square/Rect[10 10 60 60]/C[1 0 0]\(entries)>>"
  }

  /// A file of two pages; annotations are objects from 10 on.
  private func file(first: String, second: String = "", objects: [Int: String] = [:]) -> Data {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Annots[\(first)]>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Annots[\(second)]>>", as: 4)
    for (number, body) in objects { builder.add(body, as: number) }
    return builder.data()
  }

  // MARK: - Failures

  @Test(arguments: [SaveOptions.incremental(), .rewrite()])
  func aSaveThatFailsAtTheEndLeavesTheDocumentUnsaved(options: SaveOptions) throws {
    let (document, url) = try open(SampleDocument().data)
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    // A folder cannot be replaced by a file, which shows only when the file is given its name.
    let taken = folder.url.appendingPathComponent("taken")
    try FileManager.default.createDirectory(
      at: taken.appendingPathComponent("inside"), withIntermediateDirectories: true)
    #expect(throws: PDFError.self) { try document.saveAndWait(to: taken, options) }
    #expect(document.url == url && document.hasUnsavedChanges)
    #expect(try document.saveAndWait().method == .append)
    #expect(try PDFDocument.openAndWait(url).page(at: 0).rotation == .clockwise90)
  }

  @Test(arguments: [false, true])
  func whatAnotherProgramWroteIntoTheFileDoesNotGetIntoACopy(isEdited: Bool) throws {
    let original = SampleDocument().data
    let (document, url) = try open(original)
    if isEdited { try document.rotatePages([document.pageIDs[0]], by: .clockwise90) }
    let handle = try FileHandle(forWritingTo: url)
    try handle.seek(toOffset: 100)
    try handle.write(contentsOf: Data(repeating: 32, count: 200))
    try handle.close()
    let copy = folder.url.appendingPathComponent("copy.pdf")
    try document.saveAndWait(to: copy)
    #expect(try Data(contentsOf: copy).starts(with: original))
  }

  @Test func aChangedFileIsOverwrittenWhereThatIsAskedForAlsoInPlace() throws {
    let (document, url) = try open(SampleDocument().data)
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    try Data("something else".utf8).write(to: url)
    try document.saveAndWait(SaveOptions.automatic(safety: .inPlace).allowing(overwritingChangedFile: true))
    #expect(try PDFDocument.openAndWait(url).page(at: 0).rotation == .clockwise90)
  }

  @Test func aFileThatIsGoneIsWrittenAgainWithoutChanges() throws {
    let original = SampleDocument().data
    let (document, url) = try open(original)
    try FileManager.default.removeItem(at: url)
    #expect(try document.saveAndWait().method == .copy)
    #expect(try Data(contentsOf: url) == original)
  }

  @Test func anOriginalThatIsKeptIsNotTakenForAnother() throws {
    let other = try folder.file("a.damaged-original.pdf", Data("other".utf8))
    var data = SampleDocument().data + Data("%%EOF\n".utf8)
    let end = try #require(data.range(of: Data("startxref".utf8), options: .backwards))
    data.replaceSubrange(end.upperBound..<data.endIndex, with: Data("\n7\n%%EOF\n%%EOF\n".utf8))
    let (document, url) = try open(data)
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    let report = try document.saveAndWait()
    #expect(try report.method == .rewrite && Data(contentsOf: other) == Data("other".utf8))
    let kept = try #require(folder.names.first { ![url, other].map(\.lastPathComponent).contains($0) })
    #expect(try Data(contentsOf: folder.url.appendingPathComponent(kept)) == data)
    #expect(report.warnings.contains { $0.contains(kept) })
  }

  @Test func objectsThatADamagedTableLeavesOutAreSaved() throws {
    var data = SampleDocument().data
    let table = try #require(data.range(of: Data("xref\n0 ".utf8)))
    let entries = "0000000000 65535 f \n0000000001 00000 n \n"
    data.replaceSubrange(
      table.lowerBound..<data.endIndex,
      with: Data(
        "xref\n0 2\n\(entries)trailer\n<</Size 2/Root 1 0 R>>\nstartxref\n\(table.lowerBound)\n%%EOF\n".utf8))
    let (document, url) = try open(data)
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    #expect(try document.saveAndWait().method == .rewrite)
    #expect(try PDFDocument.openAndWait(url).page(at: 0).rotation == .clockwise90)
  }

  // MARK: - Undo

  @Test func theOriginalAppearanceComesBackThroughRewrites() throws {
    let appearance = "<</Type/XObject/Subtype/Form/BBox[0 0 50 50]/Length 7>>\nstream\n0 0 m n\nendstream"
    let (document, url) = try open(
      file(first: "10 0 R", objects: [10: Self.square("/AP<</N 11 0 R>>"), 11: appearance]))
    let page = try document.page(at: 0)
    var square = try #require(page.annotations.first)
    try document.remove(square.id, from: page.id)
    try document.saveAndWait(SaveOptions.rewrite())
    try document.undo()
    square.style.color = .blue
    try document.replace(square, on: page.id)
    try document.saveAndWait(SaveOptions.rewrite())
    try document.undo()
    try document.saveAndWait(SaveOptions.rewrite())
    let output = try Tool.run("qpdf", ["--qdf", "--object-streams=disable", url.path, "-"]).output
    #expect(output.contains("0 0 m n"))
  }

  @Test func aPopUpThatComesBackAfterARewriteBelongsToTheSameAnnotation() throws {
    let popup = "<</Type/Annot/Subtype/Popup/Rect[0 0 9 9]/Parent 10 0 R>>"
    let (document, url) = try open(
      file(first: "10 0 R 11 0 R", objects: [10: Self.square("/Popup 11 0 R"), 11: popup]))
    let page = try document.page(at: 0)
    try document.remove(page.annotations[1].id, from: page.id)
    try document.saveAndWait(SaveOptions.rewrite())
    try document.undo()
    try document.saveAndWait()
    let reopened = try PDFDocument.openAndWait(url)
    let back = try reopened.page(at: 0)
    #expect(back.annotations.map(\.subtype) == ["Square", "Popup"])
    try reopened.remove(back.annotations[0].id, from: back.id)
    #expect(try reopened.page(at: 0).annotations.isEmpty)
  }

  @Test func whatShowsNothingCanBeRemovedAndBroughtBack() throws {
    let invisible = "<</Type/Annot/Subtype/Square/Rect[10 10 10 10]/BS<</W 0>>>>"
    let (document, _) = try open(file(first: "10 0 R", objects: [10: invisible]))
    let page = try document.page(at: 0)
    try document.remove(page.annotations[0].id, from: page.id)
    #expect(try document.undo())
    #expect(try document.page(at: 0).annotations == page.annotations)
  }

  @Test func anAnnotationAndItsPopUpMayBothBeNamed() throws {
    let (document, _) = try open(SampleDocument().data)
    let page = try document.page(at: 0)
    for annotations in [page.annotations, page.annotations.reversed()] {
      try document.apply(annotations.map { .removeAnnotation($0.id, page: page.id) })
      #expect(try document.page(at: 0).annotations.isEmpty)
      try document.undo()
      #expect(try document.page(at: 0).annotations == page.annotations)
    }
  }

  // MARK: - Files that share or repeat

  @Test(arguments: [false, true])
  func anAnnotationOnTwoPagesIsChangedOnOne(saysPage: Bool) throws {
    let entries = saysPage ? "/P 3 0 R" : ""
    let (document, url) = try open(
      file(first: "10 0 R", second: "10 0 R", objects: [10: Self.square(entries)]))
    let (first, second) = (try document.page(at: 0), try document.page(at: 1))
    var square = try #require(first.annotations.first)
    square.style.color = .blue
    try document.replace(square, on: first.id)
    try document.saveAndWait()
    let reopened = try PDFDocument.openAndWait(url)
    #expect(try reopened.page(at: 0).annotations.first?.style.color == .blue)
    #expect(try reopened.page(at: 1).annotations.first?.style == second.annotations.first?.style)
  }

  @Test func idsOnAPageAreUnique() throws {
    let (document, _) = try open(
      file(first: "10 0 R 11 0 R", objects: [10: Self.square(), 11: Self.square("/NM(object-10)")]))
    #expect(try Set(document.page(at: 0).annotations.map(\.id)).count == 2)
  }

  @Test func richTextStaysWithTheTextThatItIsOf() throws {
    let text = "/Contents<FEFF00480069>/RC(<body>Hi</body>)"
    let (document, url) = try open(file(first: "10 0 R", objects: [10: Self.square(text)]))
    let page = try document.page(at: 0)
    var square = try #require(page.annotations.first)
    square.style.color = .blue
    try document.replace(square, on: page.id)
    try document.saveAndWait(SaveOptions.rewrite(RewriteOptions(objectStreams: false)))
    #expect(try String(decoding: Data(contentsOf: url), as: UTF8.self).contains("/RC"))
    square.contents = "Ho"
    try document.replace(square, on: page.id)
    try document.saveAndWait(SaveOptions.rewrite(RewriteOptions(objectStreams: false)))
    #expect(try !String(decoding: Data(contentsOf: url), as: UTF8.self).contains("/RC"))
  }
}
