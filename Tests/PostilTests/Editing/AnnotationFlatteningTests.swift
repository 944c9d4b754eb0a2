import Foundation
import PostilTestSupport
import Testing

@testable import Postil

@Suite("DocumentEditing.flatten") struct AnnotationFlatteningTests {
  private let marks = [
    Annotation(
      .rectangle(PageRect(x: 50, y: 50, width: 200, height: 120)),
      style: AnnotationStyle(color: .red, fill: .yellow, lineWidth: 4), id: "box"),
    Annotation(
      .freeText("Ground floor", in: PageRect(x: 60, y: 400, width: 200, height: 30)), style: .text, id: "text"
    ),
    Annotation(
      .highlight([PageRect(x: 120, y: 140, width: 220, height: 60)]), style: .highlighter, id: "mark"),
  ]

  private func document() throws -> PDFDocument {
    try PDFDocument(data: PageDocument(pageCount: 2).data)
  }

  private func pixels(_ document: PDFDocument) async throws -> Pixels {
    Pixels(try await PageRenderer(document, options: .forTests).image(of: document.pageIDs[0], scale: 1))
  }

  @Test func annotationsThatWereNeverSavedBecomeContent() async throws {
    let document = try document()
    let page = document.pageIDs[0]
    try document.add(marks, to: page)
    let before = try await pixels(document)
    try document.flatten(["mark", "box", "text"], on: page)
    #expect(try document.page(page).annotations.isEmpty)
    #expect(document.undoName == "Flatten")
    #expect(try await pixels(document).largest(from: before) <= 2)

    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("flat.pdf")
    try document.saveAndWait(to: file)
    let saved = try PDFDocument.openAndWait(file)
    #expect(try saved.page(at: 0).annotations.isEmpty)
    #expect(try await pixels(saved).largest(from: before) <= 2)
    #expect(try Tool.qpdfCheck(file).status == 0)
    #expect(try Tool.run("pdftotext", [file.path, "-"]).output.contains("Ground floor"))
  }

  @Test(arguments: [true, false]) func withoutAnAppearanceTheyAreDrawn(_ isPainted: Bool) async throws {
    var source = PageDocument(pageCount: 2)
    source.pages[0].annotations = [
      "<</Type/Annot/Subtype/Square/Rect[50 50 250 170]/C[1 0 0]/IC[1 1 0]/BS<</W 4>>/NM(box)/F 4>>",
      "<</Type/Annot/Subtype/Square/Rect[300 50 400 170]/C[1 0 0]/IC[1 1 0]/NM(hidden)/F 2>>",
    ]
    let document = try PDFDocument(data: source.data)
    let before = try await pixels(document)
    let isSeen = before[150, Int(try document.page(at: 0).height) - 110] == 0xFFFF_FF00
    #expect(isSeen)
    var result = document
    if isPainted {
      result = try PDFDocument(data: PageDocument().data)
      try result.addOverlayAndWait(PageOverlay(document.pageIDs[0], of: document), to: result.pageIDs)
    } else {
      try document.flatten(["box", "hidden"], on: document.pageIDs[0])
    }
    let saved = try PDFDocument(data: result.dataRepresentationAndWait())
    #expect(try saved.page(at: 0).annotations.isEmpty)
    #expect(try await pixels(saved).largest(from: before) <= 2)
  }

  @Test func onABlankPageTheyAreAllOfItsContent() async throws {
    let document = try PDFDocument()
    let page = try document.insertBlankPage(width: 400, height: 500, at: 0)
    try document.add(marks, to: page)
    let before = try await pixels(document)
    try document.flatten(marks.map(\.id), on: page)
    let saved = try PDFDocument(data: document.dataRepresentationAndWait())
    #expect(try await pixels(saved).largest(from: before) <= 2)
    #expect(try saved.page(at: 0).annotations.isEmpty)
  }

  @Test func whatIsFlattenedLooksAsItDoesNowAndNotAsItWasSaved() async throws {
    let original = try document()
    try original.add(marks[0], to: original.pageIDs[0])
    let document = try PDFDocument(data: original.dataRepresentationAndWait())
    let page = document.pageIDs[0]
    try document.update("box", on: page) { $0.style.fill = .blue }
    try document.flatten(["box"], on: page)
    for shown in [document, try PDFDocument(data: document.dataRepresentationAndWait())] {
      #expect(try await pixels(shown)[150, 792 - 110] == 0xFF00_00FF)
    }
  }

  @Test func undoBringsTheAnnotationsBackAndRedoFlattensThemAgain() throws {
    let document = try document()
    let page = document.pageIDs[0]
    try document.add(marks, to: page)
    let before = document.state
    try document.flatten(["text", "box"], on: page)
    #expect(try document.page(page).annotations.map(\.id) == ["mark"])
    try document.undo()
    #expect(document.state == before)
    try document.redo()
    #expect(try document.page(page).annotations.map(\.id) == ["mark"])
  }

  @Test func eachSaveFlattensWhatCameSinceTheLast() async throws {
    let folder = try TemporaryFolder()
    let document = try document()
    let page = document.pageIDs[0]
    try document.add(marks, to: page)
    let before = try await pixels(document)
    for mark in marks {
      try document.flatten([mark.id], on: page)
      try document.saveAndWait(to: folder.url.appendingPathComponent("flat.pdf"))
    }
    let saved = try PDFDocument.openAndWait(folder.url.appendingPathComponent("flat.pdf"))
    #expect(try await pixels(saved).largest(from: before) <= 2)
    #expect(try saved.page(at: 0).annotations.isEmpty)
  }

  @Test func annotationsThatWereImportedAreFlattenedAsTheyAre() async throws {
    let source = try document()
    try source.add(marks, to: source.pageIDs[0])
    let document = try document()
    try document.importAnnotationsAndWait(source.exportAnnotationsAndWait(as: .json).data)
    let before = try await pixels(document)
    try document.flatten(marks.map(\.id), on: document.pageIDs[0])
    let saved = try PDFDocument(data: document.dataRepresentationAndWait())
    #expect(try await pixels(saved).largest(from: before) <= 2)
  }

  @Test func answersGoWithWhatTheyAnswer() throws {
    let document = try document()
    let page = document.pageIDs[0]
    try document.add(marks, to: page)
    try document.reply(to: "box", on: page, with: "Why?")
    try document.flatten(["box"], on: page)
    #expect(try document.page(page).annotations.map(\.id) == ["text", "mark"])
    try document.undo()
    #expect(try document.page(page).annotations.count == 4)
  }

  @Test func whatCannotBeFlattenedIsRefusedAndNothingChanges() throws {
    let document = try document()
    let page = document.pageIDs[0]
    try document.add(marks, to: page)
    try document.lock(["box"], on: page)
    let before = document.state
    func code(_ ids: [AnnotationID], _ document: PDFDocument, _ page: PageID) -> PDFError.Code? {
      do { try document.flatten(ids, on: page) } catch { return error.code }
      return nil
    }
    #expect(code(["text", "box"], document, page) == .notEditable)
    #expect(code(["text", "other"], document, page) == .noSuchAnnotation)
    #expect(code(["text"], document, PageID(number: 9)) == .pageOutOfRange)
    #expect(code([], document, page) == nil)
    // Not by a script either.
    let error = #expect(throws: PDFError.self) {
      try document.apply(.flattenAnnotations(["text", "box"], page: page))
    }
    #expect(error?.code == .notEditable)
    #expect(document.state == before)
    // One page may not have two flattened annotations of one name, or a save could not tell which one it wrote.
    try document.flatten(["text"], on: page)
    try document.add(marks[1], to: page)
    #expect(code(["text"], document, page) == .invalidArgument)

    let form = try PDFDocument(data: FormDocument().data)
    let widget = try #require(form.pages[0].annotations(ofSubtype: "Widget").first)
    #expect(code([widget.id], form, form.pageIDs[0]) == .notEditable)
  }
}
